// SPDX-License-Identifier: Apache-2.0
// What a save does with a kind of property, for all code that builds, merges and passes on saves.

import PerdureStore

extension PropertyLayout {
    /// Whether saves write the property; stores compute derived attributes themselves.
    var isSaved: Bool { isStoredInRow && !isComputed }

    /// Whether saves write its value as a whole, not a change that the store applies.
    var isWrittenWhole: Bool { isSaved && merge == nil }
}

extension SlotProperty {
    /// Whether programs set the property's stored value: it is not transient, and stores do not compute it.
    package var isAssigned: Bool { !isTransient && !isComputed }

    /// Whether saves write its value as a whole into the object's row.
    var isWrittenWhole: Bool { isAssigned && !isToMany && merge == nil }
}
