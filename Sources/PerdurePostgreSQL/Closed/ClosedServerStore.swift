// SPDX-License-Identifier: Apache-2.0
// A store on a server that no engine of this process need have open (PG-12): its metadata, its model, whether it is there.
// ClosedServerStore+Destroying.swift removes it, ClosedServerStore+Replacing.swift makes it a copy of another one.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// A store by its options; each operation has a connection of its own.
package struct ClosedServerStore {
    /// What a store says of itself.
    package struct Content {
        package let metadata: [String: PropertyListValue]
        /// The archive of its model; nil when it keeps none.
        package let modelArchive: Data?
    }

    let options: PostgreSQLOptions

    /// Names a store; nothing is asked yet.
    package init(_ options: PostgreSQLOptions) { self.options = options }

    var place: String { ServerName.quoted(options.namespace) }
    var shown: String { options.client.description }

    /// Lends a connection for the time of a body.
    func withSession<T>(
        _ operation: String, _ kind: ServerRefusal.Operation = .opening, _ body: (ServerSession) throws -> T
    ) throws -> T {
        var client = options.client
        client.poolSize = 1
        let readers = ServerReaders(ServerConnectionPool(client), timeout: client.timeout)
        defer { readers.pool.close(until: Deadline(after: client.timeout)) }
        return try readers.withSession(operation, kind, body)
    }

    /// What the store says of itself.
    ///
    /// - Throws: `StoreError.notAStore` where there is none.
    package func content() throws -> Content {
        guard let content = try contentIfThere() else { throw missing }
        return content
    }

    /// What the store says of itself; nil where there is none.
    package func contentIfThere() throws -> Content? {
        try withSession("read the store's metadata") { session in
            guard let header = try StoreHeader(session, options) else { return nil }
            let model = try session.run(ServerRequest("SELECT content FROM \(place).perdure_model"))
            var archive: Data?
            if model.rowCount > 0, case .bytea(let data)? = try model.value(0, 0) { archive = data }
            return Content(metadata: header.metadata, modelArchive: archive)
        }
    }

    /// Changes the metadata at once; anew where somebody else changes them meanwhile.
    package func changeMetadata(
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]
    ) throws {
        try withSession("write the store's metadata", .writing) { session in
            while try !changeMetadata(session, change) {}
        }
    }

    /// - Returns: false where the metadata are no longer those that were read.
    private func changeMetadata(
        _ session: ServerSession,
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]
    ) throws -> Bool {
        guard try StoreHeader(session, options) != nil else { throw missing }
        // The mark is read first: what changes after it changes nothing.
        let marked = try session.run(ServerRequest("SELECT \(Self.mark) FROM \(place).perdure_store"))
        guard marked.rowCount == 1, let mark = try marked.value(0, 0),
            let header = try StoreHeader(session, options)
        else { throw missing }
        let metadata = try change(header.metadata)
        let written = try session.run(
            ServerRequest(
                "UPDATE \(place).perdure_store SET uuid = $1, metadata = $2"
                    + " WHERE \(Self.mark) = $3 RETURNING 1",
                [
                    .text(StoredMetadata.uuid(metadata)),
                    .bytea(try StoredMetadata.encoded(metadata, shown)), mark,
                ]))
        return written.rowCount == 1
    }

    /// What tells the metadata from others.
    private static let mark = "(md5(metadata) || uuid)"

    /// A number that moves with each commit.
    package func commits() throws -> Int64 {
        try withSession("look for commits") { session in
            let result = try session.run(
                ServerRequest("SELECT last_value FROM \(place).perdure_activity"))
            return try result.value(0, 0)?.integer ?? 0
        }
    }

    var missing: StoreError {
        .notAStore(path: shown, reason: "the namespace \"\(options.namespace)\" holds no store")
    }
}
#endif
