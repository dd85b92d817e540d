// SPDX-License-Identifier: Apache-2.0
// Changes relationships. Every change of one end also changes the inverse. The object at the inverse end gets the same
// announcements and becomes dirty too.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdureStore

extension NSManagedObject {
    /// Sets a to-one relationship, tracked.
    final func setToOne(_ destination: NSManagedObject?, at slot: Int) {
        guard hasValues(for: slot) else { return }
        guard accepts(destination, at: slot) else { return }
        let former = toOne(at: slot)
        writeToOne(destination, at: slot) {
            moveInverse(of: slot, from: former, to: destination)
        }
    }

    /// Announces, writes, follows up, records.
    private func writeToOne(_ destination: NSManagedObject?, at slot: Int, followUp: () -> Void) {
        let key = binding.names[slot]
        announce(slot) { willChangeValue(forKey: key) }
        let old = slots[slot]
        slots.write(destination.map { .live($0) } ?? .null, at: slot)
        followUp()
        noteChange(at: slot, from: old)
        announce(slot) { didChangeValue(forKey: key) }
    }

    /// Adds and removes members of a to-many relationship, tracked.
    ///
    /// - Parameters:
    ///   - slot: the relationship.
    ///   - added: objects to add at the end.
    ///   - removed: objects to remove.
    ///   - order: all members in their new order, if that changes.
    final func changeMembers(
        at slot: Int, add added: [NSManagedObject], remove removed: [NSManagedObject],
        order: [NSManagedObject]? = nil
    ) {
        guard hasValues(for: slot) else { return }
        guard added.allSatisfy({ accepts($0, at: slot) }) else { return }
        let value = toMany(at: slot)
        announcingMembers(slot, added, removed, order) {
            for object in removed where value.remove(object) { lost(object, at: slot) }
            for object in added where value.insert(object) { gained(object, at: slot) }
            if let order { value.arrange(order) }
        }
    }

    /// Adds a member at an index of an ordered relationship, tracked; an object that is a member already stays in place.
    final func insertMember(_ object: NSManagedObject, at index: Int, slot: Int) {
        guard hasValues(for: slot), accepts(object, at: slot) else { return }
        let value = loadedToMany(at: slot)
        announcingMembers(slot, [object], [], at: index) {
            if value.insert(object, at: index) { gained(object, at: slot) }
        }
    }

    /// Replaces the members of a to-many relationship, tracked.
    final func replaceMembers(at slot: Int, with objects: [NSManagedObject]) {
        guard hasValues(for: slot) else { return }
        let value = loadedToMany(at: slot)
        var seen: Set<NSManagedObject> = []
        let unique = objects.filter { seen.insert($0).inserted }
        changeMembers(
            at: slot, add: unique.filter { !value.contains($0) },
            remove: value.list.filter { !seen.contains($0) },
            order: value.isOrdered ? unique : nil)
    }

    private func announcingMembers(
        _ slot: Int, _ added: [NSManagedObject], _ removed: [NSManagedObject],
        _ order: [NSManagedObject]? = nil, at index: Int? = nil, _ change: () -> Void
    ) {
        let key = binding.names[slot]
        let (kind, objects) = mutation(at: slot, add: added, remove: removed)
        expectMembers(at: slot) { value in
            for object in removed { value.remove(object) }
            for object in added { value.insert(object, at: index ?? value.count) }
            if let order { value.arrange(order) }
        }
        announce(slot) { willChangeValue(forKey: key, withSetMutation: kind, using: objects) }
        let old: SlotValue = needsNote(slot) ? .live(toMany(at: slot).copy()) : .null
        change()
        slots.markWritten(slot)
        noteChange(at: slot, from: old)
        announce(slot) { didChangeValue(forKey: key, withSetMutation: kind, using: objects) }
    }

    /// Keeps a changed relationship's view until the event ends, so that the next change need not make a new view.
    final func keepsView(_ view: RelationshipOrderedSet) {
        if isTracked, state.contains(.inEvent) { link?.sink?.keep(view) }
    }

