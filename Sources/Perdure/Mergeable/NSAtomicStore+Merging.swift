// SPDX-License-Identifier: Apache-2.0
// Changes of merging attributes in atomic stores: nodes hold the merged values.

import PerdureStore

extension NSAtomicStore {
    /// Puts merged values into a node; the object itself shows its changes over the values that its context read.
    func fill(_ update: RowUpdate) {
        guard let node = nodesByKey[update.key] else { return }
        let properties = EntityBinding.of(node.objectID.entity).slotProperties
        for change in update.deltas {
            let property = properties[change.slot]
            node.setValue(property.coding?.plainValue(update.row[change.slot]), forKey: property.name)
        }
    }
}

extension SlotProperty {
    /// Whether saves write changes of the property that stores apply.
    var isAppliedByStores: Bool { merge != nil }
}
