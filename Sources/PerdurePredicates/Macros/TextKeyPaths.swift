// SPDX-License-Identifier: Apache-2.0
// Functions of strings that Foundation on Linux has no nodes for, as key paths inside of its own nodes: the folded text of a search,
// and the order of two texts. Modules above make #Predicate's functions of them; TranslatableExpression+KeyPaths.swift knows them.

import Foundation

/// How two texts are ordered by a function of `#Predicate`.
package enum TextOrdering: Sendable, Hashable {
    case caseInsensitive, localized

    fileprivate var options: ComparisonOptions {
        switch self {
        case .caseInsensitive: .caseInsensitive
        case .localized: .localeSensitive
        }
    }
}

extension String {
    /// The text without case and accents, as a user searches in it.
    package var searchText: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: .current)
    }

    /// The order of this text and another; a subscript, so that key paths can hold it.
    package subscript(comparedTo other: String, by ordering: TextOrdering) -> ComparisonResult {
        if let probe = TextOrderProbe.current {
            probe.found = (other, ordering)
            return .orderedSame
        }
        // The order of stores, so that a program and its stores agree.
        return StringMatching.compare(self, other, options: ordering.options)
    }
}

/// Reads the arguments out of a key path of the subscript above: key paths do not give them back.
private final class TextOrderProbe: @unchecked Sendable {
    // Sendable because it lives for one synchronous call.
    @TaskLocal static var current: TextOrderProbe?
    var found: (text: String, ordering: TextOrdering)?
}

/// What a key path of a string means in a predicate.
enum TextKeyPath {
    /// The search for a text, not yet with the text.
    case search
    /// The order beside a text.
    case order(String, TextOrdering)

    init?(_ keyPath: AnyKeyPath) {
        if keyPath == \String.searchText {
            self = .search
            return
        }
        guard let keyPath = keyPath as? KeyPath<String, ComparisonResult> else { return nil }
        let probe = TextOrderProbe()
        _ = TextOrderProbe.$current.withValue(probe) { ""[keyPath: keyPath] }
        guard let found = probe.found else { return nil }
        self = .order(found.text, found.ordering)
    }

    /// The part that the key path makes of a text.
    func term(of text: Term) throws -> Term {
        switch self {
        case .search:
            var result = text
            result.isSearched = true
            return result
        case .order(let other, let ordering):
            func test(_ comparison: ComparisonNode.Comparison, _ node: ExpressionNode) -> PredicateNode {
                .comparison(
                    ComparisonNode(node, comparison, .constant(.string(other)), options: ordering.options))
            }
            func result(_ order: ComparisonResult) -> ExpressionNode {
                .constant(.integer(Int64(order.rawValue)))
            }
            let node = try text.asExpression()
            return Term(
                .value(
                    .conditional(
                        test(.lessThan, node), result(.orderedAscending),
                        .conditional(test(.equal, node), result(.orderedSame), result(.orderedDescending)))))
        }
    }
}
