// SPDX-License-Identifier: Apache-2.0
// A fetch request as an engine sees it: names are those of the schema's properties, objects have become references, and nothing
// in it belongs to a context.

import PerdurePredicates

/// What to fetch.
package struct FetchPlan: Sendable, Hashable {
    package var entity: Int32
    package var includesSubentities = true
    package var predicate: PredicateNode?
    /// What comparisons with null mean, in the predicate and in the shape's expressions.
    package var nullSemantics = NullSemantics.sql
    package var sort: [SortTerm] = []
    package var limit: Int?
    package var offset = 0
    package var shape: Shape = .rows
    /// The flag that cancels the fetch; nil when nobody can.
    package var cancellation: Cancellation?

    package init(entity: Int32) { self.entity = entity }

    package enum Shape: Sendable, Hashable {
        case rows
        case keys
        case count
        /// Values instead of objects: one tuple per result, in the order of the columns.
        case tuples(TupleShape)
    }
}

/// One sort descriptor.
package struct SortTerm: Sendable, Hashable {
    /// A key path of attributes and to-one steps; a last "@count" counts a to-many relationship.
    package var keys: [String]
    package var isAscending: Bool
    package var collation: Collation

    package init(_ keys: [String], isAscending: Bool = true, collation: Collation = .literal) {
        self.keys = keys
        self.isAscending = isAscending
        self.collation = collation
    }

    package enum Collation: Sendable, Hashable {
        /// compare:
        case literal
        /// caseInsensitiveCompare:
        case caseInsensitive
        /// localizedCompare:, localizedCaseInsensitiveCompare:, localizedStandardCompare:
        case localized, localizedCaseInsensitive, localizedStandard
    }
}

/// The columns of a dictionary result.
package struct TupleShape: Sendable, Hashable {
    package var columns: [Column]
    package var isDistinct = false
    package var groupBy: [ExpressionNode] = []
    package var having: PredicateNode?

    package init(columns: [Column]) { self.columns = columns }

    package struct Column: Sendable, Hashable {
        package var name: String
        package var expression: ExpressionNode
        /// What the result is read as.
        package var type: AttributeType

        package init(name: String, expression: ExpressionNode, type: AttributeType) {
            self.name = name
            self.expression = expression
            self.type = type
        }
    }
}

/// What a fetch gives, by its shape.
package enum FetchOutcome: Sendable {
    case rows([Row])
    case keys([ObjectKey])
    case count(Int)
    case tuples([[StoredValue]])
}
