// SPDX-License-Identifier: Apache-2.0
// Equality, nil, and membership in lists of any length. Part of PredicateTranslator.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    /// The test that two sides are equal.
    ///
    /// With `matchesNull`, nil equals nil by the rules of Foundation; inside of lists it never does.
    func equality(
        _ left: Operand, _ right: Operand, isEqual: Bool, _ options: ComparisonOptions,
        matchesNull: Bool = true
    ) throws -> SQLExpression {
        if let test = try mergedEquality(left, right, isEqual: isEqual, options, matchesNull: matchesNull) {
            return test
        }
        if left.isNullConstant || right.isNullConstant {
            let other = left.isNullConstant ? right : left
            return try matchesNull ? nullTest(other, isNull: isEqual) : membershipOfNull(beside: other)
        }
        try requireComparable(left, right)
        guard left.mayEqual(right), let leftValue = try value(left, for: right.type),
            let rightValue = try value(right, for: left.type)
        else { return try impossible(left, right, isEqual: isEqual) }
        let isSame = matchesNull && nullSemantics == .foundation
        if let test = equalTexts(left, leftValue, right, rightValue, options) {
            let both = SQLExpression.and([.isNull(leftValue), .isNull(rightValue)])
            let result = isSame && areOfRows(left, right) ? .or([decided(test), both]) : decided(test)
            return isEqual ? result : .not(result)
        }
        if isSame { return .binary(leftValue, isEqual ? .same : .notSame, rightValue) }
        return decided(.binary(leftValue, isEqual ? .equal : .notEqual, rightValue))
    }

    /// The equality of texts that cannot be compared byte by byte; nil for other texts and for all other values.
    private func equalTexts(
        _ left: Operand, _ leftValue: SQLExpression, _ right: Operand, _ rightValue: SQLExpression,
        _ options: ComparisonOptions
    ) -> SQLExpression? {
        if let test = writtenUUID(left, leftValue, right, rightValue) { return test }
        if usesFolding(left, right, options) || !options.contains(.normalized) && areTextsOfRows(left, right)
        {
            let isUUID = left.isUUIDConstant || right.isUUIDConstant
            let options = isUUID ? .caseInsensitive : options
            return .call(
                SQLFunction.equal.rawValue, [leftValue, rightValue, .literal(Int64(options.rawValue))])
        }
        for (side, value, other) in [(left, leftValue, rightValue), (right, rightValue, leftValue)] {
            guard case .value(let binding) = value else { continue }
            let forms = Self.spellings(of: side, as: binding, options)
            if forms.count > 1 { return .inList(other, forms.map(SQLExpression.value)) }
        }
        return nil
    }

    private func areOfRows(_ left: Operand, _ right: Operand) -> Bool {
        guard case .typed = left, case .typed = right else { return false }
        return true
    }

    /// The test that a text of a row writes a UUID of a row; nil for all other operands.
    private func writtenUUID(
        _ left: Operand, _ leftValue: SQLExpression, _ right: Operand, _ rightValue: SQLExpression
    ) -> SQLExpression? {
        guard areOfRows(left, right) else { return nil }
        switch (left.kind, right.kind) {
        case (.uuid, .text): return .call(SQLFunction.writesUUID.rawValue, [leftValue, rightValue])
        case (.text, .uuid): return .call(SQLFunction.writesUUID.rawValue, [rightValue, leftValue])
        default: return nil
        }
    }

    /// The stored forms that equal a bound constant: several for a text with accents, and for a UUID among texts.
    ///
    /// A UUID is looked for in upper and in lower case, for which an index can be used. A text that mixes them is not found.
    private static func spellings(
        of constant: Operand, as value: SQLBinding, _ options: ComparisonOptions
    ) -> [SQLBinding] {
        guard case .text(let text) = value else { return [value] }
        if constant.isUUIDConstant { return [value, .text(text.lowercased())] }
        guard !options.contains(.normalized), let forms = equivalentForms(text) else { return [value] }
        return forms.map(SQLBinding.text)
    }

    /// nil as the value that is looked for: a member of nothing, and by the rules of SQL unknown beside a value (PRE-92).
    private func membershipOfNull(beside element: Operand) throws -> SQLExpression {
        guard nullSemantics == .sql else { return .truth(false) }
        return .and([try nullTest(element, isNull: false), .null])
    }

    private func nullTest(_ operand: Operand, isNull: Bool) throws -> SQLExpression {
        guard case .typed(let value, _) = operand else {
            if case .members = operand { throw StoreError.toManyKey }
            return .truth(operand.isNullConstant == isNull)
        }
        return isNull ? .isNull(value) : .isNotNull(value)
    }

    /// The comparison of values that can never be equal: values of different kinds, or an object that cannot be in the
    /// column.
    ///
    /// By the rules of Foundation two nils are equal; by the rules of SQL a comparison with nil is unknown.
    func impossible(_ left: Operand, _ right: Operand, isEqual: Bool) throws -> SQLExpression {
        let mayBeNull = [left, right].compactMap { side -> SQLExpression? in
            guard case .typed(let value, _) = side else { return nil }
            if case .column(_, let name) = value, name == mapping.system.key { return nil }
            return value
        }
        guard !mayBeNull.isEmpty else { return .truth(!isEqual) }
        if nullSemantics == .foundation {
            guard mayBeNull.count == 2 else { return .truth(!isEqual) }
            let bothNull = SQLExpression.and(mayBeNull.map(SQLExpression.isNull))
            return isEqual ? bothNull : .not(bothNull)
        }
        let isUnknown = SQLExpression.and([.or(mayBeNull.map(SQLExpression.isNull)), .null])
        return isEqual ? isUnknown : .not(isUnknown)
    }

    /// The spellings of a text that are canonically equivalent: as given, composed, decomposed.
    ///
    /// Nil when there is only one spelling, as for all ASCII text. The column stays bare, so that an index can be used. A
    /// stored text that mixes composed and decomposed characters is not found.
    static func equivalentForms(_ text: String) -> [String]? {
        guard !text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        var forms: [String] = []
        for form in [
            text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
        ] where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
            forms.append(form)
        }
        return forms.count > 1 ? forms : nil
    }

    func membership(
        of left: Operand, in right: Operand, _ options: ComparisonOptions, _ environment: Environment
    ) throws -> SQLExpression {
        switch right {
        case .members(let members):
            return try membership(of: left, in: members, options)
        case .list, .constant(.array), .constant(.set), .constant(.dictionary):
            return try membership(of: left, in: try elements(of: right, environment), options)
        case .constant(.null):
            return .truth(false)
        default:
            return try text(.contains, right, left, options)
        }
    }

    func membership(
        of left: Operand, in elements: [Operand], _ options: ComparisonOptions
    ) throws -> SQLExpression {
        if case .members = left { throw StoreError.toManyKey }
        var constants: [SQLBinding] = []
        var tests: [SQLExpression] = []
        var incomparable: Operand?
        for element in elements where !element.isNullConstant {
            try requireComparable(left, element)
            guard case .constant(let constant) = element, case .typed = left,
                !usesFolding(left, element, options)
            else {
                tests.append(try equality(left, element, isEqual: true, options, matchesNull: false))
                continue
            }
            let value = left.mayEqual(element) ? try bind(constant, for: left.type) : nil
            let forms = value.map { Self.spellings(of: element, as: $0, options) } ?? []
            if forms.isEmpty { incomparable = element }
            constants += forms
        }
        if case .typed(let value, _) = left { tests = lists(value, constants) + tests }
        if tests.isEmpty, let incomparable { return try impossible(left, incomparable, isEqual: true) }
        return tests.count == 1 ? tests[0] : .or(tests)
    }

    /// Makes one test per kind of constant: short lists as placeholders, long lists as one bound list each.
    private func lists(_ value: SQLExpression, _ constants: [SQLBinding]) -> [SQLExpression] {
        guard !constants.isEmpty else { return [] }
        if constants.count == 1 { return [decided(.binary(value, .equal, .value(constants[0])))] }
        guard constants.count > dialect.longestPlainList else {
            return [decided(.inList(value, constants.map(SQLExpression.value)))]
        }
        let lists = BoundLists(constants)
        var tests = lists.lists.map { decided(.inBoundList(value, $0.kind, .list($0))) }
        if !lists.others.isEmpty {
            tests.append(decided(.inList(value, lists.others.map(SQLExpression.value))))
        }
        return tests
    }
}

extension Operand {
    fileprivate var isUUIDConstant: Bool {
        if case .constant(.uuid) = self { return true }
        return false
    }
}
