// SPDX-License-Identifier: Apache-2.0
// All statements that write into one store. WriteStatement.swift and DeletionStatements.swift are the single ones.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// The statements of one store, compiled on first use.
package final class WriteStatements: Sendable {
    let mapping: StoreMapping
    let dialect: SQLDialect
    private let cached = Lock(Cached())

    private struct Cached {
        var rows: [WriteStatement.Shape: WriteStatement] = [:]
        var deletions: [Int32: DeletionStatements] = [:]
        /// By table; nil for a table without counts.
        var mergeCounts: [Int: MergeCountStatements?] = [:]
        var texts: [RelationshipText: String] = [:]
    }

    /// The key of a relationship's statement in the cache.
    struct RelationshipText: Hashable {
        enum Purpose: Hashable {
            case link, unlink, allPositions, position, lastPosition, positionBehind, freePosition
            case reversedPairs
        }

        let purpose: Purpose
        let entity: Int32
        let slot: Int
    }

    /// How many shapes are kept.
    ///
    /// A program can make as many sets of changed slots as it has kinds of changes.
    private static let capacity = 500

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        self.mapping = mapping
        self.dialect = dialect
    }

    /// The text of a relationship's statement, printed on first use.
    func text(_ purpose: RelationshipText.Purpose, _ entity: Int32, _ slot: Int, _ make: () -> SQLText)
        -> String
    {
        let key = RelationshipText(purpose: purpose, entity: entity, slot: slot)
        return cached.withLock { cached in
            if let text = cached.texts[key] { return text }
            let text = make().text
            cached.texts[key] = text
            return text
        }
    }

    func definition(_ shape: WriteStatement.Shape) throws -> WriteStatement {
        try cached.withLock { cached in
            if let definition = cached.rows[shape] { return definition }
            if cached.rows.count >= Self.capacity { cached.rows.removeAll() }
            let definition = try make(shape)
            cached.rows[shape] = definition
            return definition
        }
    }

    func deletions(of entity: Int32) throws -> DeletionStatements {
        try cached.withLock { cached in
            if let definition = cached.deletions[entity] { return definition }
            let definition = DeletionStatements(try mapping.entity(entity), mapping, dialect)
            cached.deletions[entity] = definition
            return definition
        }
    }

    /// The statements that maintain the counts of merging writes of a table; nil if it has none.
    func mergeCounts(of table: Int) -> MergeCountStatements? {
        cached.withLock { cached in
            if let known = cached.mergeCounts[table] { return known }
            let made = MergeCountStatements(mapping.tables[table], mapping.system, dialect)
            cached.mergeCounts[table] = .some(made)
            return made
        }
    }

    private func make(_ shape: WriteStatement.Shape) throws -> WriteStatement {
        switch shape {
        case .insertion(let entity): .insertion(try mapping.entity(entity), mapping, dialect)
        case .update(let shape):
            .update(
                try mapping.entity(shape.entity), shape.slots, isChecked: shape.isChecked, mapping, dialect)
        }
    }
}
