// SPDX-License-Identifier: Apache-2.0
// What batches need of a transaction on a server: locks on the rows that they have found, and statements that may fail.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A statement has met a unique index, and the transaction goes on.
struct ViolatedUniqueIndex: Error {
    let columns: [String]
    let cause: PostgreSQLError
}

extension ServerCommit {
    func lock(_ keys: [ObjectKey]) throws -> Bool {
        let system = ServerName.quoted(engine.mapping.system.key)
        let place = ServerPlace(engine.options.namespace)
        let requests = try Dictionary(grouping: keys, by: \.root).sorted { $0.key < $1.key }.map {
            root, keys in
            ServerRequest(
                "SELECT count(*) FROM (SELECT t.\(system) FROM \(place.table(try engine.mapping.table(of: root).name)) t "
                    + "WHERE t.\(system) = ANY ($1) ORDER BY t.\(system) FOR UPDATE) locked",
                [.array(.int8, keys.map { .int8($0.number) })])
        }
        try session.run(requests)
        return true
    }

    func attempt(_ body: () throws -> Void) throws {
        try session.execute("SAVEPOINT attempt")
        do { try body() } catch let error as PostgreSQLError where error.state == "23505" {
            try session.execute("ROLLBACK TO attempt")
            throw ViolatedUniqueIndex(columns: try columns(of: error), cause: error)
        }
        try session.execute("RELEASE attempt")
    }

    func write(_ changes: ChangeSet) throws -> WriteResult? {
        try session.execute("SAVEPOINT part")
        var executor = ArrayExecutor(engine.texts, engine.engine, session, ending: [])
        let result = try executor.write(changes, engine.mapping)
        guard executor.isRefused else { return result }
        try session.execute("ROLLBACK TO part")
        return .refused(try engine.conflicts(of: changes, executor, session))
    }

    /// The columns of the unique index that an error names.
    private func columns(of error: PostgreSQLError) throws -> [String] {
        guard case .server(let report, _, _) = error, let name = report.constraint else { return [] }
        let found = try session.run(
            ServerRequest(
                "SELECT a.attname::text FROM pg_index i JOIN pg_attribute a "
                    + "ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indexrelid = to_regclass($1)",
                [
                    .text(
                        "\(ServerName.quoted(report.schema ?? engine.options.namespace)).\(ServerName.quoted(name))"
                    )
                ]
            ))
        return try found.column(0).compactMap { value in
            if case .text(let column)? = value { column } else { nil }
        }
    }
}

extension SQLBinding {
    /// The value of an attribute for a column of a type; nil for one that the shared form suits.
    init?(_ value: StoredValue, for type: SQLColumnType) {
        switch (value, type) {
        case (.integer(let number), .boolean): self = .boolean(number != 0)
        case (.uuid(let uuid), .uuid): self = .uuid(uuid)
        case (.decimal(let box), .numeric): self = box.value.isNaN ? .null : .decimal(box.value)
        case (.double(let number), .double), (.date(let number), .double):
            self = number.isNaN ? .null : .real(number)
        default: return nil
        }
    }
}
#endif
