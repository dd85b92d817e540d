// SPDX-License-Identifier: Apache-2.0
// The sets of objects in notifications. Making a set costs more than most other parts of a save, so a set is made at
// once from a whole list. The next notification reuses the set when its list is the same.
// ObjectGroups+Events.swift groups the objects of an event.

import Foundation

/// Objects by the keys of a notification.
struct ObjectGroups<Object: AnyObject & Hashable> {
    /// A set, and the list from which it was made.
    private struct Group {
        let list: [Object]
        let set: Set<Object>
    }

    private var groups: [String: Group] = [:]

    init() {}

    var isEmpty: Bool { groups.isEmpty }
    var userInfo: [AnyHashable: Any] { groups.reduce(into: [:]) { $0[$1.key] = $1.value.set } }

    /// Adds a group, unless it is empty or has no key.
    ///
    /// - Parameters:
    ///   - objects: the objects, each once.
    ///   - key: the key of the notification.
    ///   - former: groups that may have the set already.
    mutating func add(_ objects: [Object], _ key: String?, sharing former: ObjectGroups? = nil) {
        guard let key, !objects.isEmpty else { return }
        if let known = former?.groups[key], known.list.isSame(as: objects) {
            groups[key] = known
        } else {
            groups[key] = Group(list: objects, set: objects.asSet)
        }
    }
}
