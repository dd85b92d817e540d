// SPDX-License-Identifier: Apache-2.0
// Compares two schemas text by text and sets aside the documented exceptions of SchemaException.swift.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureSQLite
import PerdureTestSupport

/// A table or an index that is not the same in both stores; nil where a store does not have it.
struct SchemaDifference: CustomStringConvertible {
    let name: String
    let apple: String?
    let ours: String?

    var description: String { "\(name): apple \(apple ?? "–") | ours \(ours ?? "–")" }
}

/// The tables and indexes of a real store beside those of a store that we made from its model.
struct SchemaComparison {
    /// Name → text, without quotation marks.
    let apple: [String: String]
    let ours: [String: String]
    let store: FixtureStore
    let model: NSManagedObjectModel
    /// The number of the framework that wrote the store last.
    let framework: Int

    init(_ store: FixtureStore) throws {
        let folder = try TemporaryFolder()
        let copy = try folder.copyStore(store.url)
        let created = folder.file("created.sqlite")
        self.store = store
        model = try store.model(of: copy)
        let (coordinator, _) = try OpenedStore.stack(on: created, model: model)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        apple = try Self.definitions(copy)
        ours = try Self.definitions(created)
        let version = try SQLiteStoreFile.readMetadata(at: copy.path)["NSPersistenceFrameworkVersion"]
        framework = Int(version?.integerValue ?? 0)
    }

    private static func definitions(_ file: URL) throws -> [String: String] {
        let rows = try RawDatabase(file).rows(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index')")
        return Dictionary(
            uniqueKeysWithValues: rows.map { ($0[0], $0[1].replacingOccurrences(of: "\"", with: "")) })
    }

    var differences: [SchemaDifference] {
        Set(apple.keys).union(ours.keys).sorted().compactMap { name in
            guard apple[name] != ours[name] else { return nil }
            return SchemaDifference(name: name, apple: apple[name], ours: ours[name])
        }
    }

    private var exceptions: [SchemaException] { SchemaException.all.filter { $0.applies(to: self) } }

    /// One line per difference that no documented exception covers.
    var unexplained: [String] {
        differences.filter { difference in !exceptions.contains { $0.covers(difference, self) } }
            .map(\.description)
    }

    /// One line per exception, or name in an exception's list, that this store does not need.
    var stale: [String] {
        exceptions.flatMap { exception in
            let covered = differences.filter { exception.covers($0, self) }.map(\.name)
            let missing = exception.names.map { $0.subtracting(covered) } ?? (covered.isEmpty ? ["all"] : [])
            return missing.sorted().map { "\(exception.reason): \($0)" }
        }
    }
}
