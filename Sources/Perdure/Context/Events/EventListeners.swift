// SPDX-License-Identifier: Apache-2.0
// The listeners of a context's events: lists that show a fetch's result (Results/). They hear of an event before its
// notification is posted, so that observers of the notification find the lists up to date.

import Foundation
import PerdureBase

/// Hears what happens in a context, on its queue.
package protocol EventListener: AnyObject {
    /// The entity whose objects the listener watches, subentities included; nil for none.
    var watchedEntity: NSEntityDescription? { get }

    /// An event has ended.
    func eventEnded(_ event: ContextEvent)

    /// Values of objects changed without an event: a merge changed faults, or a save changed values.
    func valuesChanged(of objects: [NSManagedObject])

    /// A save ended; objects may have new IDs, and new objects have their stores.
    func saveEnded(inserted: [NSManagedObject])

    /// All objects of the context are gone.
    func contextWasReset()

    /// The context is being deallocated.
    func contextEnded()
}

/// The listeners of one context; added and removed on any thread.
package final class EventListeners: Sendable {
    private let listeners = Lock<[Reference]>([])

    /// A weak or a strong reference to a listener.
    private struct Reference: @unchecked Sendable {
        // Sendable because listeners are used on the context's queue only; this class only compares them.
        weak var listener: (any EventListener)?
        var kept: (any EventListener)?
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - listener: the listener.
    ///   - isKept: whether the context keeps it alive.
    package func add(_ listener: any EventListener, isKept: Bool = false) {
        let reference = Reference(listener: listener, kept: isKept ? listener : nil)
        listeners.withLock { $0.append(reference) }
    }

    /// Removes a listener; call it on the context's queue for a listener that the context keeps alive.
    package func remove(_ listener: any EventListener) {
        // Released after the lock: the end of a listener may run any code.
        let removed = listeners.withLock { list in
            let removed = list.filter { $0.listener === listener }
            list.removeAll { $0.listener == nil || $0.listener === listener }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// The listeners that are alive.
    var all: [any EventListener] { listeners.withLock { $0.compactMap(\.listener) } }

    /// The entities that listeners watch.
    var watchedEntities: [NSEntityDescription] { all.compactMap(\.watchedEntity) }
}
