// SPDX-License-Identifier: Apache-2.0
// The identity of an object: its number in its family's store. The public ID is made on demand
// (KnownID.swift).

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The name of the property that a slot belongs to.
    package final func propertyName(at slot: Int) -> String { binding.names[slot] }

    final var binding: EntityBinding {
        @inline(__always) get { family.binding }
        // Needed when the object was made for a super entity.
        set { move(to: newValue, in: origin, link) }
    }

    /// The link to the object's context; nil for an object without a context.
    final var link: ContextLink? {
        @inline(__always) get { family.link }
        set {
            if let newValue { return move(to: binding, in: origin, newValue) }
            if link != nil { family = family.leavers }
        }
    }

    /// The store of the object; nil while none is assigned.
    final var origin: ObjectIDOrigin? {
        @inline(__always) get { family.origin }
    }

    /// The object's key in its store.
    final var key: ObjectKey { family.key(number) }

    /// The ID, for any thread.
    final var sharedID: NSManagedObjectID {
        knownID.getAnywhere { NSManagedObjectID(key: key, origin: origin) }
    }

    /// The ID, for use on the queue of the object's context: only this queue replaces it.
    final var id: NSManagedObjectID {
        get { knownID.get { NSManagedObjectID(key: key, origin: origin) } }
        set {
            number = newValue.key.number
            if origin !== newValue.origin { move(to: binding, in: newValue.origin, link) }
            knownID.set(newValue)
        }
    }

    /// Takes another ID and its family, which the context knows.
    final func take(_ id: NSManagedObjectID, _ family: ObjectFamily) {
        number = id.key.number
        if self.family !== family { self.family = family }
        knownID.set(id)
    }

    private func move(to binding: EntityBinding, in origin: ObjectIDOrigin?, _ link: ContextLink?) {
        family = link?.sink?.family(binding, in: origin) ?? ObjectFamily(binding, in: origin, link)
    }
}
