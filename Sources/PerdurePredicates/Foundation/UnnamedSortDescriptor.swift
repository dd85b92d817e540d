// SPDX-License-Identifier: Apache-2.0
// A sort descriptor for a Swift key path that no table names: it can sort objects, but no rows.

import Foundation

/// A sort descriptor for a key path without a name.
final class UnnamedSortDescriptor: NSSortDescriptor {
    let path: AnyKeyPath

    init(_ path: AnyKeyPath, _ ascending: Bool) {
        self.path = path
        // Foundation's initialisers want the key path's types; compare(_:to:) below never asks for it.
        super.init(keyPath: \NSObject.hash, ascending: ascending, comparator: { _, _ in .orderedSame })
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        stopping {
            try SortRule([], isAscending: ascending).compare(
                values: ConstantValue(object1[keyPath: path]), ConstantValue(object2[keyPath: path]))
        }
    }

    override var reversedSortDescriptor: Any { UnnamedSortDescriptor(path, !ascending) }
    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UnnamedSortDescriptor else { return false }
        return path == other.path && ascending == other.ascending
    }

    override var hash: Int { path.hashValue }
    override var description: String { "(\(path), \(ascending ? "ascending" : "descending"))" }
}
