// SPDX-License-Identifier: Apache-2.0
// Opens a store: connection, content (created or checked), mapping, triggers, pool.

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
        var opening = StoreOpening(options: options)
        if !opening.isInMemory, !options.isReadOnly { StagingFolder.removeAbandoned(of: options.path) }
        sweepExternalData(opening)
        do {
            // One copy for all connections.
            if options.isReadOnly { opening = try opening.undisturbing() }
            return try open(opening, try opening.writer(), schema, entities)
        } catch let error as StoreError {
            throw opening.notAStore(error)
        }
    }

    private static func open(
        _ opening: StoreOpening, _ writer: SQLiteConnection, _ schema: Schema, _ entities: Set<Int32>?
    ) throws -> SQLiteEngine {
        let options = opening.options
        if !options.isReadOnly { try fill(writer, options, schema, entities) }
        // Before anything is read that must belong to the same store.
        let watch = CommitWatch()
        try watch.remember(writer)
        let hasHistory = try SQLiteStoreFile.requireStore(writer)
        if hasHistory, let locked = try opening.lockedByHistory(writer) {
            return try open(locked, try locked.writer(), schema, entities)
        }
        if let migration = options.migration, !options.isReadOnly {
            try InPlaceMigration(
                connection: writer, migration: migration, schema: schema, entities: entities, options: options
            ).run()
        }
        if !options.isReadOnly { try MergeTables(writer).makeIfNeeded(schema, entities) }
        let mapping = try ElementColumns(
            connection: writer, schema: schema, entities: entities, options: options
        ).mappingOfToday()
        if !options.isReadOnly { try writer.prepareForWriting(options, mapping) }
        mapping.mergeIndexes.use(
            try MergeIndexWork(connection: writer).found(of: mapping.mergeIndexes.declared))
        let history =
            options.tracksHistory || options.isLockedByHistory ? try HistoryTables.read(writer) : nil
        let journal = try writer.first("PRAGMA journal_mode") { $0.text(0) }
        let isWAL = journal == "wal"
        // The file may have got another journal by now.
        try writer.settleDurability(options)
        let former = try FormerColumns(mapping, writer)
        let pool = pool(opening, writer, isWAL: isWAL, watch, former)
        let snapshots = OpenSnapshots(opening: opening, watch: watch, former: former)
        writer.snapshots = snapshots
        writer.watch = watch
        watch.look(writer)
        return SQLiteEngine(
            options: options, isWAL: isWAL, engine: SQLEngine(mapping: mapping, dialect: .sqlite, pool: pool),
            metadata: try StoreMetadata.read(writer),
            checkpoints: StoreCheckpoints(opening: opening, isWAL: isWAL && !options.isReadOnly),
            snapshots: snapshots, watch: watch, history: history)
    }

    /// The connections of an engine; what one of them has read of another store, or under former names, is an error.
    private static func pool(
        _ opening: StoreOpening, _ writer: SQLiteConnection, isWAL: Bool, _ watch: CommitWatch,
        _ former: FormerColumns?
    ) -> ConnectionPool {
        let options = opening.options
        // Readers of a file with a rollback journal would block its writer: all work is on one connection there.
        let hasReaders = !opening.isInMemory && (isWAL || options.isReadOnly)
        return ConnectionPool(
            path: options.path, writer: writer, readers: hasReaders ? max(options.poolSize ?? 4, 1) : 0,
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

    /// Removes external files that a kill left behind; where that is not possible now, a later opening does it.
    ///
    /// In WAL mode a process that ended in order leaves no side files, so there is nothing to look for then.
    private static func sweepExternalData(_ opening: StoreOpening) {
        guard ExternalDataSweep.isNeeded(at: opening.options.path), opening.mayHaveOrphans else { return }
        try? ExternalDataSweep(connection: opening.alone()).run()
    }

    /// Gives a file without tables its content.
    private static func fill(
        _ writer: SQLiteConnection, _ options: SQLiteOptions, _ schema: Schema, _ entities: Set<Int32>?
    ) throws {
        let creation = StoreCreation(options: options, connection: writer)
        guard try creation.hasNoTables() else { return }
        let mapping = try StoreMapping(schema: schema, entities: entities)
        try creation.prepareFile()
        try creation.fill(mapping)
    }
}

extension SQLiteConnection {
    /// What only the connection that writes does to an existing file.
    func prepareForWriting(_ options: SQLiteOptions, _ mapping: StoreMapping) throws {
        let journal = options.pragmas.filter { $0.key.lowercased() == "journal_mode" }
        try apply(journal)
        let review = TriggerReview(TriggerRules(mapping))
        let rebuild = DerivedRebuild(connection: self, mapping: mapping, options: options, review: review)
        try rebuild.runIfNeeded()
        let indexes = MergeIndexWork(connection: self)
        try indexes.runIfNeeded(mapping.mergeIndexes.declared)
        if try !review.run(self) {
            try rebuild.forget()
            try indexes.forget()
        }
        triggerReview = review
        if options.tracksHistory {
            try HistoryTables.make(self, for: HistoryTables.Need(mapping))
            affectedRows.noteAttributes()
        } else {
            review.untracked = UntrackedHistory()
            // After the review: the schema that it has judged is older.
            try review.untracked?.readSchema(self)
        }
        countWALPages()
        if options.runsAnalyze { try execute("ANALYZE") }
        if options.runsVacuum { try execute("VACUUM") }
    }
}
