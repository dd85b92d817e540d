// SPDX-License-Identifier: Apache-2.0
// The entities of one store before and after a migration, with their tables. The steps know the models; a store may hold a
// part of them. Every planner of this folder starts here; MigrationWords.swift has the words of the database.

import PerdureStore

/// An entity that has rows before and after.
package struct MigratedEntity {
    package let step: EntityStep
    package let old: EntityMapping
    package let new: EntityMapping

    /// The entity's number in the file, before.
    package var oldNumber: Int32 { old.fileNumber }
    /// The entity's number in the file, afterwards.
    package var newNumber: Int32 { new.fileNumber }
}

/// The store's entities in both versions.
package struct MigratedEntities {
    package let steps: InferredMigration
    /// How the database says what statements need.
    package let words: any MigrationWords
    /// The tables as they are.
    package let old: StoreMapping
    /// The tables as they shall be.
    package let new: StoreMapping
    /// The entities with rows before and after, in the destination's order.
    package let pairs: [MigratedEntity]
    /// The entities whose rows go.
    package let removed: [EntityMapping]
    /// By the destination's entity number.
    private let byDestination: [Int32: MigratedEntity]
    /// By the number in the file before.
    private let byOldNumber: [Int32: MigratedEntity]

    /// Pairs the entities of two mappings.
    package init(
        _ steps: InferredMigration, from old: StoreMapping, to new: StoreMapping, words: any MigrationWords
    ) {
        self.steps = steps
        self.words = words
        self.old = old
        self.new = new
        pairs = steps.steps.compactMap { step in
            guard let source = step.source, let destination = step.destination, let former = old[source],
                let entity = new[destination]
            else { return nil }
            return MigratedEntity(step: step, old: former, new: entity)
        }
        byDestination = Dictionary(uniqueKeysWithValues: pairs.map { ($0.new.entity, $0) })
        byOldNumber = Dictionary(uniqueKeysWithValues: pairs.map { ($0.oldNumber, $0) })
        let kept = Set(pairs.map(\.oldNumber))
        removed = old.entities.compactMap { $0 }.filter { !kept.contains($0.fileNumber) }
    }

    /// The pairs of an entity of the destination and of those below it.
    package func pairs(below entity: Int32) -> [MigratedEntity] {
        let layout = new.schema[entity]
        return (entity...layout.lastDescendant).compactMap { byDestination[$0] }
    }

    /// The pair of an entity of the destination; nil for an added one.
    package subscript(destination: Int32) -> MigratedEntity? { byDestination[destination] }

    /// The pair of a number in the file before; nil for an entity whose rows go.
    package func pair(oldNumber: Int32) -> MigratedEntity? { byOldNumber[oldNumber] }

    /// The table whose storage a new table takes over; nil for a table that is made.
    package func base(of table: TableMapping) -> TableMapping? {
        guard let hierarchy = steps.hierarchies.first(where: { $0.root == table.root }),
            let source = hierarchy.source, let entity = old[source]
        else { return nil }
        return old.tables[entity.table]
    }

    /// The table of an entity before.
    package func oldTable(of pair: MigratedEntity) -> TableMapping { old.tables[pair.old.table] }

    /// The table of an entity afterwards.
    package func newTable(of pair: MigratedEntity) -> TableMapping { new.tables[pair.new.table] }

    /// Whether the rows of an entity stay in their table, whatever its name becomes.
    package func stays(_ pair: MigratedEntity) -> Bool {
        base(of: newTable(of: pair))?.root == oldTable(of: pair).root
    }

    /// The origin of a relationship's members, for one of the entities that have it.
    package func relationship(_ pair: MigratedEntity, _ slot: Int) -> RelationshipOrigin? {
        guard pair.step.origins.indices.contains(slot),
            case .relationship(let origin) = pair.step.origins[slot]
        else { return nil }
        return origin
    }

    /// Whether an entity has another number afterwards.
    package var isRenumbered: Bool { pairs.contains { $0.oldNumber != $0.newNumber } }
}
