// SPDX-License-Identifier: Apache-2.0
// The reserved words: a key with such a name needs an escape (`#any`). Some of the words are operators.

/// Words that have a meaning of their own where a key could stand; their case does not matter.
enum ReservedWord: String, CaseIterable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case isIn = "IN"
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
    case like = "LIKE"
    case caseInsensitive = "CASEINSENSITIVE"
    case caseInsensitiveShort = "CI"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case null = "NULL"
    case `nil` = "NIL"
    case itself = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case fetch = "FETCH"
    case cast = "CAST"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case conformsTo = "UTI-CONFORMS-TO"
    case equalsType = "UTI-EQUALS"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"

    init?(_ word: String) { self.init(rawValue: word.uppercased()) }

    /// Whether the word is a plain key unless its surroundings give it another meaning.
    var isKeyElsewhere: Bool {
        switch self {
        case .caseInsensitive, .caseInsensitiveShort, .first, .last, .size, .subquery, .fetch, .cast,
            .ternary,
            .function, .union, .intersect, .minus:
            true
        default: false
        }
    }

    /// The comparison that the word stands for.
    var comparison: ComparisonNode.Comparison? {
        switch self {
        case .isIn: .isIn
        case .like: .like
        case .matches: .matches
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .between: .between
        default: nil
        }
    }

    var setOperation: ExpressionNode.SetOperation? {
        switch self {
        case .union: .union
        case .intersect: .intersect
        case .minus: .minus
        default: nil
        }
    }
}

extension Token.Symbol {
    /// The comparison that the symbol stands for.
    var comparison: ComparisonNode.Comparison? {
        switch self {
        case .equal, .doubleEqual: .equal
        case .notEqual, .lessOrGreater: .notEqual
        case .less: .lessThan
        case .lessOrEqual, .equalOrLess: .lessThanOrEqual
        case .greater: .greaterThan
        case .greaterOrEqual, .equalOrGreater: .greaterThanOrEqual
        default: nil
        }
    }
}
