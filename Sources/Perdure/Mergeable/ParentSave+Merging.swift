// SPDX-License-Identifier: Apache-2.0
// The merging attributes of a child context's objects after a save into the parent.

extension ParentSave {
    /// Gives the child's snapshots the parent's values: the child's own changes and the values that the parent has read
    /// meanwhile (MRG-111).
    func updateChildSnapshots(_ outcome: inout SaveOutcome) throws {
        try outcome.written.updateRows { object, row in
            let slots = object.binding.rebasedSlots
            guard !slots.isEmpty, let twin = counterparts[ObjectIdentifier(object)] else { return }
            row = row.taking(slots, from: try source.row(madeOf: twin))
        }
    }
}
