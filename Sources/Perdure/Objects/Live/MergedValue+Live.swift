// SPDX-License-Identifier: Apache-2.0
// The snapshot and the change of a merging attribute, as a LiveValue. The value itself is in MergedValue.swift.

import PerdureStore

extension MergedValue: LiveValue {
    func isChanged(from snapshot: SlotValue) -> Bool { isChanged }

    func shows(_ other: SlotValue) -> Bool {
        if let other = other.merged {
            if let mine = visibleValue, let theirs = other.visibleValue { return mine.shows(theirs) }
            return state.visible == other.state.visible
        }
        if let visible = visibleValue { return visible.shows(other) }
        guard case .stored(let stored) = other else { return false }
        return (try? rule.content(of: stored)) == state.visible
    }

    func storedForm(_ place: ValueLocation) throws -> StoredValue {
        try MergeErrors.naming(place.entity, place.property) {
            try storedForm().storedForm(place.entity, place.property)
        }
    }

    func visible(_ coding: AttributeCoding?) -> Any? {
        if let visible = visibleValue { return coding?.plainValue(visible) }
        return coding.flatMap { state.visible.anyValue($0) }
    }

    func isKeptTransient(withNulls: Bool) -> Bool { isChanged }
    func copied() -> any LiveValue { forAnotherContext }
    var asMerged: MergedValue? { self }
}

extension MergeRule {
    /// The present content of an unchanged set or dictionary; nil for other kinds, which show the stored value.
    func shownContent(of stored: StoredValue) -> MergeContent? {
        guard kind == .set || kind == .dictionary else { return nil }
        return MergedValue(.stored(stored), self).state.visible
    }
}

extension SlotProperty {
    /// Whether a slot with a stored value has no change, whatever was written there.
    var changesAreLive: Bool { merge != nil || isToMany }
}
