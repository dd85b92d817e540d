// SPDX-License-Identifier: Apache-2.0
// The value in a mergeable attribute's slot once it was opened or changed: the snapshot and the change, side by side. The
// slot of an untouched attribute holds the stored value alone, like any slot.

import Foundation
import PerdureStore

/// A snapshot and a change of one attribute; immutable, so that undo may keep it.
final class MergedValue {
    let rule: MergeRule
    /// The snapshot in its stored form; for a new object, the model's default value.
    let snapshot: SlotValue
    let state: DeltaRebase
    /// The change of the event that last changed the attribute: undo inverts it once it is saved (MRG-77).
    ///
    /// The snapshot and the unsaved change do not tell it: after +2 and then -2 the unsaved change is empty.
    let done: AttributeDelta
    /// Why the snapshot cannot be opened; then it is shown as empty, and a save of a change fails.
    let failure: MergeError?
    /// The values of classes behind the tokens in the state.
    let objects: ClassValues
    /// The present value in its stored form; made at most once, when it is first needed.
    private var form: StoredValue?

    /// Opens a stored value.
    convenience init(_ snapshot: SlotValue, _ rule: MergeRule) {
        self.init(rule.identity, onto: snapshot, rule)
    }

    /// Takes a stored value that is already opened: an archive, and the value in it.
    convenience init(_ snapshot: SlotValue, opened: any LiveValue, _ rule: MergeRule) {
        var objects = ClassValues()
        let state = DeltaRebase(rule.identity, onto: .value(objects.token(for: .live(opened))), by: rule)
        self.init(state, snapshot, rule, objects, failure: nil)
    }

    /// Applies a change to a stored value.
    convenience init(
        _ delta: AttributeDelta, onto snapshot: SlotValue, _ rule: MergeRule, done: AttributeDelta? = nil,
        _ objects: ClassValues = ClassValues()
    ) {
        var objects = objects
        do {
            let content = try rule.content(of: objects.token(for: snapshot))
            let reconciled = Self.reconciled(delta, with: snapshot, rule, objects)
            let state = DeltaRebase(reconciled, onto: content, by: rule)
            self.init(state, snapshot, rule, objects, failure: nil, done: done)
        } catch {
            let state = DeltaRebase(delta, onto: rule.emptyContent, by: rule)
            let failure = error as? MergeError ?? .otherKind
            self.init(state, snapshot, rule, objects, failure: failure, done: done)
        }
    }

    private init(
        _ state: DeltaRebase, _ snapshot: SlotValue, _ rule: MergeRule, _ objects: ClassValues,
        failure: MergeError?,
        done: AttributeDelta? = nil
    ) {
        self.state = state
        self.done = done ?? rule.identity
        self.snapshot = snapshot
        self.rule = rule
        self.objects = objects
        self.failure = failure
    }

    /// The change, or no change when it sets the snapshot's value; objects compare values of classes, the algebra cannot.
    private static func reconciled(
        _ delta: AttributeDelta, with snapshot: SlotValue, _ rule: MergeRule, _ objects: ClassValues
    ) -> AttributeDelta {
        guard rule.criterion == .valueDiffers, case .value(.set(let value)) = delta,
            objects.value(of: value).shows(snapshot)
        else { return delta }
        return rule.identity
    }

    /// Whether there is an unsaved change.
    var isChanged: Bool { state.isChanged }

    /// The value with a further change.
    ///
    /// - Parameters:
    ///   - delta: the change.
    ///   - isFirst: whether this is the first change in its event.
    /// - Returns: both changes on the same snapshot.
    /// - Throws: `MergeError`.
    func adding(_ delta: AttributeDelta, isFirst: Bool = true) throws -> MergedValue {
        let delta = rule.own(delta)
        let done = isFirst ? delta : try self.done.composed(with: delta)
        return with(try state.adding(delta).delta, done: done)
    }

    /// The value with another value's change added; throws when it does not fit.
    func adding(changeOf other: MergedValue, isFirst: Bool = true) throws -> MergedValue {
        try knowing(other.objects).adding(other.state.delta, isFirst: isFirst)
    }

    /// The value with another change in place of its own.
    func with(_ delta: AttributeDelta, done: AttributeDelta? = nil) -> MergedValue {
        let base = if case .value(let opened) = state.base { objects.value(of: opened) } else { snapshot }
        let reconciled = Self.reconciled(delta, with: base, rule, objects)
        let state = DeltaRebase(reconciled, onto: state.base, by: rule)
        let named = [state.base.whole, state.delta.whole, done?.whole]
        return MergedValue(state, snapshot, rule, objects.keeping(named), failure: failure, done: done)
    }

    /// The same value, with the tokens of another change.
    func knowing(_ others: ClassValues) -> MergedValue {
        var all = objects
        all.formUnion(others)
        return MergedValue(state, snapshot, rule, all, failure: failure, done: done)
    }

    /// The present value of an attribute that merges as a whole; nil for other kinds.
    var visibleValue: SlotValue? {
        guard case .value(let visible) = state.visible else { return nil }
        return objects.value(of: visible)
    }

    /// A copy for another context: it shares no value that is made later, because that context has another queue.
    var forAnotherContext: MergedValue {
        MergedValue(state, snapshot.copied(), rule, objects.copied(), failure: failure, done: done)
    }

    /// The same change on a newer snapshot.
    func rebased(onto newer: SlotValue) -> MergedValue {
        newer == snapshot ? self : MergedValue(state.delta, onto: newer, rule, done: done, objects)
    }

    /// The value after a save; if the save stored the present value, nothing is opened again.
    func saved(as stored: StoredValue) -> MergedValue {
        guard failure == nil, (try? storedForm()) == .stored(stored) else {
            return MergedValue(.stored(stored), rule)
        }
        let saved = DeltaRebase(rule.identity, onto: state.visible, by: rule)
        let result = MergedValue(saved, .stored(stored), rule, objects, failure: nil)
        result.form = stored
        return result
    }

    /// The present value in the form that rows keep; a value of a class stays live.
    ///
    /// - Throws: `MergeError` when the change does not fit the snapshot.
    func storedForm() throws -> SlotValue {
        if let form { return objects.value(of: form) }
        if !isChanged { return snapshot }
        let made = try rule.stored(state.result())
        form = made
        return objects.value(of: made)
    }
}

extension MergedValue {
    /// The stored bytes, for classes that declare the attribute as binary data; nil without any.
    var bytes: Data? {
        guard case .stored(.data(let data))? = try? storedForm() else { return nil }
        return data
    }
}

extension SlotValue {
    /// The opened or changed value of a mergeable attribute; nil for other values.
    var merged: MergedValue? { live?.asMerged }
}

extension MergeContent {
    /// The value of an attribute that merges as a whole; nil for the other kinds.
    fileprivate var whole: StoredValue? {
        guard case .value(let value) = self else { return nil }
        return value
    }
}

extension AttributeDelta {
    /// The value that replaces another one; nil for the other kinds, and for nil.
    fileprivate var whole: StoredValue? {
        guard case .value(.set(let value)) = self else { return nil }
        return value
    }
}
