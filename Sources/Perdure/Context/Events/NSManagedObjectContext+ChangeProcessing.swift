// SPDX-License-Identifier: Apache-2.0
// The end of an event: delete rules, one undo operation, then one notification of what changed.

import Dispatch
import Foundation
import PerdureBase

extension NSManagedObjectContext {
    /// Ends the event.
    ///
    /// - Returns: the reported objects; the last report's, where nothing happened since, as far as they still have changes.
    @discardableResult
    final func endEvent() -> ObjectGroups<NSManagedObject> {
        // A handler that calls this method runs in the middle of a report; its changes belong to the next event.
        guard reportedEvent == nil else { return ObjectGroups() }
        if propagatesDeletesAtEndOfEvent || phase != .idle { propagateDeletions() }
        registerPendingChanges()
        markRestoredClean()
        journal.sweepFreedObjects()
        let event = journal.finishEvent()
        eventViews = []
        guard !event.isEmpty else { return journal.reported }
        // A hook of a save may end an event; the save calls the hooks of its objects all the same (OBJ-114).
        touchedByHooks?.append(contentsOf: event.changedObjects)
        reportedEvent = event
        defer { reportedEvent = nil }
        entityChanges?.raise(event.objects.lazy.map(\.entity))
        for listener in listeners.all { listener.eventEnded(event) }
        return report(event)
    }

    /// Ends the event, also in the middle of a report: what a handler has changed so far is an event of its own.
    final func endEventOfProgram() {
        let reported = reportedEvent
        reportedEvent = nil
        defer { reportedEvent = reported }
        endEvent()
    }

    /// Ends the event, and the events that handlers of its notification begin.
    final func endAllEvents() {
        // Handlers that answer each other without end must not hold up the queue forever.
        for _ in 0..<1000 {
            processPendingChanges()
            if journal.event.isEmpty { return }
        }
    }

    /// Notes that something happened to an object in this event, and schedules the event's end.
    final func note(_ object: NSManagedObject, _ kind: EventKind) {
        scheduleEndOfEvent()
        journal.note(object, kind)
    }

    /// Lets an event on the main queue end with the queue's next turn.
    final func scheduleEndOfEvent() {
        guard concurrencyType == .mainQueueConcurrencyType, journal.event.isEmpty else { return }
        let reference = WeakObjectReference(self)
        DispatchQueue.main.async { reference.object?.processPendingChanges() }
    }

    private func report(_ event: ContextEvent) -> ObjectGroups<NSManagedObject> {
        let groups = ObjectGroups(event)
        // The journal holds changed objects anyway; others may go, as those whose deletion was taken back.
        journal.reported = event.isHeld ? groups : ObjectGroups()
        if !groups.isEmpty { post(Self.didChangeObjectsNotification, groups.userInfo) }
        return groups
    }

    final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]?) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
        tellReaders(name, userInfo)
    }
}
