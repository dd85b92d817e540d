// SPDX-License-Identifier: Apache-2.0
// A store on a PostgreSQL server. Opening/ makes or opens it, Connections/ lends sessions, Reading/ reads rows, Committing/
// writes change sets; fetches are PerdureSQL's, in the terms of Dialect/.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The engine of one store.
package final class PostgreSQLEngine: StoreEngine {
    package let schema: Schema
    let mapping: StoreMapping
    let options: PostgreSQLOptions
    let engine: SQLEngine
    let readers: ServerReaders
    let keys: KeyBlocks
    let pending: PendingMetadata
    let watch: CommitWatch
    let views: OpenReadViews
    let storedHistory: ServerHistory?
    /// The statements that write rows.
    let texts: ArrayTexts
    /// The number of the definitions that the mapping was read from (PG-63).
    let generations: Lock<Int64>
    /// What the store has beside the model's tables.
    let additions: Lock<StoreAdditions>
    /// Whether the store knows former names of its objects; nil until somebody asks.
    let isCopy = Lock<Bool?>(nil)
    /// Tells this engine's marks from those of others (PG-92).
    let identifier = Int64.random(in: .min ... .max)
    /// The features that take part in transactions; set once, before the engine is given out.
    private let joined = Lock([any StoreFeature]())
    private let isClosed = Lock(false)
    /// Whether another store was found in the place of this one (PG-63).
    let isReplaced = Lock(false)

    /// Opens a store, or makes it.
    ///
    /// - Throws: `StoreError`.
    package static func open(
        _ options: PostgreSQLOptions, schema: Schema, entities: Set<Int32>? = nil
    ) throws -> PostgreSQLEngine {
        let pool = ServerConnectionPool(options.client)
        var readers = ServerReaders(pool, timeout: options.client.timeout, settings: options.settings)
        let (opened, history) = try readers.withSession("open the store", .opening) {
            let opened = try StoreOpening(options: options, schema: schema, entities: entities).open($0)
            return (opened, try HistoryOpening(options: options, mapping: opened.mapping).run($0))
        }
        if let keys = opened.attached?.keys {
            readers = ServerReaders(
                pool, timeout: options.client.timeout, settings: options.settings, keys: keys)
        }
        var options = options.locked(by: history)
        // Others' tables tell nobody of their commits.
        if opened.attached != nil { options.notifications = .off }
        let engine = PostgreSQLEngine(options, opened, history, readers)
        let features = try StoreFeatures.all(engine)
        engine.joined.withLock { $0 = features }
        engine.watch.whenOthersMigrate { [views = engine.views] in
            // It waits for running reads, and must not keep the watch.
            DispatchQueue.global().async { views.endAll() }
        }
        engine.watch.start()
        return engine
    }

    /// The features that take part in transactions.
    var features: [any StoreFeature] { joined.withLock { $0 } }

    private init(
        _ options: PostgreSQLOptions, _ opened: StoreOpening.Opened, _ history: HistoryOpening.Found?,
        _ readers: ServerReaders
    ) {
        self.options = options
        self.readers = readers
        mapping = opened.mapping
        schema = opened.mapping.schema
        let adapter = PostgreSQLAdapter(
            namespace: options.namespace, mapping: opened.mapping, mostTexts: options.mostClientTexts,
            attached: opened.attached, folded: options.foldedIndexes)
        let dialect = SQLDialect.postgreSQL(
            namespace: options.namespace, adapter: adapter, attached: opened.attached)
        engine = SQLEngine(mapping: opened.mapping, dialect: dialect, readers: readers)
        // Others may count in steps of their own: each of their numbers is one key.
        keys = KeyBlocks(opened.attached == nil ? options.keyBlock : 1)
        pending = PendingMetadata(opened.metadata)
        views = OpenReadViews(options, keys: opened.attached?.keys)
        let identifier = identifier
        let additions = Lock(opened.additions)
        self.additions = additions
        storedHistory = history.map {
            ServerHistory($0, opened.mapping, readers, options, engine: identifier)
        }
        watch = CommitWatch(
            options, uuid: StoredMetadata.uuid(opened.metadata), engine: identifier,
            additions: additions)
        texts = ArrayTexts(engine, namespace: options.namespace, attached: opened.attached)
        generations = Lock(opened.generation)
    }

    var generation: Int64 { generations.withLock { $0 } }

    /// Whether the namespace has Perdure's own tables.
    var keepsBooks: Bool { options.creation != .attach }

    /// Where the store is, without secrets.
    var place: String { options.client.description }

    package var metadata: [String: PropertyListValue] { pending.current }

    package var limits: StoreLimits {
        var limits = StoreLimits()
        limits.keepsNullCharacters = false
        limits.keepsUnreadableContent = false
        limits.longestConstrainedText = 2_600
        limits.wantsIdentifiers = true
        limits.writesConcurrently = true
        limits.changesWrittenValues = !keepsBooks
        return limits
    }

    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome {
        try requireOpen()
        return try noticingMigrations { try engine.fetch(plan) }
    }

    package func rows(for keys: [ObjectKey]) throws -> [Row] {
        try requireOpen()
        return try noticingMigrations { try engine.rows(for: keys) }
    }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try requireOpen()
        return try noticingMigrations { try engine.members(of: slot, for: owner) }
    }

    package func members(of owners: MemberOwners) throws -> MemberRows {
        try requireOpen()
        return try noticingMigrations { try engine.members(of: owners) }
    }

    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try requireWritable()
        let table = try tableName(entity)
        if texts.attached != nil { return try reserveAttachedKeys(count, table) }
        return try keys.reserve(count, table: table) { blocks in
            try readers.repeatedly("reserving keys") { try takeKeys(blocks, table, $0) }
        }
    }

    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try requireWritable()
        pending.set(metadata)
        guard immediately, keepsBooks else { return }
        try readers.withSession("writing the metadata") { session in
            try session.beginWriting()
            defer { session.rollback() }
            let written = try pending.write(session, ServerName.quoted(options.namespace), place)
            try session.commit()
            pending.written(written)
        }
    }

    package func close() throws {
        guard
            isClosed.withLock({ closed in
                defer { closed = true }
                return !closed
            })
        else { return }
        views.close()
        watch.stop()
        readers.pool.close(until: Deadline(after: options.client.timeout))
    }

    func requireOpen() throws {
        if isClosed.withLock({ $0 }) { throw StoreError.closed }
        if isReplaced.withLock({ $0 }) { throw StoreError.replaced(path: place, isDestroyed: false) }
    }

    func requireWritable() throws {
        try requireOpen()
        guard !options.isReadOnly else { throw StoreError.readOnly(path: place) }
    }
}
#endif
