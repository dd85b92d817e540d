// SPDX-License-Identifier: Apache-2.0
// A weak reference that costs its target nothing. A context holds one to each of its objects, and each object reaches its
// context through one.

import CSwiftRuntime

/// Refers to an object without keeping it alive.
///
/// A `weak` variable gives its target a side table of 32 bytes. From then on every retain and release of the target takes
/// the runtime's slow path: a quarter of a fetch, with hundreds of thousands of objects in a context. An `unowned`
/// reference counts in the object's own header and keeps only its memory. It cannot tell whether the object is alive;
/// `swift_tryRetain` can, on any thread.
@usableFromInline
package struct WeakObjectReference<Object: AnyObject> {
    // Inlinable, because it is on the way of each access to an object.

    // Keeps the memory at `address` from being freed. Code never reads it, because reading it would stop the process when
    // the object is gone.
    @usableFromInline unowned let memory: Object
    @usableFromInline let address: UnsafeMutableRawPointer

    /// Makes a reference to an object.
    @inlinable
    package init(_ object: Object) {
        memory = object
        address = Unmanaged.passUnretained(object).toOpaque()
    }

    /// The object; nil as soon as its deallocation has begun.
    @inlinable
    @inline(__always) package var object: Object? {
        guard let retained = swift_tryRetain(address) else { return nil }
        return Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
    }
}

extension WeakObjectReference: CustomReflectable {
    /// Shows nothing: to look at the reference would stop the process when the object is gone.
    @usableFromInline package var customMirror: Mirror { Mirror(self, children: [:]) }
}
