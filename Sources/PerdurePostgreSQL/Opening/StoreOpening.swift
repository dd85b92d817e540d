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
        if let found = try existing(session) {
            try StoreFunctions.require(session, options)
            return found
        }
        guard !options.isReadOnly, options.creation == .create else {
            throw StoreError.notAStore(
                path: options.client.description,
                reason: "the namespace \"\(options.namespace)\" holds no store")
        }
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

    private func lock(_ session: ServerSession) throws {
        try session.run(
            ServerRequest(
                "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
                [.text("perdure:\(options.namespace)")]))
    }

    // MARK: An existing store

    private func existing(_ session: ServerSession) throws -> Opened? {
        let there = try session.run(
            ServerRequest(
                "SELECT to_regclass($1) IS NOT NULL", [.text("\(place).perdure_store")]))
        guard try there.value(0, 0) == .bool(true) else { return nil }
        let row = try session.run(
            ServerRequest("SELECT format, uuid, metadata, generation FROM \(place).perdure_store"))
        guard row.rowCount == 1, let format = try row.value(0, 0)?.integer,
            case .text(let uuid)? = try row.value(0, 1), case .bytea(let plist)? = try row.value(0, 2),
            let generation = try row.value(0, 3)?.integer
        else {
            throw StoreError.notAStore(
                path: options.client.description, reason: "the table perdure_store has not exactly one row")
        }
        guard format <= Int64(Bookkeeping.format) else {
            throw StoreError.notAStore(
                path: options.client.description,
                reason:
                    "the store was written by a newer version of Perdure (format \(format)); update this program"
            )
        }
        let names = try StoredServerNames(session, place, schema)
        let mapping = try StoreMapping(
            schema: schema, entities: entities,
            naming: PostgreSQLNaming(schema, numbers: try names.numbers(of: included, in: schema)),
            stored: names)
        return Opened(
            mapping: mapping,
            metadata: try StoredMetadata.read(plist, uuid: uuid, options.client.description),
            generation: generation)
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
        let definitions =
            TableDefinitions(mapping: mapping, namespace: options.namespace, options: options)
            .all() + StoreFunctions.definitions(options.namespace)
        var requests = ["CREATE SCHEMA IF NOT EXISTS \(place)"].map { ServerRequest($0, isPrepared: false) }
        requests += definitions.map { ServerRequest($0.sql, isPrepared: false) }
        requests += Bookkeeping.definitions(options.namespace).map { ServerRequest($0, isPrepared: false) }
        requests += StoredNameRows(mapping: mapping, place: place).requests(definitions)
        let metadata = StoredMetadata.initial(options.initialMetadata)
        requests.append(try StoredMetadata.insertion(metadata, place, options.client.description))
        try session.run(requests)
        return Opened(mapping: mapping, metadata: metadata, generation: 1)
    }
}
#endif
