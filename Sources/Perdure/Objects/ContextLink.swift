// SPDX-License-Identifier: Apache-2.0
// The reference from objects to their context. All objects of a context share one link, so that an object needs a plain
// pointer and no weak reference of its own.

import PerdureBase
import Synchronization

/// Leads from objects to the context that registered them; empty once the context is gone.
class ContextLink {
    // The context as a ChangeSink. It is not counted: code reads it only while it holds the object that `context` gave.
    // That reference tells whether the context is alive.
    private unowned(unsafe) let contract: any ChangeSink
    private let context: WeakObjectReference<AnyObject>
    /// Whether any row that a store's cache knows may fill a fault; the context says so.
    ///
    /// Atomic, because the context may end on another thread than its queue's.
    final let takesKnownRows = Atomic<Bool>(false)

    init(_ sink: any ChangeSink) {
        contract = sink
        context = WeakObjectReference(sink)
    }

    final var sink: (any ChangeSink)? {
        guard let alive = context.object else { return nil }
        return withExtendedLifetime(alive) { contract }
    }

    /// Passes a setter's change of a modeled property to the context: `ChangeSink.didChange`.
    ///
    /// The most frequent message has a method of its own. A context's link overrides it and saves the call through the
    /// protocol.
    func didChange(_ object: NSManagedObject, slot: Int, from oldValue: consuming SlotValue) {
        sink?.didChange(object, slot: slot, from: oldValue)
    }
}

extension ContextLink: CustomReflectable {
    /// Shows nothing: to look at the contract would stop the process when the context is gone.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
