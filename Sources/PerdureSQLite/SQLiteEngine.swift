// SPDX-License-Identifier: Apache-2.0
// The store engine over one SQLite file. It joins the shared SQL engine with connections, metadata, keys and external data of
// Apple's file format. SQLiteEngine+Opening.swift opens it; SQLiteEngine+Committing.swift commits.

import CSQLite
import PerdureBase
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A store in a SQLite file.
package final class SQLiteEngine: StoreEngine, PartReader {
    package let schema: Schema
    package let path: String
    /// The tables and columns of the file.
    package let mapping: StoreMapping
    let isReadOnly: Bool
    let isWAL: Bool
    let engine: SQLEngine
    /// The connections of the engine.
    package let pool: ConnectionPool
    let pending: OpenStoreMetadata
    let checkpoints: StoreCheckpoints
    let readViews: OpenReadViews
    let watch: CommitWatch
    /// Whether the store knows former names of its objects; nil until somebody asks.
    let isCopy = Lock<Bool?>(nil)
    /// The features that take part in transactions.
    let features: [any StoreFeature]
    /// nil unless the store was opened with history tracking, or is locked because it has a history.
    package let history: (any StoreHistory)?

    init(
        _ store: MappedStore, _ engine: SQLEngine, _ pool: ConnectionPool, readViews: OpenReadViews,
        isWAL: Bool
    ) throws {
        let options = store.options
        path = options.path
        isReadOnly = options.isReadOnly
        schema = engine.schema
        mapping = engine.mapping
        self.isWAL = isWAL
        self.engine = engine
        self.pool = pool
        self.readViews = readViews
        checkpoints = StoreCheckpoints(opening: store.opening, isWAL: isWAL && !options.isReadOnly)
        watch = store.watch
        features = store.features(of: engine, pool)
        history = features.lazy.compactMap { $0 as? any StoreHistory }.first
        pending = OpenStoreMetadata(
            try StoreMetadata.read(store.writer), renewal: options.isReadOnly ? [:] : options.renewedMetadata,
            model: options.renewsModel ? options.modelArchive : nil)
    }

    /// The version of the SQLite library in use.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    package var metadata: [String: PropertyListValue] { pending.current }

    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try rereading { try engine.fetch(plan) } }

    package func fetch(_ plan: FetchPlan, use: (inout [Row]) -> Void) throws {
        var isUsed = false
        try rereading(if: { !isUsed }) {
            try engine.fetch(plan) { rows in
                isUsed = true
                use(&rows)
            }
        }
    }

    package func rows(for keys: [ObjectKey]) throws -> [Row] { try rereading { try engine.rows(for: keys) } }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try engine.members(of: slot, for: owner)
    }

    package func members(of owners: MemberOwners) throws -> MemberRows {
        try rereading { try engine.members(of: owners) }
    }

    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        let root = try mapping.entity(schema[entity].root)
        let table = mapping.tables[root.table].name
        return try write { connection in
            let first = try KeyReservation(connection: connection, isWAL: isWAL).reserve(
                max(count, 0), root: root.fileNumber, table: table)
            return ReservedKeys(from: first, count: count)
        }
    }

    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        guard !isReadOnly else { throw StoreError.readOnly(path: path) }
        pending.set(metadata)
        if immediately { _ = try commit(ChangeSet()) }
    }

    package var keepsReadViews: Bool { isWAL }

    package func readView() throws -> (any StoreReader)? { isWAL ? try readViews.begin(on: engine) : nil }

    package func whenOthersCommit(_ body: @escaping @Sendable () -> Void) { watch.notify(body) }

    package func checkForCommits() throws {
        // Any read lets a connection see changes; the watch reports them after the read.
        try pool.read { try $0.execute("PRAGMA data_version") }
    }

    package func close() throws {
        readViews.close()
        pool.close()
        checkpoints.close()
    }

    /// Lends the connection that writes.
    func write<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        let connection = try borrowWriter()
        defer { pool.returnWriter() }
        return try body(connection)
    }

    /// Refuses a write by the handler of an insertion into this file, whichever coordinator inserts.
    private func refuseWriteOfHandler() throws {
        try InsertionHandlers.refuse("write to the store \(path)") { ($0 as? SQLiteEngine)?.path == path }
    }

    /// Lends the connection that writes; the caller must return it to the pool.
    func borrowWriter() throws -> SQLiteConnection {
        guard !isReadOnly else { throw StoreError.readOnly(path: path) }
        try refuseWriteOfHandler()
        // The pool of this engine holds SQLite connections only.
        return try pool.borrowWriter() as! SQLiteConnection
    }
}
