// SPDX-License-Identifier: Apache-2.0
// Derived attributes of an in-memory store: computed from the rows that the commit leaves, and written without raising a row's
// version. AffectedDerivations.swift finds the objects.

import Foundation
import PerdurePredicates

extension InMemoryTables {
    /// New values of rows, by key.
    private typealias DerivedRows = [ObjectKey: ContiguousArray<StoredValue>]

    /// Writes the changes, then the values that are derived from them.
    ///
    /// - Throws: `StoreError.invalidValue` for a sum that does not fit; `check(sums:)` has found it before.
    /// - Returns: the rows that the writer cannot know.
    mutating func apply(_ changes: ChangeSet) throws -> [Row] {
        guard let derived else { return write(changes) }
        let touches = AffectedDerivations(changes, derived, in: self)
        let unchecked = write(changes)
        var rows = try values(touches, derived)
        setClocks(changes, derived, &rows)
        replace(rows)
        var unknown = Set(rows.keys)
        unknown.formUnion(unchecked.map(\.key))
        // The writer's row may hold older derived values: computing them does not move versions (DER-29d).
        for update in changes.updates {
            if let row = row(for: update.key), derived.hasDerived(row.key.entity) { unknown.insert(row.key) }
        }
        return unknown.compactMap { row(for: $0) }
    }

    private mutating func replace(_ new: DerivedRows) {
        for (key, values) in new {
            guard let old = row(for: key) else { continue }
            rows[key.root]?[key.number] = Row(key: old.key, version: old.version, values: values)
        }
    }

    // MARK: Computing

    private func values(_ touches: AffectedDerivations, _ derived: DerivationDependencies) throws
        -> DerivedRows
    {
        var new = DerivedRows()
        for (index, path) in derived.paths.enumerated() {
            let table = rows[path.layout.root] ?? [:]
            for number in touches.objects(of: index, in: self) {
                guard let row = table[number], path.layout.contains(entity: row.key.entity) else { continue }
                let value = try value(of: path, for: row)
                if value == row[path.derivation.slot] { continue }
                new[row.key, default: row.values][path.derivation.slot] = value
            }
        }
        return new
    }

    /// Sets the commit's time in the clocks of all rows that it inserts and updates.
    private func setClocks(_ changes: ChangeSet, _ derived: DerivationDependencies, _ new: inout DerivedRows)
    {
        guard derived.hasClocks else { return }
        let time = StoredValue.date(Date().timeIntervalSinceReferenceDate)
        for key in changes.insertions.map(\.key) + changes.updates.map(\.key) {
            guard let row = row(for: key) else { continue }
            for slot in derived.clocks(of: row.key.entity) { new[row.key, default: row.values][slot] = time }
        }
    }

    private func value(of path: DerivedPath, for row: Row) throws -> StoredValue {
        let ends = ends(of: path, from: row)
        switch path.derivation.form {
        case .clock: return row[path.derivation.slot]
        case .value(_, let function):
            guard let source = path.derivation.source, let end = ends.first else { return .null }
            guard let function else { return end[source.slot].number(as: path.type) }
            guard case .string(let text) = end[source.slot] else { return .null }
            return .string(function.applied(to: text))
        case .aggregate(let aggregate, _):
            return try figure(aggregate, path, ends).number(as: path.type)
        }
    }

    private func figure(_ aggregate: DerivationForm.Aggregate, _ path: DerivedPath, _ ends: [Row]) throws
        -> StoredValue
    {
        guard let source = path.derivation.source else { return .integer(Int64(ends.count)) }
        let figure = DerivedAggregate(aggregate: aggregate, source: source.type)
        if let result = figure.result(of: ends.map { $0[source.slot] }) { return result }
        throw StoreError.invalidValue(
            entity: path.layout.name, property: path.derivation.name,
            reason: "the sum of \(ends.count) values does not fit into 64 bits; save smaller values")
    }

    /// The rows at the end of a path; a row comes once for each way that leads to it.
    private func ends(of path: DerivedPath, from row: Row) -> [Row] {
        var ends = [row]
        for step in path.steps {
            let table = rows[step.root] ?? [:]
            ends = ends.flatMap { row -> [Row] in
                guard step.isToMany else {
                    guard case .reference(let key) = row[step.slot] else { return [] }
                    return table[key.number].map { [$0] } ?? []
                }
                let members = step.members(of: row.key.number, in: self)
                return (path.needsOrder ? members.sorted() : Array(members)).compactMap { table[$0] }
            }
        }
        return ends
    }

    // MARK: Checking

    /// Looks for sums that do not fit, before anything is written.
    ///
    /// The check applies the changes to a copy. Stores whose numbers are too small to overflow skip it.
    ///
    /// - Throws: `StoreError.invalidValue`.
    mutating func check(sums changes: ChangeSet) throws {
        guard derived != nil else { return }
        noteSummands(of: changes)
        let count = rows.values.reduce(changes.insertions.count) { $0 + $1.count }
        let (limit, overflows) = largestSummand.multipliedReportingOverflow(by: UInt64(count))
        guard overflows || limit > UInt64(Int64.max) else { return }
        var copy = self
        _ = try copy.apply(changes)
    }

    /// Takes the numbers of rows that nobody has checked into account.
    mutating func noteSummands(of changes: ChangeSet) {
        if let derived { largestSummand = max(largestSummand, largestSummand(of: changes, derived)) }
    }

    private func largestSummand(of changes: ChangeSet, _ derived: DerivationDependencies) -> UInt64 {
        var largest: UInt64 = 0
        func note(_ value: StoredValue) {
            if case .integer(let value) = value { largest = max(largest, value.magnitude) }
        }
        for insertion in changes.insertions {
            for slot in derived.summands(of: insertion.key.entity) { note(insertion.row[slot]) }
        }
        for update in changes.updates {
            guard let entity = row(for: update.key)?.key.entity else { continue }
            let slots = derived.summands(of: entity)
            for slot in update.slots where slots.contains(slot) { note(update.row[slot]) }
        }
        return largest
    }
}
