// SPDX-License-Identifier: Apache-2.0
// The rules of an object's life in their simplest form: a dictionary for the store, a snapshot and the present values
// for each object. Written from the rules, not from the framework's code; slow and plain on purpose.

typealias Contents = [Key: Content]

/// A stored row: only `p` and `q` are in it.
struct NaiveRow: Equatable {
    var values: Contents
    var version = 1
}

/// An object as the rules describe it: a transient's snapshot is always nil.
struct NaiveObject: Equatable {
    /// The name of its row in the store.
    var row: Int
    /// nil for an object that was never saved, and for a fault.
    var snapshot: NaiveRow?
    /// nil for a fault.
    var values: Contents?
    var isInserted = false
    var isUpdated = false
    var isDeleted = false
    /// Its row is gone: it reads as nil, and counts as deleted.
    var isLost = false
    /// Transients that were written since the object was filled or saved.
    var touched: Set<Key> = []

    var hasChanges: Bool { isInserted || isUpdated || isDeleted }

    /// OBJ-76: what differs from the snapshot, announced or not; a new object's is its default values.
    var changed: Contents {
        guard let values else { return [:] }
        let base = snapshot?.values ?? NaiveModel.defaults
        return values.filter { !$0.key.isTransient && $0.value != base[$0.key] }
    }

    /// PRG-33: primitive values alone are no change that shows.
    var shownChanges: Contents { hasChanges ? changed : [:] }
}

/// The store and one context.
final class NaiveModel {
    static let defaults: Contents = [.p: .number(0), .q: .number(0)]
    /// TRN-24: what transients have when an object appears.
    static let transients: Contents = [.t: .none, .preset: .text("preset")]

    var store: [Int: NaiveRow] = [:]
    var objects: [NaiveObject?] = Array(repeating: nil, count: Operation.places)
    /// What undo knows; nil without an undo manager.
    var history: NaiveHistory?
    private var lastRow = 0

    /// Whether the last save had to fail.
    private(set) var mustFail = false

    var hasChanges: Bool { objects.contains { $0?.hasChanges ?? false } }

    func apply(_ operation: Operation) {
        mustFail = false
        switch operation {
        case .insert: insert()
        case .set(let place, let key, let content): set(place, key, content, isTracked: true)
        case .primitiveSet(let place, let key, let content): set(place, key, content, isTracked: false)
        case .undo: undo()
        case .redo: redo()
        case .read(let place): change(place) { fire(&$0) }
        case .delete(let place): delete(place)
        case .refresh(let place, let merges): change(place) { merges ? merge(&$0) : turnIntoFault(&$0) }
        // OBJ-43: an object that nobody holds goes, and comes back as a fault.
        case .letGo(let place): change(place) { if !$0.hasChanges { forget(&$0) } }
        case .refreshAll:
            endEvent()
            refreshAll()
        case .process: endEvent()
        case .failedSave:
            endEvent()
            fireNew()
        case .save: save()
        case .rollback:
            rollback()
            history = history.map { _ in NaiveHistory() }
        case .reset: reset()
        case .setElsewhere(let place, let key, let content): _ = setElsewhere(place, key, content)
        // CTX-140, CTX-141: as a refresh that keeps changes; nothing that undo knows of.
        case .mergeElsewhere(let place, let key, let content):
            endEvent()
            if setElsewhere(place, key, content) { change(place) { merge(&$0) } }
        case .deleteElsewhere(let place): if let row = objects[place]?.row { store[row] = nil }
        }
    }

    func change(_ place: Int, _ body: (inout NaiveObject) -> Void) {
        guard var object = objects[place] else { return }
        body(&object)
        objects[place] = object
    }

    // MARK: One object

    private func insert() {
        guard let place = objects.firstIndex(where: { $0 == nil }) else { return }
        lastRow += 1
        let values = Self.defaults.merging(Self.transients) { $1 }
        objects[place] = NaiveObject(row: lastRow, values: values, isInserted: true)
    }

    /// OBJ-33, TRN-25; CTX-90 where there is no row; PRG-32 where there never was one.
    func fire(_ object: inout NaiveObject) {
        guard object.values == nil else { return }
        if object.isInserted {
            object.values = Self.defaults.merging(Self.transients) { $1 }
            return
        }
        guard let row = store[object.row] else { return lose(&object) }
        object.snapshot = row
        object.values = row.values.merging(Self.transients) { $1 }
    }

    private func lose(_ object: inout NaiveObject) {
        object.isLost = true
        object.isDeleted = true
        object.snapshot = nil
        object.values = Contents(uniqueKeysWithValues: Key.allCases.map { ($0, .none) })
    }

