// SPDX-License-Identifier: Apache-2.0
// Objects that were deleted and saved are in no context. Nothing breaks the circles of those that lead to each other then:
// the end of a context, refreshing and resetting reach only its own objects.

extension NSManagedObject {
    /// Lets go of destinations and members that have left their contexts, if this object has too.
    ///
    /// The relationships are empty then. Destinations that are still in a context stay, and so do all attributes.
    final func letGoOfPartedObjects() {
        guard isParted else { return }
        for slot in binding.relationshipSlots where slots[slot].leadsToPartedObject { slots[slot] = .null }
    }

    /// Whether the object is in no context.
    fileprivate final var isParted: Bool { link == nil }
}

extension SlotValue {
    fileprivate var leadsToPartedObject: Bool {
        if let destination { return destination.isParted }
        guard let members else { return false }
        return members.list.contains(where: \.isParted) || members.committed.contains(where: \.isParted)
    }
}
