// SPDX-License-Identifier: Apache-2.0
// What of a fetch decides the text of its statement: everything but the values of its constants. KnownFetches.swift
// keeps translated fetches by it.

import PerdurePredicates
import PerdureStore

/// A fetch plan without the values of its constants.
///
/// Only simple plans have a shape: their predicates are comparisons of key paths with constants, joined by AND, in which
/// the kind of a constant decides the text, and never its value. What other constants do to the text (nil, a pattern, a
/// text with accents, a long list) is the translator's alone to know.
struct FetchShape: Hashable {
    private let entity: Int32
    private let includesSubentities: Bool
    private let nullSemantics: NullSemantics
    private let sort: [SortTerm]
    private let hasLimit: Bool
    private let hasOffset: Bool
    private let result: Result
    private let comparisons: [ComparisonShape]

    private enum Result { case rows, keys, count }

    /// The values that the shape leaves out, in the order of the predicate.
    struct Values {
        fileprivate(set) var constants: [ConstantValue] = []
    }

    /// Takes a plan apart; nil for one that is not simple.
    init?(_ plan: FetchPlan, _ values: inout Values) {
        switch plan.shape {
        case .rows: result = .rows
        case .keys: result = .keys
        case .count: result = .count
        case .tuples: return nil
        }
        var comparisons: [ComparisonShape] = []
        if let predicate = plan.predicate {
            guard Self.collect(predicate, into: &comparisons, &values, depth: 0) else { return nil }
        }
        self.comparisons = comparisons
        entity = plan.entity
        includesSubentities = plan.includesSubentities
        nullSemantics = plan.nullSemantics
        sort = plan.sort
        hasLimit = plan.limit != nil
        hasOffset = plan.offset > 0
    }

    /// How many comparisons a simple predicate has at most, and how deep its ANDs may be.
    private static let most = 16

    /// Collects comparisons from left to right, as the translator joins them; false for a predicate that is not simple.
    private static func collect(
        _ predicate: PredicateNode, into comparisons: inout [ComparisonShape], _ values: inout Values,
        depth: Int
    ) -> Bool {
        switch predicate {
        case .comparison(let node):
            guard comparisons.count < most, let shape = ComparisonShape(node, &values) else { return false }
            comparisons.append(shape)
            return true
        case .and(let parts) where parts.count > 1 && depth < most:
            return parts.allSatisfy { collect($0, into: &comparisons, &values, depth: depth + 1) }
        default:
            return false
        }
    }
}

/// A comparison of a key path with one constant or a short list of them.
private struct ComparisonShape: Hashable {
    private let keys: [String]
    private let comparison: ComparisonNode.Comparison
    private let options: ComparisonOptions
    /// Of each constant.
    private let kinds: [ConstantKind]
    private let isList: Bool

    init?(_ node: ComparisonNode, _ values: inout FetchShape.Values) {
        guard node.qualifier == .direct, node.options.isEmpty, let keys = Self.keys(node.left) else {
            return nil
        }
        switch node.comparison {
        case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            guard case .constant(let constant) = node.right, let kind = ConstantKind(constant) else {
                return nil
            }
            values.constants.append(constant)
            kinds = [kind]
            isList = false
        case .isIn, .between:
            guard let list = Self.list(node.right) else { return nil }
            let kinds = list.compactMap(ConstantKind.init)
            guard kinds.count == list.count else { return nil }
            values.constants += list
            self.kinds = kinds
            isList = true
        default:
            return nil
        }
        self.keys = keys
        comparison = node.comparison
        options = node.options
    }

    /// The keys of a plain path; of one with a collection operator a number may be more than a value.
    private static func keys(_ expression: ExpressionNode) -> [String]? {
        switch expression {
        case .evaluatedObject: []
        case .keyPath(base: .evaluatedObject, let keys) where keys.allSatisfy({ !$0.hasPrefix("@") }): keys
        default: nil
        }
    }

    /// The longest list whose constants are placeholders of their own; `SQLDialect.longestPlainList` may be longer.
    private static let longestList = 8

    private static func list(_ expression: ExpressionNode) -> [ConstantValue]? {
        switch expression {
        case .constant(.array(let values)):
            return values.count <= longestList ? values : nil
        case .aggregate(let elements) where elements.count <= longestList:
            let values = elements.compactMap { element -> ConstantValue? in
                guard case .constant(let value) = element else { return nil }
                return value
            }
            return values.count == elements.count ? values : nil
        default:
            return nil
        }
    }
}

/// The kinds of constants whose values do not show in a statement's text.
private enum ConstantKind: Hashable {
    case boolean, integer, double, date, uuid, reference, asciiText

    init?(_ constant: ConstantValue) {
        switch constant {
        case .boolean: self = .boolean
        case .integer: self = .integer
        // What is not a number never equals itself, and so no statement that was kept.
        case .double(let number) where !number.isNaN: self = .double
        case .date(let date) where !date.timeIntervalSinceReferenceDate.isNaN: self = .date
        case .uuid: self = .uuid
        case .reference: self = .reference
        // Others may have several spellings, each of which is looked for.
        case .string(let text) where text.utf8.allSatisfy({ $0 < 128 }): self = .asciiText
        default: return nil
        }
    }
}
