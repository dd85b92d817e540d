// SPDX-License-Identifier: Apache-2.0
// `perdure store check` on a server (PG-153): definitions against the model, and damage that no constraint sees. It only reads, one
// state of the store; ServerStoreRepairer.swift repairs. ServerCheck+Definitions.swift and ServerCheck+Rows.swift have the checks.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Checks a store on a server against its model.
package enum ServerStoreChecker {
    /// All problems of the store; empty when the store is sound.
    ///
    /// Costs several scans of each table, in one transaction that sees one state. It reports a kind of problem for at most 100 rows
    /// of a table.
    ///
    /// - Parameters:
    ///   - options: how to reach the store.
    ///   - schema: the model.
    /// - Returns: the problems, those of definitions first.
    /// - Throws: `StoreError.notAStore` where there is none, and what keeps the server from being read.
    package static func check(_ options: PostgreSQLOptions, schema: Schema) throws -> [StoreProblem] {
        try ClosedServerStore(options).withSession("check the store", .reading) { session in
            try session.beginReading()
            defer { session.rollback() }
            var check = ServerCheck(session: session, options: options)
            do {
                let mapping = try mapping(options, schema, session)
                try check.run(mapping)
            } catch StoreError.schemaMismatch(_, let entity, let property, let reason) {
                let place = property.map { "\(entity).\($0)" } ?? entity
                check.add(
                    StoreProblem(.error, "the tables do not fit the model at \(place): \(reason)"))
            }
            return check.problems
        }
    }

    /// The tables of the store under its own names.
    ///
    /// - Throws: `StoreError.notAStore` where there is none, `.schemaMismatch` for another model.
    static func mapping(_ options: PostgreSQLOptions, _ schema: Schema, _ session: ServerSession) throws
        -> StoreMapping
    {
        guard let header = try StoreHeader(session, options) else {
            throw StoreError.notAStore(
                path: options.client.description,
                reason: "the namespace \"\(options.namespace)\" holds no store")
        }
        let names = try StoredServerNames(session, ServerName.quoted(options.namespace))
        let entities = schema.entities(of: header.metadata)
        return try StoreMapping(
            schema: schema, entities: entities,
            naming: PostgreSQLNaming(
                schema, numbers: try names.numbers(of: schema.included(entities), in: schema)),
            stored: names)
    }
}

/// One run of the checker.
struct ServerCheck {
    let session: ServerSession
    let options: PostgreSQLOptions
    private(set) var problems: [StoreProblem] = []
    /// How many rows with one kind of problem are reported per table.
    static let limit = 100

    init(session: ServerSession, options: PostgreSQLOptions) {
        self.session = session
        self.options = options
    }

    var place: ServerPlace { ServerPlace(options.namespace) }

    mutating func run(_ mapping: StoreMapping) throws {
        try definitions(mapping)
        // Rows of missing tables and columns cannot be asked for.
        guard !problems.contains(where: { $0.severity == .error }) else { return }
        try rows(mapping)
    }

    mutating func add(_ problem: StoreProblem) { problems.append(problem) }

    /// Adds a problem for each row that a query finds; its first column is the key.
    mutating func addRows(
        _ severity: StoreProblem.Severity = .error, of table: String, _ message: String, _ query: String
    ) throws {
        let found = try session.run(ServerRequest("\(query) LIMIT \(Self.limit)", isPrepared: false))
        for row in 0..<found.rowCount {
            add(StoreProblem(severity, object: table, row: try found.value(row, 0)?.integer, message))
        }
    }
}
#endif
