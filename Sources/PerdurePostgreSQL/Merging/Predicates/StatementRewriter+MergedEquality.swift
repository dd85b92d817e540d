// SPDX-License-Identifier: Apache-2.0
// What the server decides about sets and dictionaries that merge (PG-122): whether a set holds a constant, whether an entry equals one,
// and whether there is an entry. A constant must have one spelling, and a dictionary no tags.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// Whether a set holds a constant; nil for all other comparisons.
    func held(
        _ test: MergedTest, _ left: MergedSide, _ right: MergedSide, _ arguments: [SQLExpression],
        isFilter: Bool
    ) -> SQLExpression? {
        guard test.options.isEmpty, test.form.isEmpty else { return nil }
        switch (test.comparison, test.qualifier, left, right) {
        case (.contains, .direct, .asked(_, .set(_, let rule)), .constant(let element)),
            (.equal, .any, .asked(_, .set(_, let rule)), .constant(let element)):
            return held(arguments[0], rule, element, isFilter: isFilter)
        case (.isIn, .direct, .constant(let element), .asked(_, .set(_, let rule))):
            return held(arguments[2], rule, element, isFilter: isFilter)
        default: return nil
        }
    }

    private func held(
        _ set: SQLExpression, _ rule: MergeRule, _ element: ConstantValue, isFilter: Bool
    ) -> SQLExpression? {
        guard let binding = element.spelling(of: rule.element) else { return nil }
        // An index on elements serves the operator alone, which is unknown where there is no set.
        if isFilter, let list = SQLBoundList(one: binding) {
            let elements = SQLExpression.cast(.value(.list(list)), arrayType(rule).typeName)
            return .binary(set, .overlaps, elements)
        }
        return .isNotNull(.call("array_position", [set, .value(binding)]))
    }

    // MARK: Entries

    /// Whether an entry equals a constant, or is there at all; nil for all other comparisons.
    ///
    /// The client is asked about dictionaries with tags alone.
    func entry(
        _ test: MergedTest, _ left: MergedSide, _ right: MergedSide, _ arguments: [SQLExpression],
        isFilter: Bool
    ) throws -> SQLExpression? {
        let (dictionary, path, constant): (SQLExpression, [String], ConstantValue)
        switch (left, right) {
        case (.asked(_, .entry(let keys)), .constant(let value)):
            (dictionary, path, constant) = (arguments[0], keys, value)
        case (.constant(let value), .asked(_, .entry(let keys))):
            (dictionary, path, constant) = (arguments[2], keys, value)
        default: return nil
        }
        guard let entry = MergedEntry.plain(dictionary, path), let found = judged(test, entry, constant)
        else { return nil }
        let hasTags = MergedEntry.hasTags(dictionary)
        let asked = try asked(test.comparing, left, right, hasTags, isFilter: isFilter)
        // Indexes serve alternatives and no choice (MergeIndexDefinitions.swift).
        if isFilter, let equal = equal(test, entry, constant) {
            return .or([.and([equal, .not(hasTags)]), .and([hasTags, asked])])
        }
        return .choice(hasTags, then: asked, otherwise: found)
    }

    /// Whether an entry is one of the spellings of a constant, unknown where there is none; nil for all other comparisons.
    private func equal(_ test: MergedTest, _ entry: SQLExpression, _ constant: ConstantValue)
        -> SQLExpression?
    {
        guard test.comparison == .equal, test.form.isEmpty, let spellings = constant.jsonSpellings else {
            return nil
        }
        return .inList(entry, spellings.map { .cast(.value(.text($0)), "jsonb") })
    }

    /// The server's own judgement of an entry; nil where it has none.
    private func judged(_ test: MergedTest, _ entry: SQLExpression, _ constant: ConstantValue)
        -> SQLExpression?
    {
        guard test.options.isEmpty, test.qualifier == .direct else { return nil }
        let isNullTest = test.form == .nullRight || test.form == .nullLeft
        switch test.comparison {
        case .equal where isNullTest: return isNothing(entry)
        case .notEqual where isNullTest: return .not(isNothing(entry))
        case .equal where test.form.isEmpty:
            guard let isEqual = equal(test, entry, constant) else { return nil }
            return test.nulls == .sql
                ? .choice(isNothing(entry), then: .null, otherwise: isEqual)
                : .isTrue(isEqual)
        default: return nil
        }
    }

    private func isNothing(_ entry: SQLExpression) -> SQLExpression {
        .binary(
            .fallback(.call("jsonb_typeof", [entry]), .value(.text("null"))), .equal, .value(.text("null")))
    }
}

extension SQLBoundList {
    /// A list of one element; nil for what no set holds.
    fileprivate init?(one binding: SQLBinding) {
        switch binding {
        case .integer(let number): self = .integers([number])
        case .uuid(let uuid): self = .uuids([uuid])
        case .text(let text): self = .texts([text])
        default: return nil
        }
    }
}

extension ConstantValue {
    /// The only element of a set that equals the constant; nil where others may, or none.
    fileprivate func spelling(of element: MergeRule.Element) -> SQLBinding? {
        switch (self, element) {
        case (.integer(let number), .integer): .integer(number)
        case (.uuid(let uuid), .uuid): .uuid(uuid)
        case (.string(let text), .string) where text.hasOneSpelling: .text(text)
        case (.string(let text), .uri) where text.hasOneSpelling: .text(text)
        default: nil
        }
    }

    /// All plain JSON that equals the constant; nil where the server cannot know it.
    fileprivate var jsonSpellings: [String]? {
        switch self {
        case .string(let text) where text.hasOneSpelling: [DictionaryJSON.text(.string(text))]
        case .integer(let number): ["\(number)"] + Self.flag(number)
        case .boolean(let flag): [flag ? "1" : "0", flag ? "true" : "false"]
        default: nil
        }
    }

    /// The flag that equals a number.
    private static func flag(_ number: Int64) -> [String] {
        number == 1 ? ["true"] : number == 0 ? ["false"] : []
    }
}

extension String {
    /// Whether no other text is canonically equal.
    ///
    /// Three characters of ASCII have a twin: K, the semicolon, and the grave accent.
    fileprivate var hasOneSpelling: Bool {
        utf8.allSatisfy { $0 > 0 && $0 < 128 && !"K;`".utf8.contains($0) }
    }
}
#endif
