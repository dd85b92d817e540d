// SPDX-License-Identifier: Apache-2.0
// Comparisons of values in dictionary attributes. The values have no declared type, so two values of different kinds are no
// error. Stores call this code from SQL, and the evaluator calls it too (Evaluation+Predicates.swift).

/// A comparison of an untyped value, by the rules of the evaluator.
package struct UntypedComparison: Sendable {
    private let operators: ComparisonOperators
    private let qualifier: ComparisonNode.Qualifier

    /// The parts of a comparison's form that the values do not show.
    package struct Form: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// The left side is written or bound as nil: the comparison is a test for nil.
        package static let nullLeft = Form(rawValue: 1)
        package static let nullRight = Form(rawValue: 2)
        /// The collection of IN or CONTAINS is written out.
        package static let list = Form(rawValue: 4)
        /// With ANY and ALL: the left side belongs to one member of a relationship, and may be a single value.
        package static let ofMember = Form(rawValue: 8)
        /// The right side is the only element of a list.
        package static let singleElement = Form(rawValue: 16)
    }

    private let form: Form

    package init(
        _ comparison: ComparisonNode.Comparison, options: ComparisonOptions,
        qualifier: ComparisonNode.Qualifier, nulls: NullSemantics, form: Form
    ) {
        operators = ComparisonOperators(
            comparison: comparison, options: options, nullSemantics: nulls,
            isLeftNull: form.contains(.nullLeft), isRightNull: form.contains(.nullRight),
            isList: form.contains(.list))
        self.qualifier = qualifier
        self.form = form
    }

    /// Whether the comparison holds; nil for unknown.
    ///
    /// - Throws: `CoreDataException` for a pattern that cannot be used.
    package func truth(_ left: ConstantValue, _ right: ConstantValue) throws -> Bool? {
        let right = form.contains(.singleElement) ? .array([right]) : right
        switch qualifier {
        case .direct: return try operators.wholeTruth(left, right, isUntyped: { true })
        case .any:
            return try members(of: left).contains {
                try operators.truth($0, right, isUntyped: { true }) == true
            }
        case .all:
            return try members(of: left).allSatisfy {
                try operators.truth($0, right, isUntyped: { true }) == true
            }
        }
    }

    private func members(of value: ConstantValue) -> [ConstantValue] {
        if value.isCollection { return value.flattened.elements ?? [] }
        return form.contains(.ofMember) ? [value] : []
    }
}

extension ComparisonOperators {
    /// The truth of a comparison without ANY and ALL, whose collections may be nested.
    func wholeTruth(
        _ left: ConstantValue, _ right: ConstantValue, isUntyped: () throws -> Bool
    ) throws -> Bool? {
        switch comparison {
        case .isIn: try truth(left, isList ? right : right.flattened, isUntyped: isUntyped)
        case .contains: try truth(isList ? left : left.flattened, right, isUntyped: isUntyped)
        default: try truth(left, right, isUntyped: isUntyped)
        }
    }

    /// The truth of a comparison; if a value is untyped, kinds that do not fit are no error.
    func truth(
        _ left: ConstantValue, _ right: ConstantValue, isUntyped: () throws -> Bool
    ) throws -> Bool? {
        do { return try truth(left, right) } catch {
            guard !accepts(left, right), try isUntyped() else { throw error }
            if comparison == .between, let bounds = right.elements, bounds.count == 2 {
                // Each bound counts for itself.
                let above = try operators(.greaterThanOrEqual).truth(left, bounds[0], isUntyped: { true })
                let below = try operators(.lessThanOrEqual).truth(left, bounds[1], isUntyped: { true })
                return above == false || below == false ? false : above.flatMap { _ in below }
            }
            return nullSemantics == .sql ? nil : false
        }
    }

    private func operators(_ comparison: ComparisonNode.Comparison) -> ComparisonOperators {
        ComparisonOperators(
            comparison: comparison, options: options, nullSemantics: nullSemantics, isLeftNull: isLeftNull,
            isRightNull: isRightNull, isList: false)
    }

    /// Whether the operator is made for values of these kinds.
    private func accepts(_ left: ConstantValue, _ right: ConstantValue) -> Bool {
        switch comparison {
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: left.hasOrder(with: right)
        case .between:
            right.elements.map { $0.count != 2 || $0.allSatisfy(left.hasOrder(with:)) } ?? false
        case .isIn: left.mayBeContained(in: right)
        case .contains: right.mayBeContained(in: left)
        case .beginsWith, .endsWith, .like, .matches:
            [left, right].allSatisfy { $0 == .null || $0.text != nil }
        default: true
        }
    }
}

extension ConstantValue {
    fileprivate func hasOrder(with other: ConstantValue) -> Bool {
        switch (self, other) {
        case (.null, _), (_, .null), (.date, .date), (.uuid, .uuid), (.data, .data), (.reference, .reference):
            true
        default: text != nil && other.text != nil || Number(self) != nil && Number(other) != nil
        }
    }

    fileprivate func mayBeContained(in whole: ConstantValue) -> Bool {
        whole == .null || whole.elements != nil || whole.text != nil && (self == .null || text != nil)
    }
}
