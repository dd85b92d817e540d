// SPDX-License-Identifier: Apache-2.0
// A store file that is opened under one version of a model after the other.

import Foundation
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport

@testable import PerdureSQL
@testable import PerdureSQLite

/// One file.
struct VersionedStore {
    let folder: StoreFolder
    /// Changes the options of each opening.
    var change: @Sendable (inout SQLiteOptions) -> Void = { _ in }

    init() throws { folder = try StoreFolder() }

    /// Opens the store under the version that it has, or makes it.
    func open(_ model: [EntityDefinition]) throws -> OpenStore {
        let schema = try Schema(model)
        var options = options
        options.initialMetadata[StoreMigration.hashesKey] = schema.anyHashes
        return OpenStore(engine: try SQLiteEngine.open(options, schema: schema))
    }

    /// Opens the store under another version.
    func migrate(_ old: [EntityDefinition], _ new: [EntityDefinition]) throws -> OpenStore {
        try migrate(InferredMigration(from: Schema(old), to: Schema(new)))
    }

    func migrate(_ steps: InferredMigration) throws -> OpenStore {
        var options = options
        options.migration = StoreMigration(
            from: steps.source.anyHashes, steps.source,
            metadata: [StoreMigration.hashesKey: steps.destination.anyHashes])
        options.migration?.steps = steps
        return OpenStore(engine: try SQLiteEngine.open(options, schema: steps.destination))
    }

    private var options: SQLiteOptions {
        var options = SQLiteOptions(path: folder.path())
        options.timeout = 5
        change(&options)
        return options
    }

    /// The problems that a check of the file finds.
    func problems(_ model: [EntityDefinition]) throws -> [String] {
        try SQLiteStoreChecker.check(path: folder.path(), schema: Schema(model)).map(\.description)
    }

    /// What SQL finds in the file, a row per line.
    func rows(_ text: String) throws -> [String] {
        let connection = try folder.raw()
        return try connection.all(text) { row in
            (0..<row.columnCount).map { row.isNull($0) ? "–" : row.text($0) }.joined(separator: " ")
        }
    }

    /// The names of tables, columns, indexes and triggers, without the order of columns.
    static func shape(_ path: String) throws -> [String] {
        let connection = try SQLiteConnection(path: path, mode: .readWrite, timeout: 5)
        let columns = try connection.all(
            "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m, pragma_table_info(m.name) c"
                + " WHERE m.type = 'table'"
        ) { "\($0.text(0)).\($0.text(1)) \($0.text(2)) \($0.integer(3))" }
        let texts = try connection.all(
            "SELECT sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL"
        ) { $0.text(0) }
        let numbers = try connection.all(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000"
        ) {
            "\($0.integer(0)) \($0.text(1)) \($0.integer(2))"
        }
        return (columns + texts + numbers).sorted()
    }

    /// The shape of this file.
    var shape: [String] { get throws { try Self.shape(folder.path()) } }

    /// The shape of a new store.
    static func shape(of model: [EntityDefinition]) throws -> [String] {
        let other = try VersionedStore()
        try other.open(model).engine.close()
        return try other.shape
    }
}
