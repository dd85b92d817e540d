// SPDX-License-Identifier: Apache-2.0
// What the slot of a mergeable attribute holds once it was opened or changed: the snapshot and the change, side by side.
// An untouched one holds the stored value alone, as any slot does.

import Foundation
import PerdureStore

/// A snapshot and a change of one attribute; never changes itself, so that undo may keep it.
final class MergedValue {
    let rule: MergeRule
    /// The snapshot in its stored form.
    let snapshot: SlotValue
    let state: DeltaRebase
    /// What was done in the event that changed the attribute last: undo takes that back when it is saved by then (MRG-77).
    ///
    /// The snapshot and the change do not tell: +2 and -2 are done, and nothing is changed.
    let done: AttributeDelta
    /// Why the snapshot cannot be opened; it is shown as empty then, and saves of changes fail.
    let failure: MergeError?
    /// What is to be seen, in its stored form; made when it is first needed, at most once.
    private var form: SlotValue?

    /// Opens a stored value.
    convenience init(_ snapshot: SlotValue, _ rule: MergeRule) {
        self.init(rule.identity, onto: snapshot, rule)
    }

    /// A stored value that somebody has opened already: an archive, and the value in it.
    convenience init(_ snapshot: SlotValue, opened: SlotValue, _ rule: MergeRule) {
        let state = DeltaRebase(rule.identity, onto: .value(opened), by: rule)
        self.init(state, snapshot, rule, failure: nil)
    }

    /// Puts a change on a stored value.
    convenience init(
        _ delta: AttributeDelta, onto snapshot: SlotValue, _ rule: MergeRule, done: AttributeDelta? = nil
    ) {
        do {
            let content = try rule.content(of: snapshot)
            let state = DeltaRebase(Self.reconciled(delta, with: snapshot, rule), onto: content, by: rule)
            self.init(state, snapshot, rule, failure: nil, done: done)
        } catch {
            let state = DeltaRebase(delta, onto: rule.emptyContent, by: rule)
            let failure = error as? MergeError ?? .otherKind
            self.init(state, snapshot, rule, failure: failure, done: done)
        }
    }

    private init(
        _ state: DeltaRebase, _ snapshot: SlotValue, _ rule: MergeRule, failure: MergeError?,
        done: AttributeDelta? = nil
    ) {
        self.state = state
        self.done = done ?? rule.identity
        self.snapshot = snapshot
        self.rule = rule
        self.failure = failure
    }

    /// Values of classes are compared as objects compare them, which the algebra cannot.
    private static func reconciled(_ delta: AttributeDelta, with snapshot: SlotValue, _ rule: MergeRule)
        -> AttributeDelta
    {
        guard rule.criterion == .valueDiffers, case .value(.set(let value)) = delta,
            NSManagedObject.areEqual(value, snapshot)
        else { return delta }
        return rule.identity
    }

    /// Whether something waits for being saved.
    var isChanged: Bool { state.isChanged }

    /// With a further change.
    ///
    /// - Parameters:
    ///   - delta: the change.
    ///   - isFirst: whether it is the first in its event.
    /// - Returns: both changes on the same snapshot.
    /// - Throws: `MergeError`.
    func adding(_ delta: AttributeDelta, isFirst: Bool = true) throws -> MergedValue {
        let delta = rule.own(delta)
        let done = isFirst ? delta : try self.done.composed(with: delta)
        return with(try state.adding(delta).delta, done: done)
    }

    /// With another change in the place of this one.
    func with(_ delta: AttributeDelta, done: AttributeDelta? = nil) -> MergedValue {
        let base = if case .value(let opened) = state.base { opened } else { snapshot }
        let reconciled = Self.reconciled(delta, with: base, rule)
        let state = DeltaRebase(reconciled, onto: state.base, by: rule)
        return MergedValue(state, snapshot, rule, failure: failure, done: done)
    }

    /// The same for another context, whose queue is another one: nothing that is made later is shared.
    ///
    /// - Parameter copy: copies a value of a class.
    /// - Returns: the copy.
    func copied(_ copy: (SlotValue) -> SlotValue) -> MergedValue {
        var delta = state.delta
        if case .value(.set(let value)) = delta { delta = .value(.set(copy(value))) }
        return with(delta, done: done)
    }

    /// Whether a value of the slot shows what this does.
    func shows(_ value: SlotValue) -> Bool {
        if let other = value.merged { return state.visible == other.state.visible }
        if case .value(let visible) = state.visible { return NSManagedObject.areEqual(visible, value) }
        return (try? rule.content(of: value)) == state.visible
    }

    /// The same change on a newer snapshot.
    func rebased(onto newer: SlotValue) -> MergedValue {
        newer == snapshot ? self : MergedValue(state.delta, onto: newer, rule, done: done)
    }

    /// After a save that stored exactly what was to be seen: nothing is opened again.
    func settled(as stored: SlotValue) -> MergedValue {
        guard failure == nil, (try? storedForm()) == stored else { return MergedValue(stored, rule) }
        let settled = DeltaRebase(rule.identity, onto: state.visible, by: rule)
        let result = MergedValue(settled, stored, rule, failure: nil)
        result.form = stored
        return result
    }

    /// What is to be seen, as rows keep it; of values of classes the values themselves.
    ///
    /// - Throws: `MergeError` when the change does not fit the snapshot.
    func storedForm() throws -> SlotValue {
        if let form { return form }
        if !isChanged { return snapshot }
        let made = try rule.stored(state.result())
        form = made
        return made
    }
}

extension MergedValue {
    /// The stored bytes, for classes that know the attribute as binary data; nil where there are none.
    var bytes: Data? {
        guard case .data(let data)? = try? storedForm() else { return nil }
        return data
    }
}

extension SlotValue {
    /// The opened or changed value of a mergeable attribute; nil for all others.
    var merged: MergedValue? {
        guard case .object(let object) = self else { return nil }
        return object as? MergedValue
    }
}
