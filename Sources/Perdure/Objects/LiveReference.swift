// SPDX-License-Identifier: Apache-2.0
// A weak reference that costs its target nothing. A context holds one to each of its objects
// (Context/IdentityMap.swift), and each object reaches its context through one (ContextLink.swift).

import CSwiftRuntime

/// Refers to an object without keeping it alive.
///
/// A `weak` variable gives its target a side table of 32 bytes, and from then on every retain and release of the
/// target, anywhere, takes the runtime's slow path: with hundreds of thousands of objects in a context that was a
/// quarter of a fetch. An `unowned` reference counts in the object's own header and keeps only its memory; what it
/// lacks is the question "are you still alive", which `swift_tryRetain` answers, safely on any thread.
struct LiveReference<Object: AnyObject> {
    // Keeps the memory that `address` points to from being freed; never read, because reading would stop the process
    // when the object is gone.
    private unowned let memory: Object
    private let address: UnsafeMutableRawPointer

    init(_ object: Object) {
        memory = object
        address = Unmanaged.passUnretained(object).toOpaque()
    }

    /// The object; nil as soon as its deallocation has begun.
    @inline(__always) var object: Object? {
        guard let retained = swift_tryRetain(address) else { return nil }
        return Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
    }
}

extension LiveReference: CustomReflectable {
    /// Shows nothing: to look at the reference would stop the process when the object is gone.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
