// SPDX-License-Identifier: Apache-2.0
// `perdure store check`: searches a store for damage that SQLite itself does not see. It only reads. The bookkeeping is
// checked in StoreCheck+Entities.swift, rows in StoreCheck+Rows.swift, relationships in StoreCheck+Links.swift.
// StoreFeatures.swift lists the checks of features.

import PerdureSQL
import PerdureStore

/// A problem in a store.
package struct StoreProblem: Sendable, Hashable, CustomStringConvertible {
    package enum Severity: String, Sendable, Hashable { case error, warning }

    package let severity: Severity
    /// The table, index or trigger; nil for a problem of the whole file.
    package let object: String?
    /// The primary key of the row, if the problem concerns one row.
    package let row: Int64?
    package let message: String

    package init(_ severity: Severity, object: String? = nil, row: Int64? = nil, _ message: String) {
        self.severity = severity
        self.object = object
        self.row = row
        self.message = message
    }

    package var description: String {
        let place = [object, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return "\(severity.rawValue): \(place.isEmpty ? "" : place + ": ")\(message)"
    }
}

/// Checks a store's file against its model.
package enum SQLiteStoreChecker {
    /// All problems of the store; empty when the store is sound.
    ///
    /// The check only reads, and it reads the WAL too. It reports a kind of problem for at most 100 rows of a table.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - schema: The model.
    ///   - original: The store, when the file is a copy of it: the files that belong to the store lie beside the original.
    /// - Returns: The problems, those of the whole file first.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen` when the file cannot be read at all.
    package static func check(path: String, schema: Schema, original: String? = nil) throws
        -> [StoreProblem]
    {
        try SQLiteStoreFile.reading(path) { connection in
            if let original {
                for sidecar in StoreFeatures.sidecars(of: original) { sidecar.attach(to: connection) }
            }
            var check = StoreCheck(connection: connection)
            try check.file()
            do {
                let mapping = try StoreMapping(
                    schema: schema, existing: try ExistingSchemaReader.read(connection))
                try check.content(mapping)
            } catch StoreError.schemaMismatch(_, let entity, let property, let reason) {
                try check.triggers(.withoutModel)
                let place = property.map { "\(entity).\($0)" } ?? entity
                check.add(StoreProblem(.error, "the file does not fit the model at \(place): \(reason)"))
            }
            return check.problems
        }
    }
}

/// The part of a feature in the check of a store.
protocol FeatureCheck: SendableMetatype {
    /// Adds the problems of the feature's part of a store.
    ///
    /// - Parameters:
    ///   - check: Collects the problems, and has the connection.
    ///   - mapping: The tables of the store.
    ///   - rules: The triggers that the model implies.
    /// - Throws: Any error of the database.
    static func check(_ check: inout StoreCheck, _ mapping: StoreMapping, _ rules: TriggerRules) throws
}

/// One run of the checker.
struct StoreCheck {
    let connection: SQLiteConnection
    private(set) var problems: [StoreProblem] = []
    /// How many rows with one kind of problem are reported per table.
    static let limit = 100

    init(connection: SQLiteConnection) { self.connection = connection }

    mutating func add(_ problem: StoreProblem) { problems.append(problem) }

    /// Adds a problem for each row that a query finds; its first column is the key.
    mutating func addRows(
        _ severity: StoreProblem.Severity = .error, of table: String, _ query: String,
        _ message: (SQLiteStatement) -> String
    ) throws {
        let found = try connection.all(query + " LIMIT \(Self.limit)") { statement in
            StoreProblem(
                severity, object: table, row: statement.isNull(0) ? nil : statement.integer(0),
                message(statement))
        }
        problems.append(contentsOf: found)
    }

    /// Checks the whole file.
    mutating func file() throws {
        let reports = try connection.all("PRAGMA integrity_check(\(Self.limit))") { $0.text(0) }
        for report in reports where report != "ok" { add(StoreProblem(.error, "SQLite: \(report)")) }
        do {
            _ = try StoreMetadata.read(connection)
        } catch StoreError.invalidMetadata(_, let reason) {
            add(StoreProblem(.error, object: "Z_METADATA", "the metadata cannot be read: \(reason)"))
        }
        try metadataRow()
        try hierarchies()
        do {
            _ = try ModelCache.read(connection)
        } catch StoreError.invalidMetadata(_, let reason) {
            add(StoreProblem(.warning, object: "Z_MODELCACHE", reason))
        }
    }

    mutating func triggers(_ rules: TriggerRules) throws {
        for stranger in try StoreTriggers.read(connection, rules).strangers {
            add(
                StoreProblem(
                    .error, object: stranger.name,
                    "an unexpected \(stranger.kind): \(stranger.reason). No trigger of the store is run"))
        }
    }

    mutating func content(_ mapping: StoreMapping) throws {
        let rules = TriggerRules(mapping)
        try triggers(rules)
        for index in mapping.tables.indices { try table(index, mapping) }
        try strangers(Set(mapping.tables.map(\.name)))
        for join in mapping.joinTables { try joinTable(join, mapping) }
        for check in StoreFeatures.checks { try check.check(&self, mapping, rules) }
    }
}
