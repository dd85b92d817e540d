// SPDX-License-Identifier: Apache-2.0
// Undo in its simplest form: for each event, the values before and after it of what was set in it.

/// The stacks of a context's undo manager, and the event that is going on.
struct NaiveHistory {
    /// One event: for each object, the values before and after it.
    struct Step {
        var values: [Int: [Key: (old: Content, new: Content)]] = [:]
        /// Objects that had no changes before the event.
        var clean: Set<Int> = []
        /// How often the context had been saved.
        var saves: Int
    }

    var undo: [Step] = []
    var redo: [Step] = []
    var saves = 0
    /// What was set in this event, with the values before it.
    var event: [Int: Contents] = [:]
    var clean: Set<Int> = []
}

extension NaiveModel {
    /// Begins with stored objects in all places, and with an undo manager.
    func beginWithUndo() {
        for _ in objects { apply(.insert) }
        apply(.save)
        history = NaiveHistory()
    }

    /// The first value that an event replaces is the one to go back to.
    func note(_ object: NaiveObject, _ place: Int, _ key: Key) {
        guard history != nil else { return }
        if !object.hasChanges { history?.clean.insert(place) }
        if history?.event[place]?[key] == nil {
            history?.event[place, default: [:]][key] = object.values?[key]
        }
    }

    /// CTX-61: one step for all that was set; what became a fault meanwhile has given its changes up.
    func endEvent() {
        guard var history, !history.event.isEmpty else { return }
        var step = NaiveHistory.Step(saves: history.saves)
        for (place, old) in history.event {
            guard let values = objects[place]?.values else { continue }
            for (key, content) in old {
                step.values[place, default: [:]][key] = (content, values[key] ?? .none)
            }
        }
        step.clean = history.clean
        history.event = [:]
        history.clean = []
        if !step.values.isEmpty {
            history.undo.append(step)
            history.redo = []
        }
        self.history = history
    }

    /// CTX-62, CTX-63, CTX-74: pending changes first; then the old values, whatever came in between.
    func undo() {
        endEvent()
        guard let step = history?.undo.popLast() else { return }
        history?.redo.append(step)
        for (place, values) in step.values {
            restore(
                place, values.mapValues(\.old),
                wasClean: step.clean.contains(place) && step.saves == history?.saves)
        }
    }

    func redo() {
        endEvent()
        guard let step = history?.redo.popLast() else { return }
        history?.undo.append(step)
        for (place, values) in step.values { restore(place, values.mapValues(\.new), wasClean: false) }
    }

    /// TRN-231: what does not differ from its snapshot is clean.
    ///
    /// A transient differs when it is not nil, unless it was so when the object was clean.
    private func restore(_ place: Int, _ values: Contents, wasClean: Bool) {
        change(place) { object in
            fire(&object)
            object.values?.merge(values) { $1 }
            object.touched.formUnion(values.keys)
            let transients = object.touched.filter(\.isTransient).contains {
                object.values?[$0] != Content.none
            }
            object.isUpdated = !object.changed.isEmpty || (!wasClean && transients)
        }
    }
}
