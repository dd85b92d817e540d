// SPDX-License-Identifier: Apache-2.0
// Strings in an order of their own. Foundation on Linux has one comparator of strings, the lexical one; so a sort descriptor with
// another one reads its strings through a key path that ends here (SwiftDataPredicates/Sorting/TextComparator.swift), and compares what
// it finds.

import Foundation

/// A string that is ordered by a comparator; only key paths of sort descriptors lead to it.
package protocol OrderedText: Comparable {
    var text: String { get }
    static var order: StringOrder { get }
    init(text: String)
}

extension OrderedText {
    package static func < (left: Self, right: Self) -> Bool {
        order.compare(left.text, right.text) == .orderedAscending
    }

    package static func == (left: Self, right: Self) -> Bool {
        order.compare(left.text, right.text) == .orderedSame
    }
}

/// A string in the order of lists that users see: numbers in it by their value.
package struct StandardText: OrderedText {
    package let text: String
    package static var order: StringOrder { .localizedStandard }

    package init(text: String) { self.text = text }
}

/// A string in the order of the user's language.
package struct LocalizedText: OrderedText {
    package let text: String
    package static var order: StringOrder { .localized }

    package init(text: String) { self.text = text }
}

extension String {
    package var standardText: StandardText { StandardText(text: self) }
    package var localizedText: LocalizedText { LocalizedText(text: self) }
}

extension String? {
    package var standardText: StandardText? { map(StandardText.init) }
    package var localizedText: LocalizedText? { map(LocalizedText.init) }
}

extension StringOrder {
    /// The order that a type of strings stands for; nil for any other type.
    package init?(orderedText type: Any.Type) {
        switch type {
        case is StandardText.Type, is StandardText?.Type: self = .localizedStandard
        case is LocalizedText.Type, is LocalizedText?.Type: self = .localized
        default: return nil
        }
    }
}
