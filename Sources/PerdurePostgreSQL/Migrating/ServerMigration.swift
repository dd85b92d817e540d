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
        guard let header = try StoreHeader(session, options), try isDue(header.metadata) else { return }
        try StoreChannel.tellOfMigration(header, session, options.namespace)
        try session.beginWriting()
        do {
            try session.run([
                StoreLocks.definitions(options.namespace),
                ServerRequest("SET LOCAL lock_timeout = '1s'", isPrepared: false),
                ServerRequest("SELECT FROM \(place).perdure_store FOR UPDATE", isPrepared: false),
                // What it writes is no other program's.
                SaveSetting.request(isOwn: true),
            ])
            // Another process may have migrated it before this one got the lock.
            if let header = try StoreHeader(session, options), try isDue(header.metadata) {
                let role = try DefiningRole(options, session)
                try migrate(header.metadata, session)
                try role.giveBack(session)
            }
            try session.commit()
        } catch {
            session.rollback()
            throw error
        }
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
        var metadata = metadata
        // What an earlier migration has left comes first, so no name of it is in the way.
        try ServerRemovalRun(session: session, namespace: options.namespace, mapping: mappings.old)
            .removeAll(&metadata)
        let left = try ServerRestructuring(
            session: session, options: options, steps: steps, old: mappings.old, new: mappings.new,
            parts: TablePartitions(of: mappings.old, options.namespace, session), report: migration.report
        ).run()
        try keepModel(session)
        DeferredRemovals(left).put(into: &metadata)
        metadata.merge(migration.metadata) { $1 }
        try session.run(
            ServerRequest(
                "UPDATE \(place).perdure_store SET metadata = $1, generation = generation + 1",
                [.bytea(try StoredMetadata.encoded(metadata, options.client.description))], isPrepared: false)
        )
    }

    private func keepModel(_ session: ServerSession) throws {
        var requests = [ServerRequest("DELETE FROM \(place).perdure_model", isPrepared: false)]
        if let archive = try options.modelArchive?() {
            requests.append(
                ServerRequest("INSERT INTO \(place).perdure_model (content) VALUES ($1)", [.bytea(archive)]))
        }
        try session.run(requests)
    }

    /// The tables as they are, and as they shall be.
    func mappings(_ steps: InferredMigration, _ session: ServerSession) throws -> (
        old: StoreMapping, new: StoreMapping
    ) {
        let former = steps.source.numbers(in: migration.oldHashes)
        let stored = try StoredServerNames(session, place)
        let old = try StoreMapping(
            schema: steps.source, entities: former,
            naming: PostgreSQLNaming(
                steps.source, numbers: stored.numbers(of: steps.source.included(former), in: steps.source)),
            stored: stored)
        let wanted = schema.numbers(in: migration.metadata[StoreMigration.hashesKey])
        let included = schema.included(wanted)
        let names = NewNames(
            chosen: options.chosenNames, given: try MigratedNumbers(steps, included, session, place).numbers)
        let new = try StoreMapping(
            schema: schema, entities: wanted,
            naming: PostgreSQLNaming(schema, numbers: names.numbers(of: included, in: schema)), stored: names)
        return (old, new)
    }
}

extension PostgreSQLError {
    /// Whether waiting helps: a lock was held for too long, or two transactions waited for each other.
    var mayWait: Bool { state == "55P03" || state == "40P01" }
}

extension Schema {
    /// Some entities with those above them, ascending; nil stands for all.
    func included(_ numbers: Set<Int32>?) -> [Int32] {
        guard let numbers else { return entities.map(\.number) }
        return Set(
            numbers.flatMap { number in
                sequence(first: number) { self[$0].superentity }
            }
        ).sorted()
    }
}
#endif
