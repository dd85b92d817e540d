// SPDX-License-Identifier: Apache-2.0
// What a save does with a kind of property, asked by all who build, merge and hand on saves.

import PerdureStore

extension PropertyLayout {
    /// Whether saves write the property: not what stores compute.
    var isSaved: Bool { isStoredInRow && !isComputed }

    /// Whether saves write its value as a whole, not a change that the store applies.
    var isWrittenWhole: Bool { isSaved && merge == nil }
}

extension SlotProperty {
    /// Whether programs give the property its stored value: an attribute or relationship that stores do not compute.
    var isAssigned: Bool { !isTransient && !isComputed }

    /// Whether saves write its value as a whole into the object's row.
    var isWrittenWhole: Bool { isAssigned && !isToMany && merge == nil }
}
