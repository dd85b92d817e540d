// SPDX-License-Identifier: Apache-2.0
// The identity of an object: its number in its environment's store. The public ID is made on demand
// (LazyObjectID.swift).

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The name of the property that a slot belongs to.
    package final func propertyName(at slot: Int) -> String { binding.names[slot] }

    final var binding: EntityBinding {
        @inline(__always) get { environment.binding }
        // Needed when the object was made for a super entity.
        set { move(to: newValue, in: namespace, link) }
    }

    /// The link to the object's context; nil for an object without a context.
    final var link: ContextLink? {
        @inline(__always) get { environment.link }
        set {
            if let newValue { return move(to: binding, in: namespace, newValue) }
            if link != nil { environment = environment.detachedEnvironment }
        }
    }

    /// The store of the object; nil while none is assigned.
    final var namespace: ObjectIDNamespace? {
        @inline(__always) get { environment.namespace }
    }

    /// Where the object stands among objects of its kind: saved ones by their numbers, new ones by their age.
    package final var orderNumber: (isNew: Bool, number: Int64) {
        number < 0 ? (true, -number) : (false, number)
    }

    /// Whether a value is this object.
    ///
    /// Sets ask it of each object on the way to a place. Foundation's answer casts the value, which costs more than all else there.
    final func isSame(_ other: Any?) -> Bool {
        guard let other else { return false }
        // A value of another type may hold the object: an optional does.
        guard type(of: other) == type(of: self as Any) else { return super.isEqual(other) }
        // The bytes are those of the value inside: a reference, or a value of a protocol's type that begins with it.
        let address = withUnsafeBytes(of: other) { $0.load(as: UnsafeRawPointer.self) }
        return address == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// The object's key in its store.
    final var key: ObjectKey { environment.key(number) }

    /// The ID, for any thread.
    final var sharedID: NSManagedObjectID {
        lazyID.getAnywhere { NSManagedObjectID(key: key, namespace: namespace) }
    }

    /// The ID, for use on the queue of the object's context: only this queue replaces it.
    final var id: NSManagedObjectID {
        get { lazyID.get { NSManagedObjectID(key: key, namespace: namespace) } }
        set {
            number = newValue.key.number
            if namespace !== newValue.namespace { move(to: binding, in: newValue.namespace, link) }
            lazyID.set(newValue)
        }
    }

    /// Takes another ID and its environment, which the context knows.
    final func changeID(_ id: NSManagedObjectID, _ environment: ObjectEnvironment) {
        number = id.key.number
        if self.environment !== environment { self.environment = environment }
        lazyID.set(id)
    }

    private func move(to binding: EntityBinding, in namespace: ObjectIDNamespace?, _ link: ContextLink?) {
        environment =
            link?.sink?.environment(binding, in: namespace) ?? ObjectEnvironment(binding, in: namespace, link)
    }
}
