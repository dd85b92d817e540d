// SPDX-License-Identifier: Apache-2.0
// The change of a set: inserted and removed elements.

import Foundation

/// An element of a mergeable set.
package enum MergeElement: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case uuid(UUID)
    /// The absolute string of a URI: of an object of another store, for example.
    case uri(String)
}

extension MergeElement: Comparable {
    /// The order in which elements are stored, so that equal sets are equal bytes.
    package static func < (left: MergeElement, right: MergeElement) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)), (.uri(let left), .uri(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer(let left), .integer(let right)): left < right
        case (.uuid(let left), .uuid(let right)): left.uuidString < right.uuidString
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .string: 0
        case .integer: 1
        case .uuid: 2
        case .uri: 3
        }
    }
}

/// The change of a set, which is never nil (MRG-30 to MRG-35).
package struct SetDelta: MergeDelta {
    // No element is in both.
    package private(set) var inserted: Set<MergeElement>
    package private(set) var removed: Set<MergeElement>

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - inserted: the elements to insert; elements that are in `removed` too are left out.
    ///   - removed: the elements to remove.
    package init(inserted: Set<MergeElement> = [], removed: Set<MergeElement> = []) {
        self.inserted = inserted.subtracting(removed)
        self.removed = removed
    }

    package static let identity = SetDelta()

    package func applied(to value: Set<MergeElement>) -> Set<MergeElement> {
        value.union(inserted).subtracting(removed)
    }

    package func shown(on value: Set<MergeElement>) -> Set<MergeElement> { applied(to: value) }

    package func composed(with later: SetDelta) -> SetDelta {
        SetDelta(
            inserted: inserted.subtracting(later.removed).union(later.inserted),
            removed: removed.subtracting(later.inserted).union(later.removed))
    }

    package func normalized(for value: Set<MergeElement>) -> SetDelta {
        SetDelta(inserted: inserted.subtracting(value), removed: removed.intersection(value))
    }

    package func inverted(for value: Set<MergeElement>) -> SetDelta {
        SetDelta(inserted: removed.intersection(value), removed: inserted.subtracting(value))
    }

    package static func difference(from old: Set<MergeElement>, to new: Set<MergeElement>) -> SetDelta {
        SetDelta(inserted: new.subtracting(old), removed: old.subtracting(new))
    }
}
