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
        case .literal: Self.compareBytes(left, right)
        case .caseInsensitive: StringMatching.compare(left, right, options: .caseInsensitive)
        case .localized: left.compare(right, options: [], range: nil, locale: .current)
        case .localizedCaseInsensitive:
            left.compare(right, options: .caseInsensitive, range: nil, locale: .current)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }

    private static func compareBytes(_ left: String, _ right: String) -> ComparisonResult {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                // Without a byte there may be no address.
                if let first = left.baseAddress, let second = right.baseAddress {
                    let order = memcmp(first, second, min(left.count, right.count))
                    if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
                }
                if left.count == right.count { return .orderedSame }
                return left.count < right.count ? .orderedAscending : .orderedDescending
            }
        }
    }
}
