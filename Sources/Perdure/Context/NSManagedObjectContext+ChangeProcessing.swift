// SPDX-License-Identifier: Apache-2.0
// The end of an event: delete rules, one undo operation, then one notification of what changed.

import Dispatch
import Foundation

extension NSManagedObjectContext {
    final func endEvent() {
        // A handler that calls this is in the middle of a report; what it changed is the next event's.
        guard reportedEvent == nil else { return }
        if propagatesDeletesAtEndOfEvent || phase != .idle { propagateDeletions() }
        registerPendingChanges()
        settleRestored()
        let event = journal.takeEvent()
        guard !event.isEmpty else { return }
        reportedEvent = event
        defer { reportedEvent = nil }
        entityChanges?.raise(event.objects)
        for listener in listeners.all { listener.eventEnded(event) }
        report(event)
    }

    /// Ends the event, and those that handlers of its notification begin.
    final func endAllEvents() {
        // Handlers that answer each other without end must not hold up the queue for ever.
        for _ in 0..<1000 {
            processPendingChanges()
            if journal.event.isEmpty { return }
        }
    }

    /// Notes that something happened to an object in this event, and sees to the event's end.
    final func note(_ object: NSManagedObject, _ kind: EventKind) {
        scheduleEndOfEvent()
        journal.note(object, kind)
    }

    /// On the main queue, an event ends with the next turn of the queue.
    final func scheduleEndOfEvent() {
        guard concurrencyType == .mainQueueConcurrencyType, journal.event.isEmpty else { return }
        let reference = LiveReference(self)
        DispatchQueue.main.async { reference.object?.processPendingChanges() }
    }

    private func report(_ event: ContextEvent) {
        var groups = ObjectGroups()
        // Whole runs of one kind, because a set that grows object by object costs several times as much.
        var run: (key: String?, objects: [NSManagedObject]) = (nil, [])
        for (object, kind) in zip(event.objects, event.kinds) {
            let key = Self.group(of: object, kind)
            if key != run.key {
                groups.add(run.objects, run.key)
                run = (key, [])
            }
            run.objects.append(object)
        }
        groups.add(run.objects, run.key)
        if !groups.isEmpty { post(Self.didChangeObjectsNotification, groups.userInfo) }
    }

    /// Which group an object is reported in; nil for one that was inserted and deleted in the event.
    private static func group(of object: NSManagedObject, _ kind: EventKind) -> String? {
        if kind.contains(.deleted) { return kind.contains(.inserted) ? nil : NSDeletedObjectsKey }
        if kind.contains(.inserted) { return NSInsertedObjectsKey }
        if kind.contains(.updated) { return NSUpdatedObjectsKey }
        return kind.contains(.refreshed) ? NSRefreshedObjectsKey : nil
    }

    final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]?) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
        tellReaders(name, userInfo)
    }
}

/// Objects by the keys of a notification.
struct ObjectGroups {
    private var groups: [String: Set<NSManagedObject>] = [:]

    var isEmpty: Bool { groups.isEmpty }
    var userInfo: [AnyHashable: Any] { groups.reduce(into: [:]) { $0[$1.key] = $1.value } }

    /// Adds objects to a group; without a key they belong to none.
    mutating func add(_ objects: [NSManagedObject], _ key: String?) {
        guard let key, !objects.isEmpty else { return }
        if groups[key] == nil {
            groups[key] = Set(objects)
        } else {
            groups[key, default: []].formUnion(objects)
        }
    }
}
