// SPDX-License-Identifier: Apache-2.0
// The names of functions and collations in statements. An engine must register them. Their results must equal those of the
// evaluator in PerdurePredicates (StringMatching).

import PerdurePredicates
import PerdureStore

/// Functions that an engine registers on each connection.
///
/// All functions are deterministic. NULL for any argument gives NULL. `options` is the raw value of `ComparisonOptions`.
package enum SQLFunction: String, Sendable, CaseIterable {
    /// (text, part, options) → 0 or 1
    case contains = "PERDURE_CONTAINS"
    /// (text, prefix, options) → 0 or 1
    case beginsWith = "PERDURE_BEGINSWITH"
    /// (text, suffix, options) → 0 or 1
    case endsWith = "PERDURE_ENDSWITH"
    /// (text, pattern with ? and *, options) → 0 or 1
    case like = "PERDURE_LIKE"
    /// (text, regular expression, options) → 0 or 1; an error for an invalid or too costly pattern
    case matches = "PERDURE_MATCHES"
    /// (left, right, options) → 0 or 1
    case equal = "PERDURE_EQUAL"
    /// (left, right, options) → -1, 0 or 1
    case compare = "PERDURE_COMPARE"
    /// (text) → text in lower case, whole of Unicode
    case lowercase = "PERDURE_LOWERCASE"
    /// (text) → text in upper case, whole of Unicode
    case uppercase = "PERDURE_UPPERCASE"
    /// (text) → text without case and diacritics
    case canonical = "PERDURE_CANONICAL"
    /// (text) → length in UTF-16 units, as NSString counts
    case length = "PERDURE_LENGTH"
    /// (text) → number of characters, as Swift counts
    case characterCount = "PERDURE_CHARACTERCOUNT"
    /// (text) → the number at its beginning: an integer where the whole text writes one, otherwise a double
    case number = "PERDURE_NUMBER"
    /// (bytes of a UUID, text) → 0 or 1: whether the text writes the UUID, in upper or lower case
    case writesUUID = "PERDURE_WRITESUUID"
    /// (integer) → the double with this bit pattern; carries long lists of doubles exactly
    case real = "PERDURE_REAL"
    /// (text of hexadecimal digits) → bytes; carries long lists of UUIDs and data
    case bytes = "PERDURE_BYTES"

    package var argumentCount: Int {
        switch self {
        case .contains, .beginsWith, .endsWith, .like, .matches, .equal, .compare: 3
        case .writesUUID: 2
        case .lowercase, .uppercase, .canonical, .length, .characterCount, .number, .real, .bytes: 1
        }
    }
}

/// Collations that an engine registers on each connection, for sorting.
package enum SQLCollation: String, Sendable, CaseIterable {
    case caseInsensitive = "PERDURE_CASEINSENSITIVE"
    case localized = "PERDURE_LOCALIZED"
    case localizedCaseInsensitive = "PERDURE_LOCALIZED_CASEINSENSITIVE"
    case localizedStandard = "PERDURE_LOCALIZED_STANDARD"

    /// The collation for a sort term; nil for the column's own order, which is by code points.
    package init?(_ collation: SortTerm.Collation) {
        switch collation {
        case .literal: return nil
        case .caseInsensitive: self = .caseInsensitive
        case .localized: self = .localized
        case .localizedCaseInsensitive: self = .localizedCaseInsensitive
        case .localizedStandard: self = .localizedStandard
        }
    }
}
