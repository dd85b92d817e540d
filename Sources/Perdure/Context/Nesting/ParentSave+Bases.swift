// SPDX-License-Identifier: Apache-2.0
// What a child's changes are based on. Others may have changed or deleted a row since the child read it. The parent's object
// then gets the child's row as its snapshot, so that the root's save meets the conflict (CTX-127).

import Foundation
import PerdureStore

extension ParentSave {
    /// Lets the root's save notice that others have changed a row since the child read it.
    ///
    /// The child's change is based on an older row than the row that the parent reads only now. With the newer row as
    /// its snapshot, the parent would overwrite a newer value with the child's, and no save would see the conflict.
    func realize(_ found: NSManagedObject, for object: NSManagedObject) throws {
        guard found.isFault else { return }
        // Where others have deleted the row, the child's base stands for it: the root's save meets the conflict.
        try found.realize(otherwise: object.isDeleted ? nil : object.snapshot)
        guard let base = object.snapshot, let newest = found.snapshot, base.version != newest.version,
            !parent.hasOnlyOwnSaves(of: found, since: base.version)
        else { return }
        let outdated = object.binding.slotProperties.filter { property in
            property.isWrittenWhole && settled(base[property.slot]) != settled(newest[property.slot])
                && (object.isDeleted || object.isChanged(property))
        }
        guard !outdated.isEmpty else { return }
        for property in outdated { found.slots[property.slot] = .stored(settled(base[property.slot])) }
        restoreBase(of: object, outdated.map(\.slot), in: found)
    }

    /// The slots that the child changed or deletes, and that the parent has merged from others since the child read
    /// them (CTX-127).
    ///
    /// The parent's own changes do not count, saved or unsaved: the child's values replace them.
    func missedSlots(of object: NSManagedObject, _ found: NSManagedObject) -> [Int] {
        guard let base = object.snapshot, let newest = found.snapshot, base.version != newest.version,
            !parent.hasOnlyOwnSaves(of: found, since: base.version)
        else { return [] }
        return object.binding.slotProperties.filter { property in
            property.isWrittenWhole && settled(base[property.slot]) != settled(newest[property.slot])
                && !found.isChanged(property)
                && (object.isDeleted || object.isChanged(property))
        }.map(\.slot)
    }

    /// Gives the parent's object the child's base values of some slots as its snapshot: the root's save then meets the
    /// conflict.
    func restoreBase(of object: NSManagedObject, _ slots: [Int], in found: NSManagedObject) {
        guard !slots.isEmpty, let base = object.snapshot, let newest = found.snapshot else { return }
        var values = newest.values
        for slot in slots { values[slot] = settled(base[slot]) }
        found.snapshot = Row(key: newest.key, version: base.version, values: values)
    }

    /// A row's value with the key that a destination has by now, in place of its number while it was unsaved.
    private func settled(_ value: StoredValue) -> StoredValue {
        guard case .reference(let key) = value, key.number < 0,
            let id = source.temporaryID(key.number)?.permanentSuccessor
        else { return value }
        return .reference(id.key)
    }

    // MARK: Rows that others have deleted

    /// Whether others have deleted the row of an object that the child changed; the child's row is then its base.
    ///
    /// What the parent's own program has deleted does not count.
    func isLostRow(of found: NSManagedObject, for object: NSManagedObject) -> Bool {
        object.snapshot != nil && !found.state.isDisjoint(with: [.gone, .inaccessible])
    }

    /// Takes back the deletion that the parent adopted from others: the child has changed the object.
    ///
    /// Dropping the child's change would lose it without a word, and a save with other halves of it would succeed.
    func bringBack(_ object: NSManagedObject) {
        guard let found = counterparts[ObjectIdentifier(object)], !found.staysAlive,
            let base = object.snapshot
        else { return }
        parent.takeBackDeletion(of: found)
        if found.snapshot == nil { found.withoutTracking { found.fill(with: base) } }
    }
}
