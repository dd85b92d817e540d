// SPDX-License-Identifier: Apache-2.0
// Changing relationships: every change of one end is followed at the other. The other end's object is told
// like the first one's, and becomes dirty by it.

import Foundation
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

    /// Adds a member at a place of an ordered relationship, tracked; one that is a member stays where it is.
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

    /// The view of a relationship that the event has changed stays until the event ends, so that the next change by it
    /// need not make it anew.
    final func keepsView(_ view: RelationshipOrderedSet) {
        if isTracked, state.contains(.inEvent) { link?.sink?.keep(view) }
    }

    /// The change in the words of announcements.
    final func mutation(at slot: Int, add added: [NSManagedObject], remove removed: [NSManagedObject])
        -> (NSKeyValueSetMutationKind, Set<AnyHashable>)
    {
        if removed.isEmpty { return (.union, Set(added)) }
        if added.isEmpty { return (.minus, Set(removed)) }
        // Nobody hears of it but observers: they are told of all members.
        let many = state.contains(.observed) ? loadedToMany(at: slot) : toMany(at: slot)
        return (.set, Set(many.members.subtracting(removed).union(added)))
    }

    // MARK: The other end

    /// After a user's own will/didChange pair: brings the other end in line with what was written in between.
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

    /// The receiver no longer refers to an object: that object forgets the receiver.
    final func lost(_ object: NSManagedObject, at slot: Int) {
        guard isTracked, let inverse = binding.slotProperties[slot].relationship?.inverseSlot else { return }
        object.forget(self, at: inverse)
    }

    /// The receiver refers to an object now: that object takes the receiver in, giving up another one if need be.
    final func gained(_ object: NSManagedObject, at slot: Int) {
        guard isTracked, let inverse = binding.slotProperties[slot].relationship?.inverseSlot else { return }
        object.takeIn(self, at: inverse, from: slot)
    }

    /// Removes an object from a relationship because the object's own end changed.
    final func forget(_ object: NSManagedObject, at slot: Int) {
        guard reachable(slot) else { return }
        if binding.slotProperties[slot].isToMany {
            let value = toMany(at: slot)
            guard !value.isLoaded || value.contains(object) else { return }
            announcingMembers(slot, [], [object]) { value.remove(object) }
        } else if toOne(at: slot) === object {
            writeToOne(nil, at: slot) {}
        }
    }

    /// Adds an object to a relationship because the object's own end, `origin`, changed.
    private func takeIn(_ object: NSManagedObject, at slot: Int, from origin: Int) {
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

    /// Whether the object has values to change; one whose row is gone has not.
    private func reachable(_ slot: Int) -> Bool {
        hasValues(for: slot) && slot < binding.names.count && !state.contains(.inaccessible)
    }

    /// Whether an object may be the destination of a relationship; reports it when not.
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
