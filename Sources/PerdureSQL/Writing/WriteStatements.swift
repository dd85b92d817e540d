// SPDX-License-Identifier: Apache-2.0
// All statements that write into one store. WriteStatement.swift and DeletionStatements.swift are the single ones.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// The statements of one store, compiled on first use.
package final class WriteStatements: Sendable {
    let mapping: StoreMapping
    let dialect: SQLDialect
    private let plans = Lock(Plans())

    private struct Plans {
        var rows: [WriteStatement.Shape: WriteStatement] = [:]
        var deletions: [Int32: DeletionStatements] = [:]
        var texts: [RelationshipText: String] = [:]
    }

    /// The key of a relationship's statement in the cache.
    struct RelationshipText: Hashable {
        enum Purpose: Hashable {
            case link, unlink, allPositions, place, lastPosition, positionBehind, freePosition
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
        return plans.withLock { plans in
            if let text = plans.texts[key] { return text }
            let text = make().text
            plans.texts[key] = text
            return text
        }
    }

    func plan(_ shape: WriteStatement.Shape) throws -> WriteStatement {
        try plans.withLock { plans in
            if let plan = plans.rows[shape] { return plan }
            if plans.rows.count >= Self.capacity { plans.rows.removeAll() }
            let plan = try make(shape)
            plans.rows[shape] = plan
            return plan
        }
    }

    func deletions(of entity: Int32) throws -> DeletionStatements {
        try plans.withLock { plans in
            if let plan = plans.deletions[entity] { return plan }
            let plan = DeletionStatements(try mapping.entity(entity), mapping, dialect)
            plans.deletions[entity] = plan
            return plan
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
