// SPDX-License-Identifier: Apache-2.0
// Opens a store: a file (OpenedFile.swift), its tables (MappedStore.swift), the engine. What features do on the way is listed
// in Opening/StoreFeatures.swift.

import CSQLite
import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    /// Opens a store; creates the file when it is missing or has no bytes, and never restructures one that exists.
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

    /// Opens a store for whose transactions there are more participants than its own features.
    static func open(
        _ options: SQLiteOptions, schema: Schema, entities: Set<Int32>? = nil,
        joinedBy others: [any StoreFeature]
    ) throws -> SQLiteEngine {
        var opening = StoreOpening(options: options)
        opening.removeLeftOvers()
        do {
            // One copy for all connections.
            if options.isReadOnly { opening = try opening.undisturbing() }
            let file = try OpenedFile(opening, schema, entities)
            for step in StoreFeatures.fileSteps { try step.run(file) }
            let store = try MappedStore(file)
            if !store.options.isReadOnly { for step in StoreFeatures.writingSteps { try step.run(store) } }
            for step in StoreFeatures.readingSteps { try step.run(store) }
            for other in others { store.join { _ in other } }
            return try engine(of: store)
        } catch let error as StoreError {
            throw opening.notAStore(error)
        }
    }

    private static func engine(of store: MappedStore) throws -> SQLiteEngine {
        let writer = store.writer
        let isWAL = try writer.first("PRAGMA journal_mode") { $0.text(0) } == "wal"
        // The file may have got another journal by now.
        try writer.settleDurability(store.options)
        let former = try FormerColumns(store.mapping, writer)
        let pool = pool(store, isWAL: isWAL, former)
        let snapshots = OpenSnapshots(opening: store.opening, watch: store.watch, former: former)
        writer.snapshots = snapshots
        writer.watch = store.watch
        store.watch.look(writer)
        return try SQLiteEngine(
            store, SQLEngine(mapping: store.mapping, dialect: .sqlite, pool: pool), snapshots: snapshots,
            isWAL: isWAL)
    }

    /// The connections of an engine; what one of them has read of another store, or under former names, is an error.
    private static func pool(_ store: MappedStore, isWAL: Bool, _ former: FormerColumns?) -> ConnectionPool {
        let (opening, options, watch) = (store.opening, store.options, store.watch)
        // Readers of a file with a rollback journal would block its writer: all work is on one connection there.
        let hasReaders = !opening.isInMemory && (isWAL || options.isReadOnly)
        return ConnectionPool(
            path: options.path, writer: store.writer, readers: hasReaders ? max(options.poolSize ?? 4, 1) : 0,
            most: options.poolSize ?? 64,
            timeout: options.timeout,
            openReader: { try opening.reader() },
            afterRead: {
                // The pool of this engine holds SQLite connections only.
                let reader = $0 as! SQLiteConnection
                try watch.didRead(reader, $1)
                try former?.check(reader)
            })
    }
}

extension StoreOpening {
    /// Removes what a kill left beside the store; where that is not possible now, a later opening does it.
    fileprivate func removeLeftOvers() {
        if !isInMemory, !options.isReadOnly { StagingFolder.removeAbandoned(of: options.path) }
        removeOrphans()
    }
}
