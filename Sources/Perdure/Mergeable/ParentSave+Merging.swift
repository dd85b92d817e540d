// SPDX-License-Identifier: Apache-2.0
// What a child's objects show of attributes that merge after a save into the parent.

import PerdureStore

extension ParentSave {
    /// The child's snapshots show what the parent has: its own changes, and what it has read meanwhile (MRG-111).
    func takeMerged(_ outcome: inout SaveOutcome) throws {
        for index in outcome.written.indices {
            let (object, row) = outcome.written[index]
            let slots = object.binding.rebasedSlots
            guard !slots.isEmpty, let twin = counterparts[ObjectIdentifier(object)] else { continue }
            outcome.written[index].row = row.taking(slots, from: try source.row(madeOf: twin))
        }
    }
}
