// SPDX-License-Identifier: Apache-2.0
// What a migration in place leaves for later: tables and columns that nothing reads any more. The list of them lies in the
// metadata. DeferredRemovalRun.swift removes them.

import PerdurePropertyList
import PerdureSQL

/// A table or a column that no entity of the store has any more.
struct DeferredRemoval: Hashable {
    let table: String
    /// The column; nil for the whole table.
    let column: String?
    /// The columns whose values may lie in files beside the store.
    let fileColumns: [String]

    /// The statement; without a column SQLite only frees the table's pages.
    var statement: MigrationStatement {
        guard let column else { return MigrationStatement("DROP TABLE \(SQLIdentifier.quoted(table))") }
        return MigrationStatement(
            "ALTER TABLE \(SQLIdentifier.quoted(table)) DROP COLUMN \(SQLIdentifier.quoted(column))")
    }
}

/// The list in a store's metadata.
struct DeferredRemovals {
    /// Our own key: the list.
    static let key = "PerdureDeferredRemovals"
    /// Apple's key: true while a list is there.
    static let flag = "NSPersistentStoreDeferredLightweightMigrationOptionKey"

    var all: [DeferredRemoval]

    init(_ all: [DeferredRemoval]) { self.all = all }

    /// Reads the list; an entry that makes no sense is left out.
    init(_ metadata: [String: PropertyListValue]) {
        guard case .array(let entries)? = metadata[Self.key] else {
            all = []
            return
        }
        all = entries.compactMap(DeferredRemoval.init)
    }

    /// Puts the list into metadata; an empty one takes both keys away.
    ///
    /// Apple's key without a list of ours stays: another program has left work that only it knows.
    func put(into metadata: inout [String: PropertyListValue]) {
        if all.isEmpty, metadata[Self.key] == nil { return }
        metadata[Self.key] = all.isEmpty ? nil : .array(all.map(\.value))
        metadata[Self.flag] = all.isEmpty ? nil : .boolean(true)
    }
}

extension DeferredRemoval {
    fileprivate init?(_ value: PropertyListValue) {
        guard case .dictionary(let entry) = value, let table = entry["table"]?.stringValue else { return nil }
        var files: [String] = []
        if case .array(let names)? = entry["files"] { files = names.compactMap(\.stringValue) }
        self.init(table: table, column: entry["column"]?.stringValue, fileColumns: files)
    }

    fileprivate var value: PropertyListValue {
        var entry: [String: PropertyListValue] = ["table": .string(table)]
        if let column { entry["column"] = .string(column) }
        if !fileColumns.isEmpty { entry["files"] = .array(fileColumns.map { .string($0) }) }
        return .dictionary(entry)
    }
}
