// SPDX-License-Identifier: Apache-2.0
// A built-in store: joins the public face with an engine, its row cache and the origin of its IDs.
// StoreOpening.swift makes them.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import Synchronization

/// A store over an engine.
final class EngineStore: NSPersistentStore, @unchecked Sendable {
    // Sendable because all of it is constant, or guards itself; `origin` is set by init only.

    let engine: any StoreEngine
    let rows = RowCache()
    /// Set by init, which needs self for it, and never again.
    private(set) var origin: ObjectIDOrigin!
    /// The numbers of the entities that live here; nil for all.
    let entities: Set<Int32>?
    /// Whether each commit is noted in the store's history.
    let keepsHistory: Bool
    /// The program's own store that this one works for, or nil.
    let atomicStore: NSAtomicStore?
    private let storeType: String
    /// Set by init for a store whose options ask for it, and never again.
    private var remoteChanges: RemoteChanges?
    private let pendingMetadata = Atomic<Bool>(false)

    /// Makes the face of an opened engine.
    ///
    /// - Parameters:
    ///   - engine: the engine.
    ///   - place: what the store was asked to be.
    ///   - entities: the numbers of the entities that live here; nil for all.
    ///   - coordinator: the coordinator that adds it.
    ///   - atomicStore: the program's own store that this one works for.
    init(
        engine: any StoreEngine, place: StorePlace, entities: Set<Int32>?,
        coordinator: NSPersistentStoreCoordinator, atomicStore: NSAtomicStore? = nil
    ) {
        self.atomicStore = atomicStore
        self.engine = engine
        self.entities = entities
        storeType = place.type
        keepsHistory = engine.history.map { !$0.isLocked } ?? false
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: place.configuration, at: place.url,
            options: place.options)
        origin = ObjectIDOrigin(
            store: self, identifier: Self.identifier(in: engine.metadata),
            entities: engine.schema.entities.map {
                coordinator.managedObjectModel.entity(number: $0.number)
            })
        if engine.history?.isLocked == true { isReadOnly = true }
        if place.flag(NSPersistentStoreRemoteChangeNotificationPostOptionKey) {
            remoteChanges = RemoteChanges(self)
        }
        engine.whenOthersCommit { [rows, remoteChanges] in
            rows.expire()
            remoteChanges?.post()
        }
    }

    /// Runs a commit of what is prepared: readers find what it has done, and programs that want to know of it are told.
    ///
    /// - Parameters:
    ///   - expirations: how often rows had expired before the save.
    ///   - body: commits, and gives what was done.
    /// - Throws: what the body throws.
    func commit(since expirations: Int? = nil, _ body: () throws -> CommittedRows) rethrows {
        if engine.limits.writesConcurrently {
            try rows.committingBeside(since: expirations, body)
        } else {
            rows.commit(try body(), since: expirations)
        }
        hasPendingMetadata = false
        remoteChanges?.post()
    }

    /// Ends what goes on by itself.
    func stopWatching() { remoteChanges?.stop() }

    deinit {
        // A store that was removed is closed already, and then this does nothing; nobody could hear of an error.
        try? engine.close()
    }

    private static func identifier(in metadata: [String: PropertyListValue]) -> String {
        guard case .string(let identifier) = metadata[NSStoreUUIDKey] else { return "" }
        return identifier
    }

    override var type: String { storeType }

    /// By which coordinators of all processes agree whose lock is taken first: the path, and what tells servers apart.
    var lockName: String { url.map { $0.path + "\n" + $0.absoluteString } ?? "" }

    /// The store that programs see.
    var face: NSPersistentStore { atomicStore ?? self }

    override var isReadOnly: Bool {
        get { atomicStore?.isReadOnly ?? super.isReadOnly }
        set { super.isReadOnly = newValue }
    }

    /// Writes one store's part of a save, but for the commit.
    ///
    /// - Throws: what the engine reports.
    func prepare(_ set: StoreChanges) throws -> Preparation {
        let preparation = try engine.prepare(set.changes)
        guard let atomicStore, case .prepared(let commit) = preparation else { return preparation }
        let merged = (commit as? InMemoryCommit)?.merged ?? []
        return .prepared(AtomicCommit(commit) { try atomicStore.write(set, merged) })
    }

    override var identifier: String! {
        get { origin.identifier }
        set {
            guard let newValue else { return }
            var metadata: [String: Any] = metadata
            metadata[NSStoreUUIDKey] = newValue
            self.metadata = metadata
        }
    }

    override var metadata: [String: Any]! {
        get { StoreMetadata.dictionary(engine.metadata) }
        set {
            do {
                try replaceMetadata(newValue ?? [:])
            } catch {
                CoreDataException.invalidArgument("\(error)").stop()
            }
        }
    }

    /// Replaces the application's metadata.
    ///
    /// - Parameters:
    ///   - metadata: the application's keys; system keys that are missing keep their values.
    ///   - immediately: whether it is written now; otherwise with the next save.
    /// - Throws: `CoreDataException` for a value that no property list has; what the engine reports.
    func replaceMetadata(_ metadata: [String: Any], immediately: Bool = false) throws {
        let merged = try StoreMetadata.replacing(engine.metadata, with: metadata)
        try engine.setMetadata(merged, immediately: immediately)
        origin.identifier = Self.identifier(in: merged)
        hasPendingMetadata = !immediately
    }

    /// Whether metadata wait for the next save.
    var hasPendingMetadata: Bool {
        get { pendingMetadata.load(ordering: .relaxed) }
        set { pendingMetadata.store(newValue, ordering: .relaxed) }
    }

    /// Whether objects of an entity live here.
    func holds(entity number: Int32) -> Bool { entities?.contains(number) ?? true }

    /// Whether an object with a key might be here: false for numbers that no schema entity has.
    func holds(_ layout: EntityLayout) -> Bool {
        guard let entities else { return true }
        return (layout.number...layout.lastDescendant).contains { entities.contains($0) }
    }
}