    /// OBJ-34: a fault fires first; OBJ-53: a primitive write does not dirty; OBJ-55: an equal value does.
    private func set(_ place: Int, _ key: Key, _ content: Content, isTracked: Bool) {
        change(place) { object in
            fire(&object)
            if isTracked { note(object, place, key) }
            object.values?[key] = content
            object.touched.insert(key)
            if isTracked { object.isUpdated = true }
        }
    }

    /// OBJ-151: a new object just goes.
    private func delete(_ place: Int) {
        guard let object = objects[place] else { return }
        if object.isInserted { objects[place] = nil } else { objects[place]?.isDeleted = true }
    }

    private func forget(_ object: inout NaiveObject) {
        object.snapshot = nil
        object.values = nil
        object.touched = []
    }

    /// CTX-100, CTX-106; PRG-32: also a new object.
    private func turnIntoFault(_ object: inout NaiveObject) {
        guard object.values != nil else { return }
        forget(&object)
        object.isUpdated = false
    }

    /// TRN-30 to TRN-37: what differs from the snapshot stays, the rest is new.
    private func merge(_ object: inout NaiveObject) {
        guard !object.isInserted, let values = object.values else { return }
        let kept = object.changed.merging(values.filter { $0.key.isTransient && $0.value != .none }) { $1 }
        forget(&object)
        fire(&object)
        if object.isLost { return }
        object.values?.merge(kept) { $1 }
        object.touched.formUnion(kept.keys)
    }

    // MARK: The context

    /// CTX-107: changed objects keep their changes, clean ones become faults.
    private func refreshAll() {
        for place in objects.indices {
            change(place) { object in
                if !object.hasChanges { return forget(&object) }
                if !object.isDeleted { merge(&object) }
            }
        }
    }

    /// SAV-40: a changed or deleted row must be as it was fetched.
    private func isInConflict(_ object: NaiveObject) -> Bool {
        guard !object.isInserted, !object.isLost, let snapshot = object.snapshot else { return false }
        guard object.isDeleted || object.isUpdated && !object.changed.isEmpty else { return false }
        // CTX-142: what is gone already need not be deleted.
        guard let stored = store[object.row] else { return !object.isDeleted }
        return stored.version != snapshot.version
    }

    private func save() {
        endEvent()
        guard hasChanges else { return }
        fireNew()
        if objects.contains(where: { $0.map(isInConflict) ?? false }) {
            mustFail = true
            return
        }
        for place in objects.indices {
            guard let object = objects[place], object.hasChanges else { continue }
            if object.isDeleted {
                store[object.row] = nil
                objects[place] = nil
            } else {
                change(place) { write(&$0) }
            }
        }
        history?.saves += 1
    }

    /// PRG-32: before a save, whether or not it fails, new objects have values again.
    private func fireNew() {
        for place in objects.indices { change(place) { if $0.isInserted { fire(&$0) } } }
    }

    /// TRN-16: what is only transient writes no row; TRN-28: values stay.
    private func write(_ object: inout NaiveObject) {
        if object.isInserted || !object.changed.isEmpty {
            let version = (object.snapshot?.version ?? 0) + 1
            let row = NaiveRow(
                values: (object.values ?? [:]).filter { !$0.key.isTransient }, version: version)
            store[object.row] = row
            object.snapshot = row
        }
        object.isInserted = false
        object.isUpdated = false
        object.touched = []
    }

    /// CTX-80 to CTX-82.
    private func rollback() {
        for place in objects.indices {
            guard let object = objects[place], object.hasChanges else { continue }
            if object.isInserted || object.isLost {
                objects[place] = nil
                continue
            }
            change(place) { object in
                object.isUpdated = false
                object.isDeleted = false
                object.touched = []
                object.values = object.snapshot.map { $0.values.merging(Self.transients) { $1 } }
            }
        }
    }

    /// CTX-84, CTX-85: the test takes the stored objects up again, as faults.
    private func reset() {
        objects = objects.map { object in
            guard let object, !object.isInserted, store[object.row] != nil else { return nil }
            return NaiveObject(row: object.row)
        }
    }

    /// Gives whether there was anything to save.
    private func setElsewhere(_ place: Int, _ key: Key, _ content: Content) -> Bool {
        guard let row = objects[place]?.row, let values = store[row]?.values, values[key] != content else {
            return false
        }
        store[row]?.values[key] = content
        store[row]?.version += 1
        return true
    }
}
