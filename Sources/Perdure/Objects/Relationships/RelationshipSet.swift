// SPDX-License-Identifier: Apache-2.0
// The live view of a to-many relationship. NSMutableSet builds its other methods on the five below. The ordered view is
// in RelationshipOrderedSet.swift.

import Foundation
import PerdureBase

/// The result of mutableSetValue(forKey:): reads and changes the relationship itself.
///
/// `as? Set<T>` of it is empty, because Foundation on Linux looks into its own storage: use `allObjects`.
final class RelationshipSet: NSMutableSet {
    private var object: NSManagedObject?
    private var slot = 0

    init(_ object: NSManagedObject, _ key: String) {
        super.init(capacity: 0)
        guard let property = object.binding.property(named: key), property.isToMany else {
            ExceptionTrap.raise(ObjectErrors.notToMany(key, of: object))
            return
        }
        self.object = object
        slot = property.slot
    }

    required init(capacity numItems: Int) { super.init(capacity: 0) }
    required init?(coder aDecoder: NSCoder) { nil }

    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) {
        super.init(objects: objects, count: 0)
    }

    private var value: ToManyValue? {
        guard let object else { return nil }
        object.willAccessValue(forKey: object.binding.names[slot])
        return object.slots.isFault ? nil : object.loadedToMany(at: slot)
    }

    override var count: Int { value?.count ?? 0 }

    override func member(_ object: Any) -> Any? {
        guard let object = object as? NSManagedObject, value?.contains(object) == true else { return nil }
        return object
    }

    override func objectEnumerator() -> NSEnumerator {
        NSArray(array: value?.list ?? []).objectEnumerator()
    }

    override func add(_ object: Any) {
        guard let owner = self.object, let member = cast(object) else { return }
        owner.checkQueue(atSlot: slot)
        owner.changeMembers(at: slot, add: [member], remove: [])
    }

    override func remove(_ object: Any) {
        guard let owner = self.object, let member = object as? NSManagedObject else { return }
        owner.checkQueue(atSlot: slot)
        owner.changeMembers(at: slot, add: [], remove: [member])
    }

    private func cast(_ object: Any) -> NSManagedObject? {
        if let member = object as? NSManagedObject { return member }
        if let relationship = self.object?.binding.slotProperties[slot].relationship?.description {
            ExceptionTrap.raise(ObjectErrors.unacceptableObject(object, relationship: relationship))
        }
        return nil
    }
}
