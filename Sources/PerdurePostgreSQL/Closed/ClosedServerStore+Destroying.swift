// SPDX-License-Identifier: Apache-2.0
// Removes a store: what it has written down as its own, and nothing else of its namespace (PG-12).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

extension ClosedServerStore {
    /// Drops all that the store has made; other tables and the namespace stay.
    ///
    /// - Parameter isForced: Whether it does not matter that others have the store open.
    /// - Throws: `StoreError.cannotOpen` while another process has it open; `.refused` where others' views or keys depend on it.
    package func destroy(isForced: Bool) throws {
        guard !options.client.isReadOnly else { throw StoreError.readOnly(path: shown) }
        try withSession("destroy the store", .writing) { session in
            try session.beginWriting()
            defer { session.rollback() }
            try session.run(StoreLocks.definitions(options.namespace))
            guard try isThere(session) else { return }
            if !isForced { try requireAbsence(session) }
            _ = try DefiningRole(options, session)
            try drop(session)
            try session.commit()
        }
    }

    func isThere(_ session: ServerSession) throws -> Bool {
        let there = try session.run(
            ServerRequest("SELECT to_regclass($1) IS NOT NULL", [.text("\(place).perdure_store")]))
        return try there.value(0, 0) == .bool(true)
    }

    /// A connection that was closed a moment ago may still be one for the server, so it is asked several times.
    func requireAbsence(_ session: ServerSession) throws {
        var tries = 20
        while try session.run(StoreLocks.absence(options.namespace)).value(0, 0) != .bool(true), tries > 0 {
            tries -= 1
            Thread.sleep(forTimeInterval: 0.05)
        }
        guard tries > 0 else {
            throw StoreError.cannotOpen(
                path: shown, code: 0,
                reason:
                    "another process has it open; close it there, or set NSPersistentStoreForceDestroyOption")
        }
    }

    /// Drops what the store lists, in one statement for each kind: without CASCADE, what others have made keeps it.
    func drop(_ session: ServerSession) throws {
        let objects = try StoreObjects(session, place)
        for (word, names) in objects.statements where !names.isEmpty {
            let list = names.sorted().map { "\(place).\(ServerName.quoted($0))" }.joined(separator: ", ")
            try session.run(ServerRequest("DROP \(word) IF EXISTS \(list)", isPrepared: false))
        }
    }
}

/// What a store has made in its namespace.
struct StoreObjects {
    private(set) var tables: Set<String>
    private var sequences: Set<String>
    private(set) var functions: Set<String> = []

    init(_ session: ServerSession, _ place: String) throws {
        tables = Set(Bookkeeping.tables)
        sequences = Set(Bookkeeping.sequences)
        let listed = try session.run([
            ServerRequest("SELECT table_name FROM \(place).perdure_entities"),
            ServerRequest("SELECT table_name FROM \(place).perdure_columns"),
            ServerRequest("SELECT kind, name FROM \(place).perdure_objects"),
        ])
        for result in listed[..<2] {
            for row in 0..<result.rowCount {
                // What only a history mentions has no table.
                if case .text(let name)? = try result.value(row, 0), !name.isEmpty { tables.insert(name) }
            }
        }
        for row in 0..<listed[2].rowCount {
            guard case .text(let kind)? = try listed[2].value(row, 0),
                case .text(let name)? = try listed[2].value(row, 1)
            else { continue }
            add(kind, name)
        }
    }

    /// Columns, indexes, constraints and triggers go with their tables.
    private mutating func add(_ kind: String, _ name: String) {
        switch ServerDefinition.Kind(rawValue: kind) {
        case .table: tables.insert(name)
        case .sequence: sequences.insert(name)
        case .function: functions.insert(name)
        case .column, .index, .constraint, .trigger, nil: break
        }
    }

    /// The kinds in the order in which they can be dropped: a function may serve a trigger or an index of a table.
    var statements: [(word: String, names: Set<String>)] {
        [("TABLE", tables), ("SEQUENCE", sequences), ("FUNCTION", functions)]
    }
}
#endif
