// SPDX-License-Identifier: Apache-2.0
// The sets of objects in notifications. Making a set costs more than most other parts of a save, so a set is made at
// once from a whole list. The next notification reuses the set when its list is the same.

import Foundation

/// Objects by the keys of a notification.
struct ObjectGroups {
    private var groups: [String: ObjectGroup] = [:]

    init() {}

    /// Groups the objects of an event.
    init(_ event: ContextEvent) {
        // In most events all objects have one kind; the event's own list is the group then.
        if let first = event.kinds.first, event.kinds.allSatisfy({ $0 == first }) {
            add(event.objects, Self.key(of: first))
            return
        }
        var lists: [String: [NSManagedObject]] = [:]
        for (object, kind) in zip(event.objects, event.kinds) {
            if let key = Self.key(of: kind) { lists[key, default: []].append(object) }
        }
        for (key, objects) in lists { add(objects, key) }
    }

    /// The key that an object is reported under; nil for an object that was inserted and deleted in the event.
    private static func key(of kind: EventKind) -> String? {
        if kind.contains(.deleted) { return kind.contains(.inserted) ? nil : NSDeletedObjectsKey }
        if kind.contains(.inserted) { return NSInsertedObjectsKey }
        if kind.contains(.updated) { return NSUpdatedObjectsKey }
        return kind.contains(.refreshed) ? NSRefreshedObjectsKey : nil
    }

    var isEmpty: Bool { groups.isEmpty }
    var userInfo: [AnyHashable: Any] { groups.reduce(into: [:]) { $0[$1.key] = $1.value.set } }

    /// Adds a group, unless it is empty or has no key.
    ///
    /// - Parameters:
    ///   - objects: the objects, each once.
    ///   - key: the key of the notification.
    ///   - former: groups that may have the set already.
    mutating func add(_ objects: [NSManagedObject], _ key: String?, sharing former: ObjectGroups? = nil) {
        guard let key, !objects.isEmpty else { return }
        if let known = former?.groups[key], known.list.isSame(as: objects) {
            groups[key] = known
        } else {
            groups[key] = ObjectGroup(list: objects, set: objects.asSet)
        }
    }
}

/// A set, and the list from which it was made.
private struct ObjectGroup {
    let list: [NSManagedObject]
    let set: Set<NSManagedObject>
}
