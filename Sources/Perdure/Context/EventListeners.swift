// SPDX-License-Identifier: Apache-2.0
// Who follows a context's events from inside: lists that show what a fetch finds (Results/). They hear of an event
// before its notification is posted, so that whoever observes the context finds them up to date.

import Foundation
import PerdurePredicates

/// Hears what happens in a context, on its queue.
protocol EventListener: AnyObject {
    /// The entity whose objects matter to it, with its subentities; nil for none.
    var watchedEntity: NSEntityDescription? { get }

    /// An event has ended.
    func eventEnded(_ event: ContextEvent)

    /// Values of objects changed without an event: by a merge, of faults, and by a save.
    func valuesChanged(of objects: [NSManagedObject])

    /// A save ended: objects may bear other IDs.
    func saveEnded()

    /// All objects of the context are gone.
    func contextWasReset()

    /// The context itself goes.
    func contextEnded()
}

/// The listeners of one context; added and removed on any thread.
final class EventListeners: Sendable {
    private let listeners = Lock<[Reference]>([])

    /// Holds a listener weakly, or also strongly.
    private struct Reference: @unchecked Sendable {
        // Sendable because listeners are used on the context's queue only; here they are compared.
        weak var listener: (any EventListener)?
        var kept: (any EventListener)?
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - listener: whom to tell.
    ///   - isKept: whether the context keeps it alive.
    func add(_ listener: any EventListener, isKept: Bool = false) {
        let reference = Reference(listener: listener, kept: isKept ? listener : nil)
        listeners.withLock { $0.append(reference) }
    }

    /// Removes a listener; on the context's queue if it is kept, because its objects may go with it.
    func remove(_ listener: any EventListener) {
        // Released after the lock, because a listener may own anything.
        let removed = listeners.withLock { list in
            let removed = list.filter { $0.listener === listener }
            list.removeAll { $0.listener == nil || $0.listener === listener }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// The listeners that are alive.
    var all: [any EventListener] { listeners.withLock { $0.compactMap(\.listener) } }

    /// The entities whose objects matter to somebody.
    var watchedEntities: [NSEntityDescription] { all.compactMap(\.watchedEntity) }
}
