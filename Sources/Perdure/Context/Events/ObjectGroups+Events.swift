// SPDX-License-Identifier: Apache-2.0
// The sets of an event: which objects it inserted, changed, deleted and refreshed.

import Foundation

extension ObjectGroups where Object == NSManagedObject {
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
}
