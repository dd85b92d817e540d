// SPDX-License-Identifier: Apache-2.0
// All plans for writing into one store. WritePlan.swift and DeletionPlan.swift are the single ones.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// The statements of one store, compiled on first use.
package final class WritePlans: Sendable {
    let mapping: StoreMapping
    let dialect: SQLDialect
    private let plans = Lock(Plans())

    private struct Plans {
        var rows: [WritePlan.Shape: WritePlan] = [:]
        var deletions: [Int32: DeletionPlan] = [:]
        var texts: [RelationshipText: String] = [:]
    }

    /// The key of a relationship's statement in the cache.
    struct RelationshipText: Hashable {
        enum Purpose: Hashable { case link, unlink, allPlaces, place, lastPlace, placeBehind, freePlace }

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

    func plan(_ shape: WritePlan.Shape) throws -> WritePlan {
        try plans.withLock { plans in
            if let plan = plans.rows[shape] { return plan }
            if plans.rows.count >= Self.capacity { plans.rows.removeAll() }
            let plan = try make(shape)
            plans.rows[shape] = plan
            return plan
        }
    }

    func deletions(of entity: Int32) throws -> DeletionPlan {
        try plans.withLock { plans in
            if let plan = plans.deletions[entity] { return plan }
            let plan = DeletionPlan(try mapping.entity(entity), mapping, dialect)
            plans.deletions[entity] = plan
            return plan
        }
    }

    private func make(_ shape: WritePlan.Shape) throws -> WritePlan {
        switch shape {
        case .insertion(let entity): .insertion(try mapping.entity(entity), mapping, dialect)
        case .update(let shape):
            .update(
                try mapping.entity(shape.entity), shape.slots, isChecked: shape.isChecked, mapping, dialect)
        }
    }
}
