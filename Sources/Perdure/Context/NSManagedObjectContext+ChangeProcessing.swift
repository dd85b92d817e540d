// SPDX-License-Identifier: Apache-2.0
// The end of an event: delete rules, one undo operation, then one notification of what changed.

import Dispatch
import Foundation

extension NSManagedObjectContext {
    /// Ends the event.
    ///
    /// - Returns: what was reported; nothing where there was nothing to report.
    @discardableResult
    final func endEvent() -> ObjectGroups {
        // A handler that calls this is in the middle of a report; what it changed is the next event's.
        guard reportedEvent == nil else { return ObjectGroups() }
        if propagatesDeletesAtEndOfEvent || phase != .idle { propagateDeletions() }
        registerPendingChanges()
        settleRestored()
        let event = journal.takeEvent()
        eventViews = []
        guard !event.isEmpty else { return ObjectGroups() }
        reportedEvent = event
        defer { reportedEvent = nil }
        entityChanges?.raise(event.objects)
        for listener in listeners.all { listener.eventEnded(event) }
        return report(event)
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

    private func report(_ event: ContextEvent) -> ObjectGroups {
        let groups = ObjectGroups(event)
        if !groups.isEmpty { post(Self.didChangeObjectsNotification, groups.userInfo) }
        return groups
    }

    final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]?) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
        tellReaders(name, userInfo)
    }
}
