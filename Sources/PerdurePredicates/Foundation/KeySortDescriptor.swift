// SPDX-License-Identifier: Apache-2.0
// The sort descriptor class behind NSSortDescriptor(key:ascending:); its value is SortRule.swift.

import Foundation

/// A sort descriptor with a key path in words.
final class KeySortDescriptor: NSSortDescriptor {
    let sortKey: String?
    let sortSelector: Selector?
    let comparison: Comparator?

    init(_ key: String?, _ ascending: Bool, _ selector: Selector?, comparator: Comparator?) {
        sortKey = key
        sortSelector = selector
        comparison = comparator
        // Foundation's initialisers all want a Swift key path; compare(_:to:) below never asks for it.
        super.init(keyPath: \NSObject.hash, ascending: ascending, comparator: { _, _ in .orderedSame })
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// The keys of the path; an empty one stays, so that it is refused.
    var keys: [String] {
        sortKey?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        stopping {
            guard let comparison else { return try sortRule.compare(object1, object2) }
            let left = try KeyPathReader.read(keys[...], from: object1) ?? NSNull()
            let right = try KeyPathReader.read(keys[...], from: object2) ?? NSNull()
            return ascending ? comparison(left, right) : comparison(right, left)
        }
    }

    override var reversedSortDescriptor: Any {
        KeySortDescriptor(sortKey, !ascending, sortSelector, comparator: comparison)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Comparators cannot be compared, so a descriptor with one is equal only to itself.
    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        if self === other { return true }
        return comparison == nil && other.comparison == nil && sortKey == other.sortKey
            && ascending == other.ascending && sortSelector == other.sortSelector
    }

    override var hash: Int {
        var hasher = Hasher()
        hasher.combine(sortKey)
        hasher.combine(ascending)
        hasher.combine(sortSelector)
        return hasher.finalize()
    }

    override var description: String {
        "(\(sortKey ?? "SELF"), \(ascending ? "ascending" : "descending"), \(sortSelector?.description ?? "compare:"))"
    }
}
