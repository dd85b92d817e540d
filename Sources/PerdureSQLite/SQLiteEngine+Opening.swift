// SPDX-License-Identifier: Apache-2.0
// Opens a store: first a file (OpenedFile.swift), then its tables (MappedStore.swift), then the engine.
// Opening/StoreFeatures.swift lists the features' steps.

import CSQLite
import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    /// Opens a store.
    ///
    /// It creates a missing or empty file, and never restructures an existing one.
    ///
    /// - Parameters:
    ///   - options: The path and how to open it.
    ///   - schema: The model.
    ///   - entities: The numbers of the entities that the store holds; nil for all of the schema.
    /// - Returns: The engine.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen`, `.readOnly`, `.schemaMismatch`, `.busy`.
    package static func open(_ options: SQLiteOptions, schema: Schema, entities: Set<Int32>? = nil) throws
        -> SQLiteEngine
    {
        try open(options, schema: schema, entities: entities, joinedBy: [])
    }

    /// Opens a store with more transaction participants than its own features.
    static func open(
        _ options: SQLiteOptions, schema: Schema, entities: Set<Int32>? = nil,
        joinedBy others: [any StoreFeature]
    ) throws -> SQLiteEngine {
        var opening = StoreOpening(options: options)
        opening.removeLeftOvers()
        do {
            // All connections share one private copy.
            if options.isReadOnly { opening = try opening.withoutFileChanges() }
        } catch let error as StoreError {
            throw opening.notAStore(error)
        }
        return try open(opening, schema: schema, entities: entities, joinedBy: others)
    }

    /// Opens a store whose way of opening is decided.
    static func open(
        _ opening: StoreOpening, schema: Schema, entities: Set<Int32>? = nil,
        joinedBy others: [any StoreFeature] = []
    ) throws -> SQLiteEngine {
        do {
            let file = try OpenedFile(opening, schema, entities, StoreFeatures.parts)
            for step in StoreFeatures.fileSteps { try step.run(file) }
            let store = try MappedStore(file)
            if !store.options.isReadOnly { for step in StoreFeatures.writingSteps { try step.run(store) } }
            for step in StoreFeatures.readingSteps { try step.run(store) }
            for other in others { store.join { _, _ in other } }
            return try engine(of: store)
        } catch let error as StoreError {
            throw opening.notAStore(error)
        }
    }

    private static func engine(of store: MappedStore) throws -> SQLiteEngine {
        let writer = store.writer
        // A look has one connection, as a store with a rollback journal has.
        let isLook = store.opening.pinned != nil
        let isWAL = try !isLook && writer.first("PRAGMA journal_mode") { $0.text(0) } == "wal"
        // The file may have another journal mode by now.
        try writer.applyDurability(store.options)
        let former = try RenamedColumns(store.mapping, writer)
        let readViews = OpenReadViews(opening: store.opening, watch: store.watch, former: former)
        let pool = pool(store, isWAL: isWAL, former, readViews)
        // A look writes nothing, and its opening has the connection: they would keep each other.
        if !isLook { writer.obsoleteFiles = readViews }
        writer.watch = store.watch
        store.watch.look(writer)
        return try SQLiteEngine(
            store, SQLEngine(mapping: store.mapping, dialect: .sqlite, readers: pool), pool,
            readViews: readViews, isWAL: isWAL)
    }

    /// The connections of an engine.
    ///
    /// A connection's read is an error if it has seen another store, or former column names.
    private static func pool(
        _ store: MappedStore, isWAL: Bool, _ former: RenamedColumns?, _ readViews: OpenReadViews
    ) -> ConnectionPool {
        let (opening, options, watch) = (store.opening, store.options, store.watch)
        let hasReaders = store.hasReaders(isWAL: isWAL)
        // Reads are counted only where they may name files that a commit removes.
        let isCounting = hasReaders && !options.isReadOnly && store.mapping.namesFiles
        return ConnectionPool(
            path: options.path, writer: store.writer, readers: hasReaders ? max(options.poolSize ?? 4, 1) : 0,
            most: options.poolSize ?? 64, timeout: options.timeout, running: isCounting ? readViews : nil,
            openReader: { try opening.reader() },
            afterRead: {
                // The pool of this engine holds SQLite connections only.
                let reader = $0 as! SQLiteConnection
                try watch.didRead(reader, $1)
                try former?.check(reader)
            })
    }
}

extension MappedStore {
    /// Whether reads have connections of their own.
    ///
    /// With a rollback journal readers would block the writer, so one connection does all work.
    fileprivate func hasReaders(isWAL: Bool) -> Bool {
        !opening.isInMemory && opening.pinned == nil && (isWAL || options.isReadOnly)
    }
}

extension StoreOpening {
    /// Removes files that a killed process has left beside the store; after a failure a later opening removes them.
    fileprivate func removeLeftOvers() {
        if !isInMemory, !options.isReadOnly {
            StagingFolder.removeAbandoned(of: StoreFeatures.home(of: options.path))
        }
        removeOrphans()
    }
}
