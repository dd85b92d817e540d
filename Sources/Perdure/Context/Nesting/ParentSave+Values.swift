// SPDX-License-Identifier: Apache-2.0
// Copies values from a child's objects to the parent's: recorded and announced there, transient values included.

import Foundation

extension ParentSave {
    /// Sets the values that the child changed; of a new object, all values that were set or differ from the model's
    /// defaults.
    func applyValues(of object: NSManagedObject, to twin: NSManagedObject, isNew: Bool) {
        for property in object.binding.slotProperties where !property.isToMany {
            if twin.acceptsChange(of: object, property) { continue }
            guard isPushed(property, object, twin, isNew) else { continue }
            if twin.acceptsComputedValue(object.slots[property.slot], property) { continue }
            if property.relationship == nil {
                twin.setAttribute(object.slots[property.slot].copied(), at: property.slot)
            } else {
                apply(property, object, twin)
            }
        }
    }

    private func isPushed(
        _ property: SlotProperty, _ object: NSManagedObject, _ twin: NSManagedObject, _ isNew: Bool
    ) -> Bool {
        let slot = property.slot
        let wasWritten = object.slots.written.contains(slot)
        if isNew {
            let isSame =
                property.relationship == nil
                ? twin.slots[slot].shows(object.slots[slot]) : object.slots[slot].isNull
            return wasWritten || !isSame
        }
        // A transient property's snapshot is nil: only a set value shows the change.
        if property.isTransient { return wasWritten }
        return property.isAssigned && object.isChanged(property)
    }

    private func apply(_ property: SlotProperty, _ object: NSManagedObject, _ twin: NSManagedObject) {
        let destination = object.toOne(at: property.slot)
        let wanted = destination.flatMap { counterpart($0) }
        // If the parent has deleted the destination, the parent's relationship stays as it is.
        guard (destination == nil) == (wanted == nil), twin.toOne(at: property.slot) !== wanted else {
            return
        }
        twin.setToOne(wanted, at: property.slot)
    }

    // MARK: To-many relationships

    /// Adds and removes the members that the child did; other members of the parent's object stay.
    func applyMembers(of object: NSManagedObject, to twin: NSManagedObject, isNew: Bool) {
        for slot in object.binding.relationshipSlots where object.binding.slotProperties[slot].isToMany {
            guard let change = Self.change(of: object, slot, isNew) else { continue }
            let value = twin.loadedToMany(at: slot)
            let added = change.added.compactMap { counterpart($0) }.filter { !value.contains($0) }
            let removed = change.removed.compactMap { counterpart($0) }.filter { value.contains($0) }
            let order = change.order.map {
                Self.order($0.compactMap { counterpart($0) }, value, added, removed)
            }
            if added.isEmpty, removed.isEmpty, order == nil || order == value.order { continue }
            twin.changeMembers(
                at: slot, add: Self.sorted(added, like: order), remove: removed, order: order)
        }
    }

    private static func change(of object: NSManagedObject, _ slot: Int, _ isNew: Bool) -> ToManyChange? {
        // An object that was saved, deleted and inserted again has all its members as new members.
        guard isNew, let members = object.slots[slot].members, members.isLoaded else {
            return object.toManyChange(at: slot)
        }
        return ToManyChange(added: members.list, order: members.isOrdered ? members.order : nil)
    }

    /// The child's order, followed by the members that only the parent has.
    private static func order(
        _ wanted: [NSManagedObject], _ value: ToManyValue, _ added: [NSManagedObject],
        _ removed: [NSManagedObject]
    ) -> [NSManagedObject] {
        let members = value.members.union(added).subtracting(removed)
        let listed = Set(wanted)
        return wanted.filter(members.contains)
            + value.order.filter { members.contains($0) && !listed.contains($0) }
    }

    private static func sorted(_ added: [NSManagedObject], like order: [NSManagedObject]?)
        -> [NSManagedObject]
    {
        guard let order else { return added }
        let new = Set(added)
        return order.filter(new.contains)
    }
}