    /// The kind and the objects that an announcement of the change names.
    final func mutation(at slot: Int, add added: [NSManagedObject], remove removed: [NSManagedObject])
        -> (NSKeyValueSetMutationKind, Set<AnyHashable>)
    {
        if removed.isEmpty { return (.union, Set(added)) }
        if added.isEmpty { return (.minus, Set(removed)) }
        // Only observers read these objects, so only for observers are all members loaded.
        let many = state.contains(.observed) ? loadedToMany(at: slot) : toMany(at: slot)
        return (.set, Set(many.members.subtracting(removed).union(added)))
    }

    // MARK: The other end

    /// Updates the inverse after a program's own will/didChange pair.
    final func followUp(_ change: OpenChange) {
        guard let relationship = binding.slotProperties[change.slot].relationship, isTracked else { return }
        if relationship.isToMany {
            guard let before = change.oldValue.members else { return }
            let now = loadedToMany(at: change.slot).members
            for object in before.members.subtracting(now) { lost(object, at: change.slot) }
            for object in now.subtracting(before.members) { gained(object, at: change.slot) }
        } else {
            moveInverse(of: change.slot, from: resolved(change.oldValue), to: toOne(at: change.slot))
        }
    }

    private func resolved(_ value: SlotValue) -> NSManagedObject? {
        switch value {
        case .live(let value): value.asDestination
        case .stored(.reference(let key)): link?.sink?.object(for: key, relatedTo: self)
        case .stored: nil
        }
    }

    private func moveInverse(of slot: Int, from former: NSManagedObject?, to destination: NSManagedObject?) {
        guard former !== destination else { return }
        if let former { lost(former, at: slot) }
        if let destination { gained(destination, at: slot) }
    }

    /// The receiver no longer refers to an object: removes the receiver from that object's inverse.
    final func lost(_ object: NSManagedObject, at slot: Int) {
        guard isTracked, let inverse = binding.slotProperties[slot].relationship?.inverseSlot else { return }
        object.forget(self, at: inverse)
    }

    /// The receiver now refers to an object: adds the receiver to that object's inverse, in place of a former one.
    final func gained(_ object: NSManagedObject, at slot: Int) {
        guard isTracked, let inverse = binding.slotProperties[slot].relationship?.inverseSlot else { return }
        object.acceptFromInverse(self, at: inverse, from: slot)
    }

    /// Removes an object from a relationship because the object's own end changed.
    final func forget(_ object: NSManagedObject, at slot: Int) {
        guard reachable(slot) else { return }
        if binding.slotProperties[slot].isToMany {
            let value = toMany(at: slot)
            // Unread members are read from a store that lacks the row of an object that others have deleted.
            guard value.contains(object) || (!value.isLoaded && !object.state.contains(.gone)) else { return }
            announcingMembers(slot, [], [object]) { value.remove(object) }
        } else if toOne(at: slot) === object {
            writeToOne(nil, at: slot) {}
        }
    }

    /// Adds an object to a relationship because the object's own end, `namespace`, changed.
    private func acceptFromInverse(_ object: NSManagedObject, at slot: Int, from origin: Int) {
        guard reachable(slot) else { return }
        if binding.slotProperties[slot].isToMany {
            let value = toMany(at: slot)
            guard !value.contains(object) else { return }
            announcingMembers(slot, [object], []) { value.insert(object) }
            return
        }
        let former = toOne(at: slot)
        guard former !== object else { return }
        writeToOne(object, at: slot) { former?.forget(self, at: origin) }
    }

    /// Whether the object has values to change; an object whose row is gone has none.
    private func reachable(_ slot: Int) -> Bool {
        hasValues(for: slot) && slot < binding.names.count && !state.contains(.inaccessible)
    }

    /// Whether an object may be a relationship's destination; reports an error if not.
    private func accepts(_ object: NSManagedObject?, at slot: Int) -> Bool {
        guard let object, let relationship = binding.slotProperties[slot].relationship else { return true }
        let destination = relationship.description.destinationEntity
        if let destination, !object.entity.isKindOf(entity: destination) {
            ExceptionTrap.raise(
                ObjectErrors.unacceptableObject(object, relationship: relationship.description))
            return false
        }
        if object.link !== link {
            ExceptionTrap.raise(ObjectErrors.differentContexts(binding.names[slot], self, object))
            return false
        }
        return true
    }
}
