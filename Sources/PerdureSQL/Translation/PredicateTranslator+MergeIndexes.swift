// SPDX-License-Identifier: Apache-2.0
// The comparisons of elements and entries that can use an index: comparisons with constants, without options, when equal
// values have one form in the index (MergeIndex.value). Part of PredicateTranslator+Merged.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    /// Narrows a comparison to the candidates of an index, if one fits.
    func narrowed(
        _ test: SQLExpression, _ left: Operand, _ node: ComparisonNode, _ right: Operand
    ) -> SQLExpression {
        guard !mapping.mergeIndexes.declared.isEmpty, node.options.isEmpty,
            let candidates = candidates(left, node, right)
        else { return test }
        return .narrowed(test, by: candidates)
    }

    private func candidates(_ left: Operand, _ node: ComparisonNode, _ right: Operand) -> SQLCandidates? {
        switch (left, right) {
        case (.merged(let set), .constant(let constant)) where set.isSet && node.qualifier != .all:
            return candidates(set, ofSet(node, constant))
        case (.constant(let constant), .merged(let set)) where set.isSet && node.comparison == .isIn:
            return candidates(set, element(constant, set).map { .compared(.equal, $0) })
        case (.merged(let entry), .constant(let constant)) where node.qualifier == .direct:
            return candidates(entry, values(node.comparison, constant))
        case (.constant(let constant), .merged(let entry)) where node.comparison == .equal:
            return candidates(entry, values(.equal, constant))
        default: return nil
        }

        func ofSet(_ node: ComparisonNode, _ constant: ConstantValue) -> SQLCandidates.Values? {
            guard case .merged(let set) = left else { return nil }
            switch (node.qualifier, node.comparison, constant) {
            case (.direct, .contains, _), (.any, .equal, _):
                return element(constant, set).map { .compared(.equal, $0) }
            case (.any, .isIn, .array(let constants)):
                let elements = constants.compactMap { element($0, set) }
                return elements.count == constants.count ? .list(elements) : nil
            default: return nil
            }
        }
    }

    private func candidates(_ part: MergedOperand, _ values: SQLCandidates.Values?) -> SQLCandidates? {
        guard let values, let table = try? mapping.table(of: part.owner.entity).name,
            let index = mapping.mergeIndexes.index(table: table, column: part.column.name)
        else { return nil }
        let name: String
        switch part.part {
        case .elements: name = ""
        case .entry(let path): name = path.joined(separator: ".")
        case .dictionary: return nil
        }
        guard index.keys.contains(name) else { return nil }
        return SQLCandidates(
            key: part.owner.key, entries: index.entries, stale: index.stale, name: name, values: values)
    }

    /// The form of an element in the index of a set; nil for a constant that may equal elements of several forms.
    private func element(_ constant: ConstantValue, _ set: MergedOperand) -> SQLBinding? {
        guard case .elements(let type) = set.part else { return nil }
        switch (type, constant) {
        case (.string, .string), (.uri, .string), (.string, .url), (.uri, .url), (.integer, .integer),
            (.integer, .double), (.integer, .boolean), (.uuid, .uuid):
            return MergeIndex.value(of: constant)
        case (.uuid, .string(let text)):
            return UUID(uuidString: text).map { .text($0.uuidString) }
        default: return nil
        }
    }

    /// The index values of the entries for which a comparison may hold; nil when the index cannot tell.
    ///
    /// Three kinds of values cannot use all comparisons: predicates order texts in their own way, a UUID equals its text, and
    /// a decimal may have more digits than the index.
    private func values(_ comparison: ComparisonNode.Comparison, _ constant: ConstantValue) -> SQLCandidates
        .Values?
    {
        if case .array(let constants) = constant { return values(comparison, constants) }
        guard let value = value(constant) else { return nil }
        if comparison == .equal { return .compared(.equal, value) }
        guard constant.isOrderedInIndexes else { return nil }
        switch comparison {
        case .lessThan: return .compared(.less, value)
        case .lessThanOrEqual: return .compared(.lessOrEqual, value)
        case .greaterThan: return .compared(.greater, value)
        case .greaterThanOrEqual: return .compared(.greaterOrEqual, value)
        default: return nil
        }
    }

    private func values(_ comparison: ComparisonNode.Comparison, _ constants: [ConstantValue])
        -> SQLCandidates.Values?
    {
        let values = constants.compactMap(value)
        guard values.count == constants.count, values.count <= dialect.longestPlainList else { return nil }
        switch comparison {
        case .isIn: return .list(values)
        case .between where constants.count == 2 && constants.allSatisfy(\.isOrderedInIndexes):
            return .between(values[0], values[1])
        default: return nil
        }
    }

    private func value(_ constant: ConstantValue) -> SQLBinding? {
        switch constant {
        case .uuid, .decimal: return nil
        default: return MergeIndex.value(of: constant)
        }
    }
}

extension ConstantValue {
    /// Whether the index orders these values as predicates do.
    fileprivate var isOrderedInIndexes: Bool {
        switch self {
        case .integer, .boolean, .date: true
        case .double(let number): !number.isNaN
        default: false
        }
    }
}
