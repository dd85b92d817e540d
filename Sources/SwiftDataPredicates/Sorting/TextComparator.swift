// SPDX-License-Identifier: Apache-2.0
// SortDescriptor's comparators of strings that Foundation on Linux lacks, so that sources written for Apple compile. The orders are
// OrderedText.swift's in PerdurePredicates; FetchTerms+Sorting.swift finds them again.

import Foundation
import PerdurePredicates

/// The orders of strings of `SortDescriptor` beside `.lexical`.
///
/// ## Compatibility
/// On Apple's systems these are values of `String.StandardComparator`, of which Foundation on Linux has `.lexical` alone.
public struct TextComparator: Sendable, Hashable {
    enum Rule: Sendable, Hashable { case standard, localized }
    let rule: Rule

    /// The order of lists that users see: numbers in strings by their value.
    public static let localizedStandard = TextComparator(rule: .standard)
    /// The order of the user's language.
    public static let localized = TextComparator(rule: .localized)
}

extension SortDescriptor {
    /// Makes a sort descriptor for a string by a comparator.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - comparator: The order of strings.
    ///   - order: The direction.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: TextComparator,
        order: SortOrder = .forward
    ) {
        switch comparator.rule {
        case .standard: self.init(OrderedKeyPaths.remember(keyPath, \.standardText), order: order)
        case .localized: self.init(OrderedKeyPaths.remember(keyPath, \.localizedText), order: order)
        }
    }

    /// Makes a sort descriptor for an optional string by a comparator; nil comes first in forward order.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - comparator: The order of strings.
    ///   - order: The direction.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: TextComparator,
        order: SortOrder = .forward
    ) {
        switch comparator.rule {
        case .standard: self.init(OrderedKeyPaths.remember(keyPath, \.standardText), order: order)
        case .localized: self.init(OrderedKeyPaths.remember(keyPath, \.localizedText), order: order)
        }
    }

    /// Makes a sort descriptor for a string, in the order of lists that users see.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - order: The direction.
    public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
        self.init(keyPath, comparator: .localizedStandard, order: order)
    }

    /// Makes a sort descriptor for an optional string, in the order of lists that users see; nil comes first in forward order.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - order: The direction.
    public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
        self.init(keyPath, comparator: .localizedStandard, order: order)
    }
}
