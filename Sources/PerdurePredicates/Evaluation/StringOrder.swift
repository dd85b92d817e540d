// SPDX-License-Identifier: Apache-2.0
// The orders that sort descriptors name by a selector, as functions of two strings: for sorting in
// memory and for a store's collations. Folding is in StringMatching.swift.

import Foundation

/// An order of strings.
package enum StringOrder: Sendable, Hashable {
    /// compare: (by UTF-8 bytes, as databases do)
    case literal
    /// caseInsensitiveCompare:
    case caseInsensitive
    /// localizedCompare:
    case localized
    /// localizedCaseInsensitiveCompare:
    case localizedCaseInsensitive
    /// localizedStandardCompare: (numbers in strings by value)
    case localizedStandard

    /// Compares two strings in this order.
    package func compare(_ left: String, _ right: String) -> ComparisonResult {
        switch self {
        case .literal: StringMatching.order(bytesOf: left, right)
        case .caseInsensitive: StringMatching.compare(left, right, options: .caseInsensitive)
        case .localized: left.compare(right, options: [], range: nil, locale: .current)
        case .localizedCaseInsensitive:
            left.compare(right, options: .caseInsensitive, range: nil, locale: .current)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }
}
