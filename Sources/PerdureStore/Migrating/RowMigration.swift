// SPDX-License-Identifier: Apache-2.0
// Carries out an inferred migration in memory, for stores that are read as a whole: the rows of the source become a change set of the
// destination. RowMigration+Values.swift has attributes, PairMigration.swift relationships, RowMigration+Checks.swift what rows tell.

/// The rows of one store in another schema.
///
/// Objects keep their numbers, so no two objects of the source may share one where entities move between hierarchies.
package struct RowMigration {
    let steps: InferredMigration
    private let reader: any StoreReader
    /// The rows that stay, by their old keys, each with its step.
    private(set) var kept: [(old: Row, step: EntityStep)] = []
    /// The new values, by the new keys.
    var values: [ObjectKey: ContiguousArray<StoredValue>] = [:]

    /// - Parameters:
    ///   - steps: The steps between both schemas.
    ///   - reader: The rows of the source.
    /// - Throws: The errors of reading.
    package init(_ steps: InferredMigration, of reader: any StoreReader) throws {
        self.steps = steps
        self.reader = reader
        let byEntity = Dictionary(
            steps.steps.compactMap { step in step.source.map { ($0, step) } },
            uniquingKeysWith: { first, _ in first })
        for root in reader.schema.entities where root.superentity == nil {
            guard case .rows(let rows) = try reader.fetch(FetchPlan(entity: root.number)) else { continue }
            for row in rows.sorted(by: { $0.key.number < $1.key.number }) {
                if let step = byEntity[row.key.entity], step.destination != nil { kept.append((row, step)) }
            }
        }
    }

    /// The insertions, links and orders of the destination.
    ///
    /// - Throws: `MigrationFailure` for rows that do not fit; the errors of reading.
    package func changeSet() throws -> ChangeSet {
        var migration = self
        try migration.requireNoRows()
        for (old, step) in kept {
            migration.values[migration.newKey(old, step)] = try migration.newValues(of: old, step)
        }
        var changes = ChangeSet()
        var done: Set<RelationshipPair.End> = []
        for layout in steps.destination.entities {
            for property in layout.properties[layout.inheritedCount...] {
                guard let pair = RelationshipPair(property, layout, steps.destination),
                    !pair.isDecidedByInverse, done.insert(pair.first).inserted,
                    pair.second.map({ done.insert($0).inserted }) ?? true
                        || pair.second == pair.first
                else { continue }
                try PairMigration(pair, kept: kept, in: reader, steps: steps)
                    .write(to: &migration.values, &changes)
            }
        }
        try migration.check()
        changes.insertions = kept.map { old, step in
            let key = migration.newKey(old, step)
            return RowInsertion(key: key, version: old.version, values: migration.values[key] ?? [])
        }
        return changes
    }

    /// The key of a row afterwards.
    func newKey(_ old: Row, _ step: EntityStep) -> ObjectKey {
        // Rows without a destination were left out.
        steps.destination.key(entity: step.destination ?? old.key.entity, number: old.key.number)
    }
}
