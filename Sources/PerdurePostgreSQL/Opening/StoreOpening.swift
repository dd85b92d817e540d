// SPDX-License-Identifier: Apache-2.0
// Opens or makes a store (PG-11, PG-134). One transaction under a lock makes all of it, so a half-made store does not exist.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The opening of one store.
struct StoreOpening {
    let options: PostgreSQLOptions
    let schema: Schema
    let entities: Set<Int32>?

    /// What an opening finds or makes.
    struct Opened {
        let mapping: StoreMapping
        let metadata: [String: PropertyListValue]
        let generation: Int64
        /// The tables of others; nil for a store that Perdure has made.
        var attached: AttachedTables?
        /// What the store has beside the model's tables.
        var additions = StoreAdditions()
    }

    private var place: String { ServerName.quoted(options.namespace) }

    /// Opens the store, or makes it where the namespace is empty.
    func open(_ session: ServerSession) throws -> Opened {
        if options.creation == .attach {
            return try AttachedOpening(
                options: options, schema: schema, entities: entities, included: included
            ).open(session)
        }
        try options.partitions.check(schema)
        try options.foldedIndexes.check(schema)
        if let migration = options.migration, !options.isReadOnly {
            try ServerMigration(options: options, migration: migration, schema: schema).run(session)
        }
        if let found = try existing(session) {
            try StoreFunctions.require(session, options)
            guard !options.isReadOnly, options.creation != .attach else { return found }
            if options.creation == .create {
                try PendingDefinitions(options: options, mapping: found.mapping).run(session)
            }
            let hasDerived = try DerivedReview(options: options, mapping: found.mapping).run(session)
            let hasAdded = try AdditionsReview(
                options: options, mapping: found.mapping, there: found.additions
            ).run(session)
            // They have moved the number of the definitions then.
            return hasDerived || hasAdded ? try existing(session) ?? found : found
        }
        guard !options.isReadOnly, options.creation == .create else { throw missing }
        try session.beginWriting()
        do {
            try lock(session)
            // Another process may have made it before this one got the lock.
            let found = try existing(session) ?? create(session)
            try session.commit()
            return found
        } catch {
            session.rollback()
            throw error
        }
    }

    private var missing: StoreError {
        let reason = "the namespace \"\(options.namespace)\" holds no store"
        guard options.creation == .never else {
            return .notAStore(path: options.client.description, reason: reason)
        }
        return .schemaMismatch(
            path: options.client.description, entity: "", property: nil,
            reason: reason + ", and the option PerdurePostgreSQLSchemaCreation says that none is made")
    }

    private func lock(_ session: ServerSession) throws {
        try session.run(StoreLocks.definitions(options.namespace))
    }

    // MARK: An existing store

    private func existing(_ session: ServerSession) throws -> Opened? {
        guard let header = try StoreHeader(session, options) else { return nil }
        var additions = StoreAdditions()
        // It travels with the question for the names.
        session.queue(StoreAdditions.question(ServerPlace(options.namespace))) {
            additions = try StoreAdditions($0)
        }
        let names = try StoredServerNames(session, place)
        let mapping = try StoreMapping(
            schema: schema, entities: entities,
            naming: PostgreSQLNaming(schema, numbers: try names.numbers(of: included, in: schema)),
            stored: names)
        return Opened(
            mapping: mapping, metadata: header.metadata, generation: header.generation,
            additions: additions)
    }

    private var included: [Int32] {
        guard let entities else { return schema.entities.map(\.number) }
        var all = entities
        for entity in entities {
            var parent = schema[entity].superentity
            while let current = parent, all.insert(current).inserted { parent = schema[current].superentity }
        }
        return all.sorted()
    }

    // MARK: A new store

    private func create(_ session: ServerSession) throws -> Opened {
        let new = try StoreCreation(options, schema, entities, included: included)
        try requireFree(new.tables, session)
        let role = try DefiningRole(options, session)
        // Asked first: making a namespace takes a right that using an existing one does not.
        if try !hasNamespace(session) { try session.execute("CREATE SCHEMA IF NOT EXISTS \(place)") }
        try session.run(try new.requests())
        try role.giveBack(session)
        return Opened(
            mapping: new.mapping, metadata: new.metadata, generation: 1, additions: options.additions)
    }

    private func hasNamespace(_ session: ServerSession) throws -> Bool {
        let found = try session.run(
            ServerRequest(
                "SELECT count(*) FROM pg_namespace WHERE nspname = $1", [.text(options.namespace)]))
        return try (found.value(0, 0)?.integer ?? 0) > 0
    }

    /// Refuses a namespace in which others have tables of the model's names (PG-11).
    private func requireFree(_ tables: [String], _ session: ServerSession) throws {
        let found = try session.run(
            ServerRequest(
                "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                    + "WHERE n.nspname = $1 AND c.relname::text = ANY($2) ORDER BY 1",
                [
                    .text(options.namespace),
                    .array(.text, (tables + Bookkeeping.tables).map { .text($0) }),
                ]))
        let names = try (0..<found.rowCount).compactMap { row -> String? in
            guard case .text(let name)? = try found.value(row, 0) else { return nil }
            return name
        }
        guard names.isEmpty else {
            throw StoreError.schemaMismatch(
                path: options.client.description, entity: "", property: nil,
                reason: "the namespace \"\(options.namespace)\" has other tables of the model's names: "
                    + names.joined(separator: ", ") + "; attach them, or choose another schema")
        }
    }
}
#endif
