// SPDX-License-Identifier: Apache-2.0
// The five patterns by hand, as classes for Apple's systems have them; the macro stands for their model file.
// Patterns+BuiltIn.swift has the same five in their short forms.

import PerdureMacros

// Computed: nothing is kept. The list of keys is for observers.
@ManagedObject final class HandPerson: NSManagedObject, Named {
    var given: String = ""
    var family: String = ""

    var fullName: String { "\(given) \(family)" }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let keys = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "fullName" ? keys.union(["given", "family"]) : keys
    }
}

// Cached: kept in the object, and dropped in each setter and hook by which a source may get another value.
@ManagedObject final class HandRoom: NSManagedObject, Measured {
    @Attribute(default: 0.0) var side: Double {
        get {
            willAccessValue(forKey: "side")
            defer { didAccessValue(forKey: "side") }
            return primitiveSide ?? 0
        }
        set {
            willChangeValue(forKey: "side")
            primitiveSide = newValue
            kept = nil
            didChangeValue(forKey: "side")
        }
    }
    @Ignored private var kept: Double?
    @Ignored private(set) var computations = 0

    var area: Double {
        if let kept { return kept }
        computations += 1
        let area = side * side
        kept = area
        return area
    }

    // After undo and redo.
    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        kept = nil
    }

    // After refreshing, merging and rollback.
    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        kept = nil
    }
}

// Composite: one value over several columns, with accessors that go through them.
@ManagedObject final class HandPin: NSManagedObject, Located {
    var latitude: Double = 0
    var longitude: Double = 0

    var spot: Spot {
        get { Spot(latitude: latitude, longitude: longitude) }
        set { (latitude, longitude) = (newValue.latitude, newValue.longitude) }
    }
}

extension HandPin { static let latitudeKey = "latitude" }

/// Ends an observation when nobody keeps it.
final class Observation {
    private let token: any NSObjectProtocol

    init(of context: NSManagedObjectContext?, _ handler: @escaping @Sendable (Notification) -> Void) {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil, using: handler)
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}

// Fetch-backed: an answer that is kept until an event in which it may have changed.
@ManagedObject final class HandClient: NSManagedObject, Billed {
    var limit: Int = 0
    @Ignored private var found: [Bill]?
    @Ignored private var observation: Observation?

    var largeBills: [Bill] {
        willAccessValue(forKey: nil)
        defer { didAccessValue(forKey: nil) }
        if let found { return found }
        let request = NSFetchRequest<Bill>(entityName: "Bill")
        request.predicate = NSPredicate(format: "amount > %d", limit)
        let answer = (try? managedObjectContext?.fetch(request)) ?? []
        found = answer
        return answer
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        watch()
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        watch()
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        (observation, found) = (nil, nil)
    }

    private func watch() {
        // The notification comes on the context's queue, where this object may be used.
        nonisolated(unsafe) let drop = { [weak self] in self?.found = nil }
        observation = Observation(of: managedObjectContext) { note in
            let keys = [
                NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey, NSDeletedObjectsKey,
            ]
            let changed = keys.flatMap { note.userInfo?[$0] as? Set<NSManagedObject> ?? [] }
            if changed.contains(where: { $0 is Bill }) { drop() }
        }
    }
}

// Snapshot and delta: the stored number is the snapshot, a transient is what this context has added to it.
@ManagedObject final class HandPoll: NSManagedObject, Voted {
    var storedVotes: Int = 0
    @Transient var added: Int?

    var votes: Int { snapshot + (added ?? 0) }

    // Not the attribute's value: a save that failed may have left a sum there.
    private var snapshot: Int { committedValues(forKeys: ["storedVotes"])["storedVotes"] as? Int ?? 0 }

    func vote(_ count: Int) { added = (added ?? 0) + count }

    override func willSave() {
        super.willSave()
        if added != nil { primitiveStoredVotes = votes }
    }

    override func didSave() {
        super.didSave()
        primitiveAdded = nil
    }
}

extension HandPoll {
    // Where others have saved meanwhile, their sum goes below the change, and the save is tried again.
    static func save(_ context: NSManagedObjectContext) throws {
        for _ in 1..<10 {
            do {
                return try context.save()
            } catch let error as NSError where error.code == NSManagedObjectMergeError {
                let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict] ?? []
                for conflict in conflicts { context.refresh(conflict.sourceObject, mergeChanges: true) }
            }
        }
        try context.save()
    }
}
