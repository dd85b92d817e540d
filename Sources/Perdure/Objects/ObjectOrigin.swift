// SPDX-License-Identifier: Apache-2.0
// How a fault of a user's class is made through the one initializer that every class has: what the
// context knows waits here, per thread, until NSManagedObject.init asks for it.

import Foundation

/// What an object's initializer needs to know: a new object's own, or what the context prepared for a fault.
struct ObjectOrigin {
    let binding: EntityBinding
    let id: NSManagedObjectID
    let link: ContextLink?
    let isFault: Bool

    /// The origin of the object that is being initialized on this thread.
    static func current(for entity: NSEntityDescription) -> ObjectOrigin {
        let waiting = PendingFault.current
        if let origin = waiting.origin, origin.binding.entity === entity {
            waiting.origin = nil
            return origin
        }
        let binding = EntityBinding.of(entity)
        return ObjectOrigin(
            binding: binding, id: TemporaryObjectID(entity: entity), link: nil, isFault: false)
    }

    /// Makes the object with this origin.
    func makeObject() -> NSManagedObject {
        let waiting = PendingFault.current
        waiting.origin = self
        defer { waiting.origin = nil }
        return binding.objectClass.init(entity: binding.entity, insertInto: nil)
    }
}

/// The place per thread where the origin of the next fault waits.
private final class PendingFault {
    var origin: ObjectOrigin?

    // The value of a key is this class's own, retained instance; the destructor releases it with its thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<PendingFault>.fromOpaque(pointer).release() }
        }
        return key
    }()

    static var current: PendingFault {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<PendingFault>.fromOpaque(pointer).takeUnretainedValue()
        }
        let fresh = PendingFault()
        pthread_setspecific(key, Unmanaged.passRetained(fresh).toOpaque())
        return fresh
    }
}
