// SPDX-License-Identifier: Apache-2.0
// The live views of arrays and relationships: KeyedArray.swift, RelationshipSet.swift, RelationshipOrderedSet.swift.

import Foundation

extension NSManagedObject {
    final func arrayView(_ key: String) -> NSMutableArray { KeyedArray(self, key) }
    final func setView(_ key: String) -> NSMutableSet { RelationshipSet(self, key) }
    final func orderedView(_ key: String) -> NSMutableOrderedSet {
        RelationshipOrderedSet.view(of: self, key)
    }

    /// A view at the end of a path of keys.
    ///
    /// - Parameters:
    ///   - keyPath: to-one relationships, then the property.
    ///   - none: the result when a step is nil.
    ///   - make: makes the view of an object's property.
    /// - Returns: the view, or `none`.
    final func view<View>(
        at keyPath: String, _ none: View, _ make: (NSManagedObject, String) -> View
    ) -> View {
        guard let dot = keyPath.lastIndex(of: ".") else { return make(self, keyPath) }
        let target = value(forKeyPath: String(keyPath[..<dot])) as? NSManagedObject
        return target.map { make($0, String(keyPath[keyPath.index(after: dot)...])) } ?? none
    }
}
