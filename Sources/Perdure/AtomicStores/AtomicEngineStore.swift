// SPDX-License-Identifier: Apache-2.0
// The engine behind a program's own store (NSAtomicStore.swift). AtomicStoreOpener.swift makes it. A save writes the
// program's file with it.

import PerdureStore

/// The store over the engine of a program's own store.
final class AtomicEngineStore: EngineStore, @unchecked Sendable {
    // Sendable because its own property is constant.

    /// The program's own store.
    fileprivate let program: NSAtomicStore

    /// Makes the store for the engine of a program's own store.
    ///
    /// - Parameters:
    ///   - atomicStore: the program's own store.
    ///   - engine: the engine with the rows that fetches search.
    ///   - specification: the type, configuration, URL and options of the store.
    ///   - entities: the numbers of the entities in the store; nil for all.
    ///   - coordinator: the coordinator that adds it.
    init(
        of atomicStore: NSAtomicStore, engine: any StoreEngine, specification: StoreSpecification,
        entities: Set<Int32>?,
        coordinator: NSPersistentStoreCoordinator
    ) {
        program = atomicStore
        super.init(engine: engine, specification: specification, entities: entities, coordinator: coordinator)
    }

    override var publicStore: NSPersistentStore { program }

    override var isReadOnly: Bool {
        get { program.isReadOnly }
        set { super.isReadOnly = newValue }
    }
}

extension EngineStore {
    /// The program's own store whose engine this store is, or nil.
    final var atomicStore: NSAtomicStore? { (self as? AtomicEngineStore)?.program }

    /// Whether a program's own store does all its work in the commit.
    final var writesInCommit: Bool { atomicStore != nil || self is RequestEngineStore }

    /// Writes one store's part of a save without committing it.
    ///
    /// - Throws: the errors of the engine.
    final func prepare(_ set: StoreChanges) throws -> Preparation {
        if let store = self as? RequestEngineStore { return try store.requests.prepare(set) }
        let preparation = try engine.prepare(set.changes)
        guard let atomicStore, case .prepared(let commit) = preparation else { return preparation }
        let merged = (commit as? InMemoryCommit)?.merged ?? []
        return .prepared(AtomicCommit(commit) { try atomicStore.write(set, merged) })
    }
}
