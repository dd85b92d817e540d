// SPDX-License-Identifier: Apache-2.0
// A store file with derived attributes, looked at past the library.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

/// A store of DerivedVersions in a folder of its own.
final class DerivedFile {
    let folder: TemporaryFolder
    let url: URL

    init(_ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil) throws {
        folder = try TemporaryFolder()
        url = folder.file("Lists.sqlite")
        try DerivedVersions.createStore(at: url, model, options: options)
    }

    convenience init(version: Int) throws { try self.init(DerivedVersions.version(version)) }

    /// Opens the store and closes it; expressions are part of a version.
    func open(_ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = DerivedVersions.migrating) throws
    {
        let stack = try Stack(at: url, model, options: options)
        try stack.coordinator.remove(stack.store)
    }

    func open(version: Int, _ options: [AnyHashable: Any] = DerivedVersions.migrating) throws {
        try open(DerivedVersions.version(version), options)
    }

    /// Opens the store, changes it, and closes it.
    func change(_ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let stack = try Stack(at: url, model, options: DerivedVersions.migrating)
        let context = stack.context()
        try context.performAndWait {
            try body(context)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    /// One column by its rows' keys.
    func values(_ column: String, of table: String) throws -> [String] {
        try RawDatabase(url).rows("SELECT \(column) FROM \(table) ORDER BY Z_PK").map { $0[0] }
    }

    var counts: [String] { get throws { try values("ZCOUNT", of: "ZLIST") } }
    var labels: [String] { get throws { try values("ZLABEL", of: "ZITEM") } }

    /// The texts of the triggers, by name.
    var triggers: [String: String] {
        get throws {
            let rows = try RawDatabase(url).rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// How many triggers compute an attribute.
    func count(of attribute: String) throws -> Int {
        try triggers.keys.filter { $0.contains("_\(attribute)_") }.count
    }

    var metadata: [String: PropertyListValue] {
        get throws { try SQLiteStoreFile.readMetadata(at: url.path) }
    }

    func change(_ statements: String...) throws {
        let database = try RawDatabase(url, isReadOnly: false)
        for statement in statements { try database.rows(statement) }
    }

    /// Makes the store one of Apple's: it remembers no derivations.
    func forgetDerivations() throws {
        var metadata = try metadata
        metadata[Derivation.metadataKey] = nil
        try SQLiteStoreFile.writeMetadata(metadata, at: url.path)
    }

    /// The model that the file keeps of itself.
    func cachedModel() throws -> NSManagedObjectModel {
        try #require(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url))
    }

    /// Everything that a file's tables hold.
    func content() throws -> [String] {
        let database = try RawDatabase(url)
        let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        let definitions = try database.rows("SELECT name, sql FROM sqlite_master ORDER BY name")
        return try (definitions + tables.flatMap { try database.rows("SELECT * FROM \"\($0[0])\"") })
            .map { $0.joined(separator: "|") }
    }
}
