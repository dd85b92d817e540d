// SPDX-License-Identifier: Apache-2.0
// A query of one entity: which objects, which of their values, in which order. QueryRows.swift runs it, IndexUse.swift judges
// its plan.

import PerdurePredicates
import PerdureStore

/// A query.
package struct StoreQuery: Sendable {
    package let columns: [QueryColumn]
    let entity: EntityLayout
    private let predicate: PredicateNode?
    let sort: [SortTerm]
    /// The most objects; nil for all.
    package let limit: Int?

    /// Describes a query.
    ///
    /// - Parameters:
    ///   - entity: The entity; objects of its subentities are found too.
    ///   - predicate: What the objects must satisfy; nil for all.
    ///   - columns: Key paths; nil for the usual columns.
    ///   - order: Key paths, those of descending orders with a hyphen before them.
    ///   - limit: The most objects; nil for all.
    ///   - schema: The model.
    /// - Throws: `InspectionError` for a key that the model does not have.
    package init(
        of entity: EntityLayout, _ predicate: PredicateNode?, columns: [String]?, order: [String],
        limit: Int?,
        in schema: Schema
    ) throws {
        self.entity = entity
        self.predicate = predicate
        self.limit = limit
        self.columns =
            try columns?.map { try QueryColumn($0, of: entity, schema) }
            ?? QueryColumn.usual(of: entity, schema)
        sort = try order.map { try Self.term($0, entity, schema) }
    }

    private static func term(_ word: String, _ entity: EntityLayout, _ schema: Schema) throws -> SortTerm {
        let isAscending = !word.hasPrefix("-")
        let path = isAscending && !word.hasPrefix("+") ? word : String(word.dropFirst())
        guard path != QueryColumn.object else { return SortTerm(["objectID"], isAscending: isAscending) }
        guard case .value = try QueryPath(path, of: entity, schema).end else {
            throw InspectionError(
                "'\(path)': objects cannot be ordered by objects: name one of their attributes", .usage)
        }
        return SortTerm(QueryPath.keys(path), isAscending: isAscending)
    }

    /// The fetch of the values; the object itself is the last column.
    package var plan: FetchPlan {
        var plan = filtered
        plan.sort = sort
        plan.limit = limit
        let object = TupleShape.Column(
            name: QueryColumn.object, expression: .evaluatedObject, type: .objectID)
        plan.shape = .tuples(TupleShape(columns: columns.map(\.column) + [object]))
        return plan
    }

    /// The fetch that counts.
    package var count: FetchPlan {
        var plan = filtered
        plan.limit = limit
        plan.shape = .count
        return plan
    }

    private var filtered: FetchPlan {
        var plan = FetchPlan(entity: entity.number)
        plan.predicate = predicate
        return plan
    }
}
