// SPDX-License-Identifier: Apache-2.0
// Changes of attributes that merge in atomic stores: nodes hold what came of them.

import PerdureStore

extension NSAtomicStore {
    /// Puts what has been merged into a node: an object shows its changes over what its context read.
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
