// SPDX-License-Identifier: Apache-2.0
// Somebody who looks at an account, changes it and saves, with undo: the plain counterpart of MergeActor.

/// One actor of the naive model.
struct NaiveActor {
    private(set) var base: NaiveAccount
    private(set) var pending = NaivePending()
    private var saves = 0
    private var undone: [Event] = []
    private var done: [Event] = []

    /// What one event did.
    private struct Event {
        let before: NaivePending
        let after: NaivePending
        let change: NaiveChange
        let inverse: NaiveChange
        let saves: Int
    }

    init(_ stored: NaiveAccount) { base = stored }

    var visible: NaiveAccount { pending.applied(to: base) }

    mutating func perform(_ change: NaiveChange) {
        let before = pending
        let effective = change.effective(seeing: visible)
        let inverse = change.inverse(seeing: visible)
        change.apply(to: &pending, on: base)
        done.append(
            Event(before: before, after: pending, change: effective, inverse: inverse, saves: saves))
        undone = []
    }

    mutating func undo() {
        guard let event = done.popLast() else { return }
        restore(event.before, event.inverse, event)
        undone.append(event)
    }

    mutating func redo() {
        guard let event = undone.popLast() else { return }
        restore(event.after, event.change, event)
        done.append(event)
    }

    /// Only the attribute that the event changed.
    private mutating func restore(_ state: NaivePending, _ change: NaiveChange, _ event: Event) {
        if event.saves == saves {
            if event.before.assigned != event.after.assigned || event.before.added != event.after.added {
                (pending.assigned, pending.added) = (state.assigned, state.added)
            }
            if event.before.tags != event.after.tags { pending.tags = state.tags }
            if event.before.settings != event.after.settings { pending.settings = state.settings }
            pending.forgetWhatChangesNothing(on: base)
        } else {
            change.apply(to: &pending, on: base)
        }
    }

    mutating func save(to stored: inout NaiveAccount, hasChanges: Bool) {
        guard hasChanges else { return }
        saves += 1
        guard pending != NaivePending() else { return }
        stored = pending.applied(to: stored)
        base = stored
        pending = NaivePending()
    }

    mutating func refresh(_ stored: NaiveAccount) {
        base = stored
        pending.forgetWhatChangesNothing(on: base)
    }

    mutating func discard(_ stored: NaiveAccount) {
        base = stored
        pending = NaivePending()
    }

    mutating func rollback() {
        pending = NaivePending()
        (done, undone) = ([], [])
    }

    /// As MergeActor shows itself.
    var state: String {
        let visible = visible
        let entries = visible.settings.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        let isChanged = pending != NaivePending()
        return "\(visible.likes) \(visible.tags.sorted()) \(entries)\(isChanged ? " changed" : "")"
    }
}
