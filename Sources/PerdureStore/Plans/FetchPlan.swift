// SPDX-License-Identifier: Apache-2.0
// A fetch request as an engine sees it: names are those of the schema's properties, objects have become references, and nothing
// in it belongs to a context.

import PerdurePredicates

/// What to fetch.
///
/// ## Stability
/// May change in any version before 0.1.0; so may the nodes of predicates and expressions that it holds.
public struct FetchPlan: Sendable, Hashable {
    /// The number of the entity whose objects are fetched.
    public var entity: Int32
    /// Whether objects of subentities are fetched too.
    public var includesSubentities = true
    /// What the objects must satisfy; nil for all.
    public var predicate: PredicateNode?
    /// What comparisons with null mean, in the predicate and in the shape's expressions.
    public var nullSemantics = NullSemantics.sql
    /// Whether the statement is planned for its values instead of being prepared once.
    public var usesCustomPlan = false
    /// The order: earlier terms count more; without terms the store chooses.
    public var sort: [SortTerm] = []
    /// The most results; nil for all.
    public var limit: Int?
    /// How many results are left out first.
    public var offset = 0
    /// What the fetch gives.
    public var shape: Shape = .rows
    /// The flag that cancels the fetch; nil when nobody can.
    public var cancellation: Cancellation?

    /// A plan for all rows of an entity.
    public init(entity: Int32) { self.entity = entity }

    /// What a fetch gives.
    public enum Shape: Sendable, Hashable {
        case rows
        case keys
        case count
        /// Values instead of objects: one tuple per result, in the order of the columns.
        case tuples(TupleShape)
    }
}

/// One sort descriptor.
public struct SortTerm: Sendable, Hashable {
    /// A key path of attributes and to-one steps; a last "@count" counts a to-many relationship.
    public var keys: [String]
    /// Whether small values come first.
    public var isAscending: Bool
    /// How texts are compared.
    public var collation: Collation

    /// Makes a term.
    public init(_ keys: [String], isAscending: Bool = true, collation: Collation = .literal) {
        self.keys = keys
        self.isAscending = isAscending
        self.collation = collation
    }

    /// How texts are compared.
    public enum Collation: Sendable, Hashable {
        /// compare:
        case literal
        /// caseInsensitiveCompare:
        case caseInsensitive
        /// localizedCompare:, localizedCaseInsensitiveCompare:, localizedStandardCompare:
        case localized, localizedCaseInsensitive, localizedStandard
    }
}

/// The columns of a dictionary result.
public struct TupleShape: Sendable, Hashable {
    /// The values of a tuple, in their order.
    public var columns: [Column]
    /// Whether equal tuples come once.
    public var isDistinct = false
    /// What the rows of one group have in common; empty for no groups.
    public var groupBy: [ExpressionNode] = []
    /// What a group must satisfy.
    public var having: PredicateNode?

    /// Makes a shape without groups.
    public init(columns: [Column]) { self.columns = columns }

    /// One value of a tuple.
    public struct Column: Sendable, Hashable {
        /// The key of the value in the dictionary.
        public var name: String
        /// How the value is computed.
        public var expression: ExpressionNode
        /// What the result is read as.
        public var type: StoredAttributeType

        /// Makes a column.
        public init(name: String, expression: ExpressionNode, type: StoredAttributeType) {
            self.name = name
            self.expression = expression
            self.type = type
        }
    }
}

/// What a fetch gives, by its shape.
public enum FetchOutcome: Sendable {
    case rows([Row])
    case keys([ObjectKey])
    case count(Int)
    case tuples([[StoredValue]])
}
