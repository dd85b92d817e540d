// SPDX-License-Identifier: Apache-2.0
// The SQL functions that read sets and dictionaries that merge. An engine must register them. Their results equal those of
// the evaluator (UntypedComparison). Unreadable bytes count as an empty set or dictionary.

import PerdurePredicates
import PerdureStore

/// Functions that an engine registers on each connection, for statements only: no trigger or view may call them.
///
/// All functions are deterministic. A form says how to read a value: a number is a `MergedForm`, a text is the path to an
/// entry of a dictionary.
package enum MergedFunction: String, Sendable, CaseIterable {
    /// (left, its form, right, its form, `MergedTest`) → 0, 1, or NULL for unknown
    case test = "PERDURE_TEST"
    /// (set, its form) → the number of elements
    case count = "PERDURE_ELEMENTCOUNT"
    /// (dictionary, path, 0 or 1) → a number, a text, bytes, or NULL; with 1, a number or NULL
    case entry = "PERDURE_ENTRY"
    /// (dictionary, path) → the entry with its type, as `ConstantValue.packed()` writes it; NULL without an entry
    case packedEntry = "PERDURE_PACKEDENTRY"

    package var argumentCount: Int {
        switch self {
        case .test: 5
        case .entry: 3
        case .count, .packedEntry: 2
        }
    }
}

/// How `MergedFunction.test` reads a value.
package enum MergedForm: Int64, Sendable {
    /// As the type that the database has stored.
    case plain = 0
    /// A number of seconds.
    case date = 1
    /// 16 bytes.
    case uuid = 2
    /// `ConstantValue.packed()`
    case packed = 3
    case strings = 10
    case integers = 11
    case uuids = 12
    case uris = 13

    init(_ element: MergeRule.Element) {
        self =
            switch element {
            case .string: .strings
            case .integer: .integers
            case .uuid: .uuids
            case .uri: .uris
            }
    }

    /// The rule for reading a set; nil for single values.
    package var rule: MergeRule? {
        guard rawValue >= Self.strings.rawValue else { return nil }
        var rule = MergeRule(.set, type: .binary)
        switch self {
        case .integers: rule.element = .integer
        case .uuids: rule.element = .uuid
        case .uris: rule.element = .uri
        default: rule.element = .string
        }
        return rule
    }
}

/// The parameters of `MergedFunction.test` as one number: 8 bits for the operator, 4 for its options, 2 for ANY and ALL, 1
/// for the rules for nil, and then `UntypedComparison.Form`.
package struct MergedTest: Sendable {
    package let comparison: ComparisonNode.Comparison
    package let options: ComparisonOptions
    package let qualifier: ComparisonNode.Qualifier
    package let nulls: NullSemantics
    package let form: UntypedComparison.Form

    init(
        _ comparison: ComparisonNode.Comparison, _ options: ComparisonOptions,
        _ qualifier: ComparisonNode.Qualifier, _ nulls: NullSemantics, _ form: UntypedComparison.Form
    ) {
        self.comparison = comparison
        self.options = options
        self.qualifier = qualifier
        self.nulls = nulls
        self.form = form
    }

    package var number: Int64 {
        Int64(
            comparison.rawValue | options.rawValue << 8 | qualifier.rawValue << 12
                | (nulls == .sql ? 1 << 14 : 0) | UInt(form.rawValue) << 15)
    }

    /// Reads the number; nil for an invalid one.
    package init?(number: Int64) {
        guard let bits = UInt(exactly: number),
            let comparison = ComparisonNode.Comparison(rawValue: bits & 0xFF),
            let qualifier = ComparisonNode.Qualifier(rawValue: bits >> 12 & 3)
        else { return nil }
        self.init(
            comparison, ComparisonOptions(rawValue: bits >> 8 & 0xF), qualifier,
            bits >> 14 & 1 == 1 ? .sql : .foundation, UntypedComparison.Form(rawValue: Int(bits >> 15)))
    }

    package var comparing: UntypedComparison {
        UntypedComparison(comparison, options: options, qualifier: qualifier, nulls: nulls, form: form)
    }
}
