// SPDX-License-Identifier: Apache-2.0
// A reference that is set once. `AtomicLazyReference` looks its type up at each load, which costs a fault a twentieth of its
// time; this one knows an address only.

import Synchronization

/// Holds the first object that somebody stores, for as long as it lives itself.
///
/// Any thread reads it without a lock.
package struct OnceReference: ~Copyable, Sendable {
    /// The address of the retained object; 0 before there is one.
    private let address = Atomic<UInt>(0)

    package init() {}

    deinit { Self.object(at: address.load(ordering: .acquiring), as: AnyObject.self)?.release() }

    /// The object, of the type that every caller stores; nil before the first one.
    @inline(__always)
    package func load<Object: AnyObject>(as type: Object.Type) -> Object? {
        Self.object(at: address.load(ordering: .acquiring), as: type)?.takeUnretainedValue()
    }

    /// Stores an object if there is none.
    ///
    /// - Returns: the object that is there.
    package func storeIfNil<Object: AnyObject>(_ object: Object) -> Object {
        let kept = Unmanaged.passRetained(object)
        let result = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: kept.toOpaque()), ordering: .acquiringAndReleasing)
        guard let other = Self.object(at: result.original, as: Object.self) else { return object }
        kept.release()
        return other.takeUnretainedValue()
    }

    @inline(__always)
    private static func object<Object: AnyObject>(at address: UInt, as type: Object.Type) -> Unmanaged<
        Object
    >? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
    }
}
