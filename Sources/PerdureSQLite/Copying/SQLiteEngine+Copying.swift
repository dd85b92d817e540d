// SPDX-License-Identifier: Apache-2.0
// What a copy of another store needs of this one: pages of rows, numbers, and the names that its objects had. Only copies have
// the side table of names.
//
// | column | what it holds |
// | --- | --- |
// | URI | the object's URI in a store of which this one is a copy |
// | ENTITY | the name of the object's entity |
// | ID | the object's number in this store |

import PerdureSQL
import PerdureStore

extension SQLiteEngine: CopyableEngine {
    private static let table = "PERDURE_FORMER"
    private static let definition =
        "CREATE TABLE IF NOT EXISTS \(table) (URI TEXT PRIMARY KEY, ENTITY TEXT NOT NULL, ID INTEGER NOT NULL) "
        + "WITHOUT ROWID"

    package func rows(of root: Int32, after number: Int64, limit: Int) throws -> [Row] {
        try engine.rows(of: root, after: number, limit: limit)
    }

    package func page(of plan: FetchPlan, after number: Int64) throws -> FetchOutcome {
        try engine.page(of: plan, after: number)
    }

    package func memberKeys(of owners: MemberOwners) throws -> MemberKeys {
        try engine.memberKeys(of: owners)
    }

    package func passNumbers(through last: Int64, of root: Int32) throws {
        // The highest key of the table counts, and all copied rows are there.
        _ = try reserveKeys(0, entity: root)
    }

    package func noteFormerNames(of store: String) throws {
        try writingNames { connection in
            for entity in mapping.entities.compactMap({ $0 }) {
                let name = schema[entity.entity].name
                try connection.run(
                    "INSERT OR IGNORE INTO \(Self.table) SELECT ?1 || Z_PK, ?2, Z_PK FROM "
                        + "\(quotedName(mapping.tables[entity.table].name)) WHERE Z_ENT = ?3",
                    [
                        .text(FormerName.prefix(store: store, entity: name)), .text(name),
                        .integer(Int64(entity.fileNumber)),
                    ])
            }
        }
    }

    package func note(_ names: [FormerName]) throws {
        guard !names.isEmpty else { return }
        try writingNames { connection in
            for name in names {
                try connection.run(
                    "INSERT OR IGNORE INTO \(Self.table) VALUES (?1, ?2, ?3)",
                    [.text(name.uri), .text(name.entity), .integer(name.number)])
            }
        }
    }

    package func object(formerly uri: String) throws -> FormerName? {
        try formerNames("WHERE URI = ?1", [.text(uri)]).first
    }

    package func formerNames(after uri: String, limit: Int) throws -> [FormerName] {
        try formerNames(
            "WHERE URI > ?1 ORDER BY URI LIMIT ?2", [.text(uri), .integer(Int64(limit))])
    }

    private func formerNames(_ condition: String, _ values: [SQLBinding]) throws -> [FormerName] {
        guard isCopy.withLock({ $0 }) != false else { return [] }
        return try pool.read { connection in
            guard try knowsNames(connection) else { return [] }
            let statement = try connection.statement("SELECT URI, ENTITY, ID FROM \(Self.table) \(condition)")
            defer { statement.reset() }
            try statement.bind(values)
            var found: [FormerName] = []
            while try statement.step() {
                found.append(
                    FormerName(
                        uri: statement.text(0), entity: statement.text(1), number: statement.integer(2)))
            }
            return found
        }
    }

    private func knowsNames(_ connection: any SQLConnection) throws -> Bool {
        if let known = isCopy.withLock({ $0 }) { return known }
        let statement = try connection.statement("SELECT 1 FROM sqlite_master WHERE name = ?1")
        defer { statement.reset() }
        try statement.bind([.text(Self.table)])
        let found = try statement.step()
        isCopy.withLock { $0 = found }
        return found
    }

    private func writingNames(_ body: (SQLiteConnection) throws -> Void) throws {
        try write { connection in
            try connection.beginWriting()
            do {
                try connection.execute(Self.definition)
                try body(connection)
                try connection.commit()
            } catch {
                connection.rollback()
                throw error
            }
        }
        isCopy.withLock { $0 = true }
    }
}
