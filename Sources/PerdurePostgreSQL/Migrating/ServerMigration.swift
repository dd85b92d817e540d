// SPDX-License-Identifier: Apache-2.0
// Migrates a store on the server and in one transaction (PG-135): tables, rows, indexes, keys, names, metadata. ServerRestructuring.swift
// has the order of work. Whatever ends the process leaves the store as it was.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// One migration.
struct ServerMigration {
    let options: PostgreSQLOptions
    let migration: StoreMigration
    let schema: Schema

    private var place: String { ServerName.quoted(options.namespace) }

    /// Migrates the store, unless another process has done it; does nothing where there is no store.
    ///
    /// A lock that others hold is waited for a second at a time, so that readers queue behind this transaction no longer (PG-136).
    ///
    /// - Throws: `MigrationFailure` for rows that do not fit, `StoreError.schemaMismatch` when the store has a third version.
    func run(_ session: ServerSession) throws {
        while true {
            do {
                try attempt(session)
                return
            } catch let error as PostgreSQLError where error.mayWait && session.deadline.remaining > 1 {
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    private func attempt(_ session: ServerSession) throws {
        try session.beginWriting()
        do {
            try session.run([
                ServerRequest(
                    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
                    [.text("perdure:\(options.namespace)")], isPrepared: false),
                ServerRequest("SET LOCAL lock_timeout = '1s'", isPrepared: false),
            ])
            if let metadata = try metadata(session), try isDue(metadata) { try migrate(metadata, session) }
            try session.commit()
        } catch {
            session.rollback()
            throw error
        }
    }

    /// The metadata of the store; nil where there is none.
    private func metadata(_ session: ServerSession) throws -> [String: PropertyListValue]? {
        let there = try session.run(
            ServerRequest(
                "SELECT to_regclass($1) IS NOT NULL", [.text("\(place).perdure_store")], isPrepared: false))
        guard try there.value(0, 0) == .bool(true) else { return nil }
        let row = try session.run(
            ServerRequest("SELECT uuid, metadata FROM \(place).perdure_store FOR UPDATE", isPrepared: false))
        guard row.rowCount == 1, case .text(let uuid)? = try row.value(0, 0),
            case .bytea(let plist)? = try row.value(0, 1)
        else { return nil }
        return try StoredMetadata.read(plist, uuid: uuid, options.client.description)
    }

    private func isDue(_ metadata: [String: PropertyListValue]) throws -> Bool {
        let hashes = metadata[StoreMigration.hashesKey]
        if hashes == migration.metadata[StoreMigration.hashesKey] { return false }
        guard hashes == migration.oldHashes else {
            throw StoreError.schemaMismatch(
                path: options.client.description, entity: "", property: nil,
                reason: "another process has given it another version meanwhile; open it again")
        }
        return true
    }

    private func migrate(_ metadata: [String: PropertyListValue], _ session: ServerSession) throws {
        let steps = try migration.steps ?? InferredMigration(from: migration.oldSchema, to: schema)
        let mappings = try mappings(steps, session)
        try ServerRestructuring(
            session: session, options: options, steps: steps, old: mappings.old, new: mappings.new,
            report: migration.report
        ).run()
        let metadata = metadata.merging(migration.metadata) { $1 }
        try session.run(
            ServerRequest(
                "UPDATE \(place).perdure_store SET metadata = $1, generation = generation + 1",
                [.bytea(try StoredMetadata.encoded(metadata, options.client.description))], isPrepared: false)
        )
    }

    /// The tables as they are, and as they shall be.
    private func mappings(_ steps: InferredMigration, _ session: ServerSession) throws -> (
        old: StoreMapping, new: StoreMapping
    ) {
        let former = steps.source.entities(in: migration.oldHashes)
        let stored = try StoredServerNames(session, place, steps.source)
        let old = try StoreMapping(
            schema: steps.source, entities: former,
            naming: PostgreSQLNaming(
                steps.source, numbers: stored.numbers(of: steps.source.included(former), in: steps.source)),
            stored: stored)
        let wanted = schema.entities(in: migration.metadata[StoreMigration.hashesKey])
        let included = schema.included(wanted)
        let names = NewNames(given: try MigratedNumbers(steps, included, session, place).numbers)
        let new = try StoreMapping(
            schema: schema, entities: wanted,
            naming: PostgreSQLNaming(schema, numbers: names.numbers(of: included, in: schema)), stored: names)
        return (old, new)
    }
}

extension PostgreSQLError {
    /// Whether waiting helps: a lock was held for too long, or two transactions waited for each other.
    fileprivate var mayWait: Bool { state == "55P03" || state == "40P01" }
}

extension Schema {
    /// The entities that a list of hashes names; nil when it names all, and for no list.
    fileprivate func entities(in hashes: PropertyListValue?) -> Set<Int32>? {
        guard case .dictionary(let hashes)? = hashes else { return nil }
        let numbers = Set(hashes.keys.compactMap { entity(named: $0)?.number })
        return numbers.count == entities.count ? nil : numbers
    }

    /// Some entities with those above them, ascending; nil stands for all.
    fileprivate func included(_ numbers: Set<Int32>?) -> [Int32] {
        guard let numbers else { return entities.map(\.number) }
        return Set(
            numbers.flatMap { number in
                sequence(first: number) { self[$0].superentity }
            }
        ).sorted()
    }
}
#endif
