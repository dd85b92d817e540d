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
    }

    private var place: String { ServerName.quoted(options.namespace) }

    /// Opens the store, or makes it where the namespace is empty.
    func open(_ session: ServerSession) throws -> Opened {
        if let migration = options.migration, !options.isReadOnly {
            try ServerMigration(options: options, migration: migration, schema: schema).run(session)
        }
        if let found = try existing(session) { return found }
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
        let names = try StoredServerNames(session, place, schema)
        let mapping = try StoreMapping(
            schema: schema, entities: entities,
            naming: PostgreSQLNaming(schema, numbers: try names.numbers(of: included, in: schema)),
            stored: names)
        return Opened(
            mapping: mapping, metadata: header.metadata, generation: header.generation)
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
        let numbers = NewNames().numbers(of: included, in: schema)
        let mapping = try StoreMapping(
            schema: schema, entities: entities, naming: PostgreSQLNaming(schema, numbers: numbers),
            stored: NewNames())
        let definitions = TableDefinitions(mapping: mapping, namespace: options.namespace, options: options)
            .all()
        var requests = ["CREATE SCHEMA IF NOT EXISTS \(place)"].map { ServerRequest($0, isPrepared: false) }
        requests += definitions.map { ServerRequest($0.sql, isPrepared: false) }
        requests += Bookkeeping.definitions(options.namespace).map { ServerRequest($0, isPrepared: false) }
        requests += StoredNameRows(mapping: mapping, place: place, hashes: options.modelHashes)
            .requests(definitions)
        if let archive = try options.modelArchive?() {
            requests.append(
                ServerRequest("INSERT INTO \(place).perdure_model (content) VALUES ($1)", [.bytea(archive)]))
        }
        let metadata = StoredMetadata.initial(options.initialMetadata)
        requests.append(try StoredMetadata.insertion(metadata, place, options.client.description))
        try session.run(requests)
        return Opened(mapping: mapping, metadata: metadata, generation: 1)
    }
}
#endif
