// SPDX-License-Identifier: Apache-2.0
// What the slot of a mergeable attribute holds once it was opened or changed: the snapshot and the change, side by side.
// An untouched one holds the stored value alone, as any slot does.

import Foundation
import PerdureStore

/// A snapshot and a change of one attribute; never changes itself, so that undo may keep it.
final class MergedValue {
    let rule: MergeRule
    /// The snapshot in its stored form; of a new object, what the model gives.
    let snapshot: SlotValue
    let state: DeltaRebase
    /// What was done in the event that changed the attribute last: undo takes that back when it is saved by then (MRG-77).
    ///
    /// The snapshot and the change do not tell: +2 and -2 are done, and nothing is changed.
    let done: AttributeDelta
    /// Why the snapshot cannot be opened; it is shown as empty then, and saves of changes fail.
    let failure: MergeError?
    /// The values of classes that the state names by tokens.
    let objects: ClassValues
    /// What is to be seen, in its stored form; made when it is first needed, at most once.
    private var form: StoredValue?

    /// Opens a stored value.
    convenience init(_ snapshot: SlotValue, _ rule: MergeRule) {
        self.init(rule.identity, onto: snapshot, rule)
    }

    /// A stored value that somebody has opened already: an archive, and the value in it.
    convenience init(_ snapshot: SlotValue, opened: any LiveValue, _ rule: MergeRule) {
        var objects = ClassValues()
        let state = DeltaRebase(rule.identity, onto: .value(objects.token(for: .live(opened))), by: rule)
        self.init(state, snapshot, rule, objects, failure: nil)
    }

    /// Puts a change on a stored value.
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

    /// Values of classes are compared as objects compare them, which the algebra cannot.
    private static func reconciled(
        _ delta: AttributeDelta, with snapshot: SlotValue, _ rule: MergeRule, _ objects: ClassValues
    ) -> AttributeDelta {
        guard rule.criterion == .valueDiffers, case .value(.set(let value)) = delta,
            objects.value(of: value).shows(snapshot)
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

    /// With the change of another value of the attribute besides; what does not fit is an error.
    func adding(changeOf other: MergedValue, isFirst: Bool = true) throws -> MergedValue {
        try knowing(other.objects).adding(other.state.delta, isFirst: isFirst)
    }

    /// With another change in the place of this one.
    func with(_ delta: AttributeDelta, done: AttributeDelta? = nil) -> MergedValue {
        let base = if case .value(let opened) = state.base { objects.value(of: opened) } else { snapshot }
        let reconciled = Self.reconciled(delta, with: base, rule, objects)
        let state = DeltaRebase(reconciled, onto: state.base, by: rule)
        let named = [state.base.whole, state.delta.whole, done?.whole]
        return MergedValue(state, snapshot, rule, objects.keeping(named), failure: failure, done: done)
    }

    /// The same, with the tokens of another change.
    func knowing(_ others: ClassValues) -> MergedValue {
        var all = objects
        all.formUnion(others)
        return MergedValue(state, snapshot, rule, all, failure: failure, done: done)
    }

    /// What is to be seen of a value as a whole; nil for the other kinds.
    var visibleValue: SlotValue? {
        guard case .value(let visible) = state.visible else { return nil }
        return objects.value(of: visible)
    }

    /// The same for another context, whose queue is another one: nothing that is made later is shared.
    var forAnotherContext: MergedValue {
        MergedValue(state, snapshot.copied(), rule, objects.copied(), failure: failure, done: done)
    }

    /// The same change on a newer snapshot.
    func rebased(onto newer: SlotValue) -> MergedValue {
        newer == snapshot ? self : MergedValue(state.delta, onto: newer, rule, done: done, objects)
    }

    /// After a save that stored exactly what was to be seen: nothing is opened again.
    func settled(as stored: StoredValue) -> MergedValue {
        guard failure == nil, (try? storedForm()) == .stored(stored) else {
            return MergedValue(.stored(stored), rule)
        }
        let settled = DeltaRebase(rule.identity, onto: state.visible, by: rule)
        let result = MergedValue(settled, .stored(stored), rule, objects, failure: nil)
        result.form = stored
        return result
    }

    /// What is to be seen, as rows keep it; of values of classes the values themselves.
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
    /// The stored bytes, for classes that know the attribute as binary data; nil where there are none.
    var bytes: Data? {
        guard case .stored(.data(let data))? = try? storedForm() else { return nil }
        return data
    }
}

extension SlotValue {
    /// The opened or changed value of a mergeable attribute; nil for all others.
    var merged: MergedValue? { live?.asMerged }
}
