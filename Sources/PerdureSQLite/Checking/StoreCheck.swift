// SPDX-License-Identifier: Apache-2.0
// One run of the check of a store. The bookkeeping is checked in StoreCheck+Entities.swift, rows in StoreCheck+Rows.swift,
// relationships in StoreCheck+Links.swift. SQLiteStoreChecker.swift starts it.

import PerdureSQL
import PerdureStore

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
        for trigger in try StoreTriggers.read(connection, rules).unexpected {
            add(
                StoreProblem(
                    .error, object: trigger.name,
                    "an unexpected \(trigger.kind): \(trigger.reason). No trigger of the store is run"))
        }
    }

    /// Checks the rows against the model, and the parts of features.
    mutating func content(
        _ mapping: StoreMapping, _ rules: TriggerRules, _ features: [any FeatureCheck.Type]
    ) throws {
        try triggers(rules)
        for index in mapping.tables.indices { try table(index, mapping) }
        try checkUnknownEntities(Set(mapping.tables.map(\.name)))
        for join in mapping.joinTables { try joinTable(join, mapping) }
        for pair in mapping.oneToOnes { try oneToOne(pair) }
        for check in features { try check.check(&self, mapping, rules) }
    }
}
