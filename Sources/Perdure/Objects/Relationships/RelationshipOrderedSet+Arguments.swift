// SPDX-License-Identifier: Apache-2.0
// Checks what a program passes to the live view of an ordered relationship. Foundation on Linux stops the process for an index
// beyond the end, without a word on the relationship, and takes any object.

import Foundation
import PerdureBase

extension RelationshipOrderedSet {
    // MARK: Objects

    /// The object as a member; reports an exception for any other object.
    final func member(_ object: Any) -> NSManagedObject? {
        if let member = object as? NSManagedObject { return member }
        if let relationship = self.object?.binding.slotProperties[slot].relationship?.description {
            ExceptionTrap.raise(ObjectErrors.unacceptableObject(object, relationship: relationship))
        }
        return nil
    }

    /// The objects as members; reports an exception for the first one that is no managed object.
    final func members(_ objects: [Any]) -> [NSManagedObject]? {
        var members: [NSManagedObject] = []
        members.reserveCapacity(objects.count)
        for object in objects {
            guard let member = member(object) else { return nil }
            members.append(member)
        }
        return members
    }

    // MARK: Places

    /// Whether there is a place of an index; reports an exception if not.
    ///
    /// - Parameters:
    ///   - index: the index.
    ///   - places: how many places there are; nil: as many as members.
    /// - Returns: whether the call may go on.
    final func has(_ index: Int, of places: Int? = nil) -> Bool {
        // Foundation's methods call each other; the outer call was checked.
        if depth > 0 { return true }
        let places = places ?? count
        if index >= 0, index < places { return true }
        let advice = "Use an index from 0 to below \(places)."
        ExceptionTrap.raise(
            CoreDataException(name: .rangeException, reason: reason("has no index \(index)", advice)))
        return false
    }

    /// Whether there are places of all indexes; reports an exception if not.
    final func has(_ indexes: IndexSet, of places: Int? = nil) -> Bool {
        guard let last = indexes.last else { return true }
        return has(last, of: places)
    }

    /// Whether a range ends within the members; reports an exception if not.
    final func has(_ range: NSRange) -> Bool {
        if depth > 0 { return true }
        let count = self.count
        if range.location >= 0, range.length >= 0, range.location <= count,
            range.length <= count - range.location
        {
            return true
        }
        let problem = "has no \(range.length) members from index \(range.location) on"
        let advice = "Use a range that ends within the members."
        ExceptionTrap.raise(CoreDataException(name: .rangeException, reason: reason(problem, advice)))
        return false
    }

    /// Whether there are as many objects as indexes; reports an exception if not.
    final func fits(_ objects: [Any], _ indexes: IndexSet) -> Bool {
        if objects.count == indexes.count { return true }
        let problem = "cannot place \(objects.count) objects at \(indexes.count) indexes"
        ExceptionTrap.raise(
            CoreDataException.invalidArgument(reason(problem, "Pass one index for each object.")))
        return false
    }

    private func reason(_ problem: String, _ advice: String) -> String {
        let (key, entity) = (object?.binding.names[slot] ?? "", object?.entity.name ?? "")
        return "The ordered relationship \(key) of \(entity), with \(count) members, \(problem). \(advice)"
    }
}
