// SPDX-License-Identifier: Apache-2.0
// Saves of an incremental store: IDs of new objects, versions, the request, and the nodes as they are afterwards.

import Foundation
import Perdure
import PerdureModel
import PerdureStore

extension IncrementalEngine {
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try requireOpen()
        let ids = try program.obtainPermanentIDs(for: objects)
        guard ids.count == objects.count else {
            throw IncrementalErrors.wrongCount(program, ids.count, objects.count)
        }
        var seen: Set<NSManagedObjectID> = []
        for (object, id) in zip(objects, ids) {
            _ = try key(of: id, "obtainPermanentIDs(for:)")
            guard id.entity === object.entity, seen.insert(id).inserted else {
                throw IncrementalErrors.wrongID(program, "obtainPermanentIDs(for:)", id)
            }
        }
        return ids
    }

    func prepare(_ set: StoreChanges) throws -> Preparation {
        try requireOpen()
        let conflicts = conflicts(of: set.changes)
        return conflicts.isEmpty ? .prepared(IncrementalCommit(self, set)) : .conflicts(conflicts)
    }

    /// Compares the versions of the save with the newest ones that the program has given.
    private func conflicts(of changes: ChangeSet) -> [CommitConflict] {
        guard let known = program.engineStore?.rows else { return [] }
        let expected: [(key: ObjectKey, version: Int64?)] =
            changes.updates.map { ($0.key, $0.expectedVersion) }
            + changes.deletions.map { ($0.key, $0.expectedVersion) }
            + changes.checks.map { ($0.key, $0.expectedVersion) }
        return expected.compactMap { key, version in
            guard let version, let current = known.row(for: key, maximumAge: -1), current.version != version
            else { return nil }
            return .version(key: key, current: current)
        }
    }
}

/// A save that waits for its commit, in which the program does all the work.
private final class IncrementalCommit: PreparedCommit {
    private let engine: IncrementalEngine
    private let set: StoreChanges

    init(_ engine: IncrementalEngine, _ set: StoreChanges) {
        self.engine = engine
        self.set = set
    }

    func commit() throws -> [Row] {
        let context = set.allObjects.first?.managedObjectContext
        _ = try engine.program.execute(request, with: context)
        engine.dropMembers()
        return context.map(rows) ?? []
    }

    // Nothing was written yet.
    func rollback() {}

    /// The request; its sets are nil when only metadata are saved.
    private var request: NSSaveChangesRequest {
        let isEmpty = set.allObjects.isEmpty
        return NSSaveChangesRequest(
            inserted: isEmpty ? nil : Set(set.insertedObjects),
            updated: isEmpty ? nil : Set(set.updatedObjects + set.unwrittenObjects),
            deleted: isEmpty ? nil : Set(set.deletedObjects), locked: isEmpty ? nil : Set(set.checkedObjects))
    }

    /// The rows of the written objects, with the versions and values that the program gave them.
    private func rows(_ context: NSManagedObjectContext) -> [Row] {
        let keys =
            set.changes.insertions.map(\.key) + set.changes.updates.map(\.key)
            + set.unwrittenObjects.map(\.objectID.chosen.key)
        guard let namespace = engine.program.engineStore?.namespace else { return [] }
        // The save is done: a node that cannot be read leaves the row as the save foretold it.
        return keys.compactMap { try? engine.row(of: namespace.id($0), context) }
    }
}
