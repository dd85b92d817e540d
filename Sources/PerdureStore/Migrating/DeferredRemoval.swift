// SPDX-License-Identifier: Apache-2.0
// What a migration in place leaves for later: tables and columns that nothing reads any more. The list of them lies in the
// metadata. DeferredRemovalRun (PerdureSQLite) and ServerRemovalRun (PerdurePostgreSQL) remove them.

import PerdurePropertyList

/// A table or a column that no entity of the store has any more.
package struct DeferredRemoval: Hashable, Sendable {
    package let table: String
    /// The column; nil for the whole table.
    package let column: String?
    /// The columns whose values may lie in files beside the store.
    package let fileColumns: [String]

    package init(table: String, column: String?, fileColumns: [String] = []) {
        (self.table, self.column, self.fileColumns) = (table, column, fileColumns)
    }
}

/// The list in a store's metadata.
package struct DeferredRemovals: Sendable {
    /// Our own key: the list.
    package static let key = "PerdureDeferredRemovals"
    /// Apple's key: true while a list is there.
    package static let flag = "NSPersistentStoreDeferredLightweightMigrationOptionKey"

    package var all: [DeferredRemoval]

    package init(_ all: [DeferredRemoval]) { self.all = all }

    /// Reads the list; an entry that makes no sense is left out.
    package init(_ metadata: [String: PropertyListValue]) {
        guard case .array(let entries)? = metadata[Self.key] else {
            all = []
            return
        }
        all = entries.compactMap(DeferredRemoval.init)
    }

    /// Puts the list into metadata; an empty one takes both keys away.
    ///
    /// Apple's key without a list of ours stays: another program has left work that only it knows.
    package func put(into metadata: inout [String: PropertyListValue]) {
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
