// SPDX-License-Identifier: Apache-2.0
// The other ends of an object that the program inserts again: afterwards both ends of each relationship say the same (OBJ-160).

extension NSManagedObjectContext {
    /// Clears what leads to objects that delete rules have parted from an object whose deletion is taken back.
    ///
    /// Destinations that are deleted too wait for the end of the event: the program may take back their deletion next.
    final func clearPartedEnds(of object: NSManagedObject) {
        var hasDeletedEnds = false
        for slot in object.binding.relationshipSlots {
            guard let inverse = object.inverse(of: slot) else { continue }
            for other in object.knownDestinations(at: slot) {
                if other.hasForgotten(object, at: inverse) {
                    object.forget(other, at: slot)
                } else if !other.staysAlive {
                    hasDeletedEnds = true
                }
            }
        }
        if hasDeletedEnds { deletionQueue.append(object) }
    }

    /// Clears what leads to deleted objects, of an object whose deletion was taken back in this event.
    final func clearDeletedEnds(of object: NSManagedObject) {
        guard object.link === link, !object.isFault else { return }
        for slot in object.binding.relationshipSlots where object.inverse(of: slot) != nil {
            for other in object.knownDestinations(at: slot) where !other.staysAlive {
                object.forget(other, at: slot)
            }
        }
    }

    /// Gives an object that had values before its insertion its place at the other ends.
    ///
    /// What has left a context with its row is cleared, and what has no row any more; an object that was in none may be
    /// inserted next, and is awaited.
    final func joinOtherEnds(of object: NSManagedObject) {
        // Keys come from the row that the object had.
        let rowless = object.snapshot == nil ? [] : rowlessDestinations(of: [object])
        for slot in object.binding.relationshipSlots {
            for other in object.knownDestinations(at: slot)
            where other.link == nil && other.snapshot != nil || rowless.contains(other) {
                object.forget(other, at: slot)
            }
            guard object.inverse(of: slot) != nil else { continue }
            for other in object.knownDestinations(at: slot) {
                guard other.link === link else {
                    if other.link == nil { journal.awaited.note(other, by: object, at: slot) }
                    continue
                }
                if other.isFault { other.fireFault() }
                if other.staysAlive {
                    align(other, with: object, at: slot)
                } else {
                    object.forget(other, at: slot)
                }
            }
        }
    }

    /// Gives an object that is inserted now its place at the other ends of objects that knew it before their own insertion.
    final func joinAwaiting(_ object: NSManagedObject) {
        for (other, slot) in journal.awaited.take(object) {
            guard other.link === link, other.staysAlive, !other.isFault, other.knows(object, at: slot) else {
                continue
            }
            align(object, with: other, at: slot)
        }
    }
}

extension NSManagedObject {
    /// Whether a relationship is known to lead to an object; reads nothing.
    fileprivate final func knows(_ object: NSManagedObject, at slot: Int) -> Bool {
        guard binding.slotProperties[slot].isToMany else { return toOne(at: slot) === object }
        return knownMembers(at: slot)?.contains(object) ?? false
    }

    fileprivate final func inverse(of slot: Int) -> Int? {
        binding.slotProperties[slot].relationship?.inverseSlot
    }

    /// The objects that a relationship is known to lead to; reads nothing.
    fileprivate final func knownDestinations(at slot: Int) -> [NSManagedObject] {
        if binding.slotProperties[slot].isToMany { return knownMembers(at: slot)?.list ?? [] }
        return toOne(at: slot).map { [$0] } ?? []
    }

    /// Whether a relationship is known not to lead to an object, whose own end leads here.
    fileprivate final func hasForgotten(_ object: NSManagedObject, at slot: Int) -> Bool {
        guard !isFault, link === object.link else { return false }
        guard binding.slotProperties[slot].isToMany else { return toOne(at: slot) !== object }
        guard let members = knownMembers(at: slot) else { return false }
        return members.isLoaded ? !members.contains(object) : members.removed.contains(object)
    }
}
