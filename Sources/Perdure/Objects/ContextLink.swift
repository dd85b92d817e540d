// SPDX-License-Identifier: Apache-2.0
// The way from an object to its context: one per context, shared by all its objects, so that an
// object needs a pointer and no weak reference of its own.

/// Leads from objects to the context that registered them; empty once the context is gone.
final class ContextLink {
    private(set) weak var sink: (any ChangeSink)?

    init(_ sink: any ChangeSink) { self.sink = sink }
}
