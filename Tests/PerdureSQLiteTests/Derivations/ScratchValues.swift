// SPDX-License-Identifier: Apache-2.0
// Derived values computed in Swift from the rows of a store, to compare with what its triggers have written.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQLite

/// The state of a store, read once.
struct ScratchValues {
    private let store: OpenStore
    private let rows: [ObjectKey: Row]

    init(_ store: OpenStore) throws {
        self.store = store
        var rows: [ObjectKey: Row] = [:]
        for entity in store.schema.entities where entity.superentity == nil {
            guard case .rows(let found) = try store.engine.fetch(FetchPlan(entity: entity.number)) else {
                continue
            }
            for row in found { rows[row.key] = row }
        }
        self.rows = rows
    }

    /// The derived values that are not what they should be.
    func differences() throws -> [String] {
        try store.schema.derivations.flatMap { derivation -> [String] in
            if case .clock = derivation.form { return [] }
            let entity = store.schema[derivation.entity]
            return try rows.values.compactMap { row in
                guard entity.contains(entity: row.key.entity) else { return nil }
                let stored = Value(row[derivation.slot])
                let wanted = try value(of: derivation, row)
                if stored.equals(wanted) { return nil }
                return "\(entity.name).\(derivation.name) of \(row.key.number) is \(stored), not \(wanted)"
            }
        }
    }

    /// A value without the differences between kinds of numbers.
    enum Value {
        case none
        case number(Double)
        case text(String)

        init(_ value: StoredValue) {
            switch value {
            case .integer(let number): self = .number(Double(number))
            case .double(let number), .date(let number): self = .number(number)
            case .decimal(let box): self = .number(NSDecimalNumber(decimal: box.value).doubleValue)
            case .string(let text): self = .text(text)
            default: self = .none
            }
        }

        func equals(_ other: Value) -> Bool {
            switch (self, other) {
            case (.none, .none): true
            case (.number(let one), .number(let two)): abs(one - two) <= 1e-9 * max(1, abs(two))
            case (.text(let one), .text(let two)): one == two
            default: false
            }
        }
    }

    private func value(of derivation: Derivation, _ row: Row) throws -> Value {
        var reached = [row]
        for step in derivation.steps {
            reached = try reached.flatMap { try self.rows(behind: step, of: $0) }
        }
        switch derivation.form {
        case .clock: return .none
        case .value(_, let function):
            return apply(function, Value(reached.first.map { $0[derivation.source!.slot] } ?? .null))
        case .aggregate(.count, _): return .number(Double(reached.count))
        case .aggregate(let aggregate, _):
            let slot = derivation.source!.slot
            let numbers = reached.compactMap { row -> Double? in
                if case .number(let number) = Value(row[slot]) { number } else { nil }
            }
            return figure(aggregate, numbers, of: derivation)
        }
    }

    private func rows(behind step: Derivation.Step, of row: Row) throws -> [Row] {
        if step.isToMany {
            return try store.engine.members(of: step.slot, for: row.key).compactMap { rows[$0] }
        }
        guard case .reference(let key) = row[step.slot] else { return [] }
        return rows[key].map { [$0] } ?? []
    }

    private func apply(_ function: DerivationForm.TextFunction?, _ value: Value) -> Value {
        guard case .text(let text) = value, let function else { return value }
        switch function {
        case .uppercase: return .text(text.uppercased())
        case .lowercase: return .text(text.lowercased())
        case .canonical: return .text(StringMatching.canonical(text))
        }
    }

    private func figure(
        _ aggregate: DerivationForm.Aggregate, _ numbers: [Double], of derivation: Derivation
    ) -> Value {
        let sum = numbers.reduce(0, +)
        let result: Double? =
            switch aggregate {
            case .count: Double(numbers.count)
            case .sum: sum
            case .minimum: numbers.min()
            case .maximum: numbers.max()
            case .average: numbers.isEmpty ? nil : sum / Double(numbers.count)
            }
        guard let result else { return .none }
        let type = store.schema[derivation.entity].properties[derivation.slot].attribute?.type
        return .number(
            [.integer16, .integer32, .integer64].contains(type) ? result.rounded(.towardZero) : result)
    }
}
