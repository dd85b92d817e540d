// SPDX-License-Identifier: Apache-2.0
// Undo and redo of mergeable attributes. An unsaved change is restored exactly (MRG-76). A saved change is undone by its
// inverse, so that other contexts' later changes stay (MRG-77 to MRG-79).

import PerdureStore

/// One recorded change of a mergeable attribute.
struct MergeUndo {
    private let slot: Int
    private let now: MergedValue
    private let before: MergedValue
    private let after: MergedValue

    /// Reads a record; nil when the property does not merge.
    init?(_ change: RecordedValue) {
        slot = Int(change.slot)
        guard let now = change.object.mergedValue(at: Int(change.slot)) else { return nil }
        // Both need one snapshot, because the object may have been refreshed in the middle of the event.
        let (old, new) = (Self.merged(change.old, now.rule), Self.merged(change.new, now.rule))
        after = new.knowing(old.objects)
        before = old.knowing(new.objects).rebased(onto: new.snapshot)
        self.now = now.knowing(before.objects)
    }

    private static func merged(_ value: SlotValue, _ rule: MergeRule) -> MergedValue {
        value.merged ?? MergedValue(value, rule)
    }

    /// The value that undo or redo puts into the slot.
    ///
    /// - Parameters:
    ///   - direction: undo or redo.
    ///   - isSaved: whether the context has been saved since.
    /// - Returns: the slot's new value.
    func value(_ direction: UndoDirection, isSaved: Bool) -> SlotValue {
        let target = direction == .undo ? before : after
        // A change that the event left as it was may have been dropped since.
        if !isSaved, before.state.delta == after.state.delta { return now.slotValue }
        guard isSaved else { return now.with(target.state.delta, done: target.done).slotValue }
        // A step that does not fit the present value leaves the value unchanged.
        return ((try? now.adding(step(direction)).inRange()) ?? now).slotValue
    }

    /// The recorded change, or its inverse.
    private func step(_ direction: UndoDirection) throws -> AttributeDelta {
        let done = try whatWasDone().normalized(for: before.state.visible)
        guard direction == .undo else { return done }
        let inverse = try done.inverted(for: before.state.visible)
        return now.rule.skipsChanged ? withoutChangedParts(inverse) : inverse
    }

    /// Slots from 63 up share a bit, so their first change in an event is unknown: the difference of the values counts.
    private func whatWasDone() throws -> AttributeDelta {
        if slot < 63 { return after.done }
        return try now.rule.difference(from: before.state.visible, to: after.state.visible)
    }

    /// Leaves out the keys and values that have changed since (MRG-78).
    private func withoutChangedParts(_ inverse: AttributeDelta) -> AttributeDelta {
        switch (inverse, now.state.visible, after.state.visible) {
        case (.dictionary(let delta), .dictionary(let now), .dictionary(let after)):
            .dictionary(delta.filtered { delta.value(of: $0, in: now) == delta.value(of: $0, in: after) })
        case (.value, .value(let visible), .value(let wanted)):
            now.objects.value(of: visible).shows(now.objects.value(of: wanted)) ? inverse : .value(.none)
        default: inverse
        }
    }
}

extension RecordedValue {
    /// The value that undo or redo puts into the slot.
    func restored(_ direction: UndoDirection, isSaved: Bool) -> SlotValue {
        guard object.binding.slotProperties[Int(slot)].merge != nil, let undo = MergeUndo(self) else {
            return value(direction)
        }
        return undo.value(direction, isSaved: isSaved)
    }
}
