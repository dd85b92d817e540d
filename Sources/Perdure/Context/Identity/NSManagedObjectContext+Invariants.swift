// SPDX-License-Identifier: Apache-2.0
// What must be true of a context between any two calls. Tests of random histories check it after each step. Each
// structure has its own check beside its fields.

import PerdureStore

extension NSManagedObjectContext {
    /// What contradicts the rules of the context's structures: nothing when all are sound.
    ///
    /// For tests: looks at every registered object and at every cached row, and fires no fault.
    package final func checkInvariants() -> [String] {
        let objects = identities.allObjects
        var problems = identities.checkInvariants() + journal.checkInvariants(objects)
        for object in objects {
            if object.managedObjectContext !== self {
                problems.append("\(object.number) has another context")
            }
            problems += object.checkInvariants().map { "\(object.number): \($0)" }
        }
        let stores = objects.compactMap(\.namespace).map { (ObjectIdentifier($0.rows), $0.rows) }
        let caches = Dictionary(stores, uniquingKeysWith: { first, _ in first })
        return problems + caches.values.flatMap { $0.checkInvariants() }
    }
}

extension NSManagedObject {
    /// What contradicts the rules of an object's snapshot and changes: nothing when they are sound.
    final func checkInvariants() -> [String] {
        guard !slots.isFault else { return [] }
        var problems: [String] = []
        if slots.count != binding.names.count {
            problems.append("\(slots.count) slots, not \(binding.names.count)")
        }
        if let row = slots.row {
            if row.count != slots.count { problems.append("the snapshot has \(row.count) slots") }
            if row.key.number != number, number >= 0 {
                problems.append("the snapshot is that of \(row.key.number)")
            }
        }
        if !slots.ownsSlots, !slots.written.isEmpty { problems.append("slots of a shared row are written") }
        for slot in 0..<slots.count {
            guard let members = slots[slot].members else { continue }
            problems += members.checkInvariants().map { "\(binding.names[slot]): \($0)" }
        }
        return problems
    }
}
