// SPDX-License-Identifier: Apache-2.0
// The way from an object to its context: one per context, shared by all its objects, so that an
// object needs a pointer and no weak reference of its own.

import PerdureStore

/// Leads from objects to the context that registered them; empty once the context is gone.
class ContextLink {
    // The witness of the context's protocol beside a reference that asks whether the context is alive: read only
    // while the object that `context` gave is held, and so not counted itself.
    private unowned(unsafe) let contract: any ChangeSink
    private let context: LiveReference<AnyObject>

    init(_ sink: any ChangeSink) {
        contract = sink
        context = LiveReference(sink)
    }

    final var sink: (any ChangeSink)? {
        guard let alive = context.object else { return nil }
        return withExtendedLifetime(alive) { contract }
    }

    /// What setters say to the context: `ChangeSink.didChange` of a modeled property.
    ///
    /// The one message that is sent often enough for a way of its own: a context's link overrides it, which spares the
    /// detour over the protocol.
    func didChange(_ object: NSManagedObject, slot: Int, from oldValue: consuming SlotValue) {
        sink?.didChange(object, slot: slot, from: oldValue)
    }
}

extension ContextLink: CustomReflectable {
    /// Shows nothing: to look at the contract would stop the process when the context is gone.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
