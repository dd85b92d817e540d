// SPDX-License-Identifier: Apache-2.0
// The part of a fetch that decides the text of its statement: everything but the values of its constants.
// FetchStatementCache.swift uses it as the key of translated fetches.

import PerdurePredicates
import PerdureStore

/// A fetch plan without the values of its constants.
///
/// Only simple plans have a shape: their predicates are comparisons of key paths with constants, joined by AND. In such a
/// comparison the kind of a constant decides the text, never its value. Only the translator knows the effect of other
/// constants (nil, a pattern, a text with accents, a long list) on the text.
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

    /// The values of the constants, in the order of the predicate.
    struct Values {
        fileprivate(set) var constants: [ConstantValue] = []

        /// Whether a constant is bound in two spellings: a UUID among texts.
        func haveSpellings(as types: [ValueType]) -> Bool {
            zip(constants, types).contains { constant, type in
                if case .uuid = constant { type.isText } else { false }
            }
        }

        /// Whether an adapter may choose the text by a value: a double beside a decimal may be whole or not.
        func depend(on types: [ValueType]) -> Bool {
            zip(constants, types).contains { constant, type in
                if case .double = constant, case .attribute(.decimal) = type { true } else { false }
            }
        }
    }

    /// Splits a plan into shape and values; nil for a plan that is not simple.
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

    /// The limit for the number of comparisons in a simple predicate, and for the depth of its ANDs.
    private static let most = 16

    /// Collects comparisons from left to right, as the translator joins them.
    ///
    /// Returns false for a predicate that is not simple.
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
    /// The kind of each constant.
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

    /// The keys of a plain path; nil for a path with a collection operator, where a number can decide the form of the
    /// statement.
    private static func keys(_ expression: ExpressionNode) -> [String]? {
        switch expression {
        case .evaluatedObject: []
        case .keyPath(base: .evaluatedObject, let keys) where keys.allSatisfy({ !$0.hasPrefix("@") }): keys
        default: nil
        }
    }

    /// The longest list whose constants have their own placeholders; `SQLDialect.longestPlainList` may be longer.
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
        // NaN never equals itself, so it would never find a kept statement.
        case .double(let number) where !number.isNaN: self = .double
        case .date(let date) where !date.timeIntervalSinceReferenceDate.isNaN: self = .date
        case .uuid: self = .uuid
        case .reference: self = .reference
        // Other texts may have several spellings, and the statement looks for each of them.
        // U+0000 has no place in some databases.
        case .string(let text) where text.utf8.allSatisfy({ 1..<128 ~= $0 }): self = .asciiText
        default: return nil
        }
    }
}
