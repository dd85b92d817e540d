// SPDX-License-Identifier: Apache-2.0
// Checks a change set before it is applied: a change that can never be written is an error, a change of a row that others have
// changed meanwhile is a conflict. UniqueConstraint.swift has the rules of uniqueness.

extension InMemoryTables {
    /// The conflicts of a change set; its updates of mergeable attributes get the merged values.
    ///
    /// - Throws: `StoreError.invalidValue` or `.schemaMismatch` for rows that do not belong here, `.merge` for changes that do
    ///   not fit the stored values.
    func conflicts(with changes: inout ChangeSet) throws -> [CommitConflict] {
        for insertion in changes.insertions { try check(insertion) }
        for update in changes.updates { try check(update) }
        var stale = staleRows(changes)
        if stale.isEmpty { stale = try resolveMerging(&changes) }
        guard stale.isEmpty else { return stale }
        let duplicates = duplicates(changes)
        return duplicates.isEmpty ? danglingMembers(changes) : duplicates
    }

    private func check(_ insertion: RowInsertion) throws {
        let layout = schema[insertion.key.entity]
        if let entities, !entities.contains(layout.number) {
            throw StoreError.schemaMismatch(
                path: "", entity: layout.name, property: nil,
                reason: "the store's configuration does not hold this entity")
        }
        guard insertion.row.values.count == layout.properties.count else {
            throw StoreError.invalidValue(
                entity: layout.name, property: "",
                reason: "a row of \(insertion.row.values.count) values for \(layout.properties.count) slots")
        }
        guard row(for: insertion.key) == nil else {
            throw StoreError.invalidValue(
                entity: layout.name, property: "",
                reason: "the key \(insertion.key.number) is taken: reserve keys before inserting")
        }
    }

    private func check(_ update: RowUpdate) throws {
        let layout = schema[row(for: update.key)?.key.entity ?? update.key.entity]
        for slot in update.slots where !layout.properties.indices.contains(slot) {
            throw StoreError.invalidValue(
                entity: layout.name, property: "", reason: "there is no slot \(slot)")
        }
    }

    private func staleRows(_ changes: ChangeSet) -> [CommitConflict] {
        var conflicts: [CommitConflict] = []
        func check(_ key: ObjectKey, _ expected: Int64?, mustExist: Bool) {
            let current = row(for: key)
            let isStale = current.map { expected != nil && $0.version != expected } ?? mustExist
            if isStale { conflicts.append(.version(key: key, current: current)) }
        }
        for update in changes.updates {
            check(update.key, update.checkedVersion, mustExist: true)
        }
        for deletion in changes.deletions {
            check(deletion.key, deletion.expectedVersion, mustExist: deletion.expectedVersion != nil)
        }
        for version in changes.checks { check(version.key, version.expectedVersion, mustExist: true) }
        return conflicts
    }

    private func duplicates(_ changes: ChangeSet) -> [CommitConflict] {
        guard constraints.contains(where: { !$0.isEmpty }) else { return [] }
        let written = writtenRows(changes)
        var leaving = Set(changes.deletions.map(\.key))
        leaving.formUnion(changes.updates.map(\.key))
        var taken: [UniqueConstraint: Set<UniqueValues>] = [:]
        var conflicts: [CommitConflict] = []
        for row in written {
            for constraint in constraints[Int(row.key.entity) - 1] {
                guard let values = constraint.values(of: row) else { continue }
                let isFirst = taken[constraint, default: []].insert(values).inserted
                let holder = holder(of: values, constraint, root: row.key.root, except: leaving)
                guard !isFirst || holder != nil else { continue }
                conflicts.append(
                    .constraint(
                        entity: constraint.entity, attributes: constraint.attributes, key: row.key,
                        existing: holder))
            }
        }
        return conflicts
    }

    private func writtenRows(_ changes: ChangeSet) -> [Row] {
        let deleted = Set(changes.deletions.map(\.key))
        let updated = changes.updates.compactMap { update -> Row? in
            guard !deleted.contains(update.key), let old = row(for: update.key) else { return nil }
            var values = old.values
            update.write(to: &values)
            return Row(key: old.key, version: old.version, values: values)
        }
        return updated + changes.insertions.map(\.row)
    }

    private func holder(
        of values: UniqueValues, _ constraint: UniqueConstraint, root: Int32, except leaving: Set<ObjectKey>
    ) -> Row? {
        guard let number = uniqueIndexes[constraint]?[values], let row = rows[root]?[number] else {
            return nil
        }
        return leaving.contains(row.key) ? nil : row
    }
}
