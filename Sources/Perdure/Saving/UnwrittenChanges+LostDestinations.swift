// SPDX-License-Identifier: Apache-2.0
// Rows that are gone, although a merge policy had made them destinations. Part of UnwrittenChanges.swift.

import PerdureStore

extension UnwrittenChanges {
    /// Removes destinations that are gone from the objects whose values a merge policy chose.
    ///
    /// - Throws: 1570 when a mandatory relationship loses its only destination.
    func forget(_ gone: Set<ObjectKey>) throws {
        guard !gone.isEmpty else { return }
        for object in resolvedObjects {
            let slots = object.binding.relationshipSlots.filter { object.leads(to: gone, at: $0) }
            for slot in slots { forget(gone, object, slot) }
            if !slots.isEmpty { try object.validateForUpdate() }
        }
    }

    private func forget(_ gone: Set<ObjectKey>, _ object: NSManagedObject, _ slot: Int) {
        guard object.binding.slotProperties[slot].isToMany else {
            compensation.write(.null, at: slot, of: object)
            return
        }
        compensation.changeMembers(of: object, at: slot) { members in
            let lost = members.added.filter { gone.contains($0.objectID.key) }
            members.adoptDecisions(lost.map { SettledMember(object: $0, isMember: false) })
        }
    }
}

extension NSManagedObject {
    /// Whether a relationship leads to any of some rows; for a to-many relationship, whether an added member does.
    fileprivate final func leads(to keys: Set<ObjectKey>, at slot: Int) -> Bool {
        switch slots[slot] {
        case .stored(.reference(let key)): keys.contains(key)
        case .stored: false
        case .live(let value):
            value.asMembers?.added.contains { keys.contains($0.objectID.key) }
                ?? value.asDestination.map { keys.contains($0.objectID.key) } ?? false
        }
    }
}
