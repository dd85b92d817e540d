// SPDX-License-Identifier: Apache-2.0
// Opens stored values at the first reading. The slot keeps the opened value, so that a program gets the same object each
// time.

import PerdureStore

extension AttributeCoding {
    /// Whether rows keep an archive of the value.
    var isArchived: Bool { type == .transformable }

    /// Whether the first reading opens the stored value.
    var isOpenedOnce: Bool { isArchived || details?.merge != nil }
}

extension NSManagedObject {
    /// Opens the value of a slot, once.
    final func open(_ property: SlotProperty, _ coding: AttributeCoding) {
        if coding.isArchived, case .stored(.data(let archive)) = slots[property.slot] {
            slots[property.slot] = .live(coding.opened(archive))
        }
        if coding.details?.merge != nil { openMerged(property.slot) }
    }
}
