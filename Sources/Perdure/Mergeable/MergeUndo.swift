// SPDX-License-Identifier: Apache-2.0
// Undo and redo of mergeable attributes. What is not saved yet becomes exactly what it was (MRG-76); what is saved is taken
// back by the inverse of what was done, so that what others did meanwhile stays (MRG-77 to MRG-79).

import PerdureStore

/// One recorded change of a mergeable attribute.
struct MergeUndo {
    private let now: MergedValue
    private let before: MergedValue
    private let after: MergedValue

    /// Reads a record; nil when the property does not merge.
    init?(_ change: RecordedValue) {
        guard let now = change.object.mergedValue(at: Int(change.slot)) else { return nil }
        self.now = now
        // Both on one snapshot: the object may have been refreshed in the middle of the event.
        after = Self.merged(change.new, now.rule)
        before = Self.merged(change.old, now.rule).rebased(onto: after.snapshot)
    }

    private static func merged(_ value: SlotValue, _ rule: MergeRule) -> MergedValue {
        value.merged ?? MergedValue(value, rule)
    }

    /// What undo or redo puts into the slot.
    ///
    /// - Parameters:
    ///   - direction: the way through the record.
    ///   - isSaved: whether the context has been saved since.
    /// - Returns: the slot's new value.
    func value(_ direction: UndoDirection, isSaved: Bool) -> SlotValue {
        let target = direction == .undo ? before : after
        guard isSaved else { return now.with(target.state.delta).slotValue }
        // What does not fit what others have made of the value leaves it as it is.
        return ((try? now.adding(step(direction))) ?? now).slotValue
    }

    /// What was done, or its inverse.
    private func step(_ direction: UndoDirection) throws -> AttributeDelta {
        let done = try after.state.delta.step(from: before.state.delta, on: after.state.base)
        guard direction == .undo else { return done }
        let inverse = try done.inverted(for: before.state.visible)
        return now.rule.skipsChanged ? sparing(inverse) : inverse
    }

    /// Leaves alone what others have changed since (MRG-78).
    private func sparing(_ inverse: AttributeDelta) -> AttributeDelta {
        switch (inverse, now.state.visible, after.state.visible) {
        case (.dictionary(let delta), .dictionary(let now), .dictionary(let after)):
            .dictionary(DictionaryDelta(delta.entries.filter { now[$0.key] == after[$0.key] }))
        case (.value, .value(let now), .value(let after)):
            NSManagedObject.areEqual(now, after) ? inverse : .value(.none)
        default: inverse
        }
    }
}
