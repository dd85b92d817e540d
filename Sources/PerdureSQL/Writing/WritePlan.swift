// SPDX-License-Identifier: Apache-2.0
// The plan that turns the slots of a row into the values of one statement: the counterpart of RowPlan. RowInserts.swift and
// RowUpdates.swift make the texts; the backend loops over the columns (`PreparedStatement.write`).

import PerdureBase
import PerdurePredicates
import PerdureStore

/// A statement that writes rows of one entity, and the values that it takes from each row.
package final class WritePlan: Sendable {
    /// The key of a statement in the cache.
    enum Shape: Hashable, Sendable {
        case insertion(entity: Int32)
        case update(UpdateShape)
    }

    /// One placeholder.
    package struct Column: Sendable {
        package enum Part: UInt8, Sendable {
            /// The value of an attribute.
            case value
            /// One of several parts of an attribute's value.
            case leaf
            /// The key of a destination.
            case key
            /// The number of the destination's entity in the file.
            case entity
        }

        package let slot: Int32
        package let part: Part
        package let leaf: Int32
    }

    package let text: String
    package let columns: [Column]
    /// The placeholder of the first column; the caller binds the earlier placeholders.
    package let firstPlace: Int32
    package let entity: Int32
    package let mapping: StoreMapping
    /// The values that may lie in files: their columns then hold only the name of the file.
    let apart: ExternalValues

    init(
        _ text: String, _ columns: [WriteColumn], firstPlace: Int32, entity: EntityMapping,
        _ mapping: StoreMapping, _ dialect: SQLDialect
    ) {
        self.text = text
        self.columns = columns.map(\.place)
        self.firstPlace = firstPlace
        self.entity = entity.entity
        self.mapping = mapping
        apart = ExternalValues(columns, of: entity, mapping, dialect)
    }

    /// The error for a value that no column can hold.
    package func unstorable(_ column: Column) -> StoreError {
        let layout = mapping.schema[entity]
        return .invalidValue(
            entity: layout.name, property: layout.properties[Int(column.slot)].name,
            reason: "a value of this kind has no form in a table")
    }
}

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
