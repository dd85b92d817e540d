// SPDX-License-Identifier: Apache-2.0
// Stores that lack something, or say something wrong about themselves.

import Foundation
import Perdure
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Bad input: damaged stores") struct DamagedStoreTests {
    private let store: BookStore

    init() throws { store = try BookStore() }

    @Test("STO-63 a missing column is 134020 and names entity and property")
    func missingColumn() throws {
        try store.damage("ALTER TABLE ZBOOK DROP COLUMN ZPAGES")
        let words = ["Books.sqlite", "Book.pages", "migrate"]
        let error = expectError(134020, naming: words, in: store.folder) { _ = try store.open() }
        #expect(error?.userInfo["entity"] as? String == "Book")
        #expect(error?.userInfo["property"] as? String == "pages")
        #expect(error?.path == store.url.path)
    }

    @Test("STO-63 a missing column of a relationship is 134020 and names it")
    func missingReference() throws {
        try store.damage("DROP INDEX ZBOOK_ZAUTHOR_INDEX", "ALTER TABLE ZBOOK DROP COLUMN ZAUTHOR")
        expectError(134020, naming: ["Book.author"], in: store.folder) { _ = try store.open() }
    }

    @Test("STO-63 a missing table is 134020 and names the entity")
    func missingTable() throws {
        try store.damage("DROP TABLE ZAUTHOR")
        let error = expectError(134020, naming: ["\"Author"], in: store.folder) { _ = try store.open() }
        #expect(error?.userInfo["entity"] as? String == "Author")
    }

    @Test("STO-63 an entity without a row in Z_PRIMARYKEY is an error that names it")
    func missingEntity() throws {
        try store.damage("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Author'")
        expectError(134020, naming: ["Author"], in: store.folder) { _ = try store.open() }
    }

    @Test(
        "STO-6 a store without Z_METADATA or Z_PRIMARYKEY is 259", arguments: ["Z_METADATA", "Z_PRIMARYKEY"])
    func missingBookkeeping(_ table: String) throws {
        try store.damage("DROP TABLE \(table)")
        expectError(259, naming: ["Books.sqlite"], in: store.folder) { _ = try store.open() }
    }

    @Test(
        "STO-63 metadata that are missing, damaged or of a wrong kind are 259",
        arguments: [
            "DELETE FROM Z_METADATA", "UPDATE Z_METADATA SET Z_PLIST = x'62706C697374303001'",
            "UPDATE Z_METADATA SET Z_PLIST = 'text'", "UPDATE Z_METADATA SET Z_PLIST = 5",
            "UPDATE Z_METADATA SET Z_PLIST = x''", "UPDATE Z_METADATA SET Z_PLIST = substr(Z_PLIST, 1, 100)",
            "UPDATE Z_METADATA SET Z_PLIST = zeroblob(2000000)",
        ])
    func metadata(_ statement: String) throws {
        try store.damage(statement)
        let error = expectError(259, naming: ["Books.sqlite", "metadata"], in: store.folder) {
            _ = try store.open()
        }
        #expect(error?.path == store.url.path)
    }

    @Test("STO-63 metadata without a list are those of another model: 134100")
    func nullMetadata() throws {
        try store.damage("UPDATE Z_METADATA SET Z_PLIST = NULL")
        expectError(134100, naming: ["Book", "Author"], in: store.folder) { _ = try store.open() }
    }

    @Test(
        "STO-63 the columns of the bookkeeping tables: an error of Cocoa's, the file stays",
        arguments: [
            "ALTER TABLE Z_METADATA DROP COLUMN Z_PLIST", "ALTER TABLE Z_PRIMARYKEY DROP COLUMN Z_SUPER",
            "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Book'",
            "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 9223372036854775000",
        ])
    func bookkeeping(_ statement: String) throws {
        try store.damage(statement)
        let before = FolderContent(store.folder)
        let error = #expect(throws: NSError.self) { try store.readBooks() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.localizedDescription.isEmpty == false)
        #expect(FolderContent(store.folder) == before)
    }

    @Test("STO-63 an entity that is its own parent in the file does not matter to who has a model")
    func ownParent() throws {
        try store.damage("UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT")
        #expect(try store.readBooks().count == 3)
        #expect([0, 1].contains(try ToolRun("store", "check", store.url.path).exitCode))
    }

    @Test("STO-7 a store of another model is 134100 with the hashes of both")
    func otherModel() throws {
        let words = ["incompatible", "Author", "Book", "Note", "migrat"]
        let error = expectError(134100, naming: words, in: store.folder) {
            _ = try Stack(at: store.url, FixtureModel.notes())
        }
        let model = try #require(error?.userInfo["modelVersionHashes"] as? [String: Data])
        let stored = try #require(error?.userInfo["storeVersionHashes"] as? [String: Data])
        #expect(model == FixtureModel.notes().entityVersionHashesByName)
        #expect(stored == BookStore.model().entityVersionHashesByName)
        #expect(error?.userInfo["metadata"] is [String: Any] && error?.path == store.url.path)
    }

    @Test("STO-7 hashes of a wrong kind in the metadata are those of another model")
    func hashesOfWrongKind() throws {
        for value: Any in ["text", 5, ["Book": "text"], ["a", "b"], [String: Any]()] {
            try NSPersistentStoreCoordinator.setMetadata(
                [NSStoreModelVersionHashesKey: value], forPersistentStoreOfType: NSSQLiteStoreType,
                at: store.url)
            expectError(134100, naming: ["Book"], in: store.folder) { _ = try store.open() }
        }
    }

    @Test(
        "decision 12 a damaged or missing model cache does not matter to who has a model",
        arguments: [
            "UPDATE Z_MODELCACHE SET Z_CONTENT = x'FFFFFFFF'", "UPDATE Z_MODELCACHE SET Z_CONTENT = x''",
            "UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, 200)",
            "UPDATE Z_MODELCACHE SET Z_CONTENT = 'text'",
        ])
    func modelCache(_ statement: String) throws {
        try store.damage(statement)
        expectError(259, naming: ["Books.sqlite", "model cache"], in: store.folder) {
            _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store.url)
        }
        #expect(try store.readBooks().count == 3)
    }

    @Test("decision 12 a store without a model cache gives none")
    func noModelCache() throws {
        for statement in [
            "UPDATE Z_MODELCACHE SET Z_CONTENT = NULL", "DELETE FROM Z_MODELCACHE", "DROP TABLE Z_MODELCACHE",
        ] {
            try store.damage(statement)
            #expect(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store.url) == nil)
            expectError(134130, naming: ["Books.sqlite", "no model"], in: store.folder) {
                _ = try NSPersistentStoreCoordinator(modelOfStoreAt: store.url)
            }
            #expect(try store.readBooks().count == 3)
        }
    }

    @Test("decision 21 a deflate bomb in the model cache is refused before it fills the memory")
    func deflateBomb() throws {
        let bomb = try #require(ModelCache.deflate(Data(count: 60 << 20)))
        #expect(bomb.count < 100_000)
        #expect(ModelCache.inflate(bomb) == nil)
        try store.damage("UPDATE Z_MODELCACHE SET Z_CONTENT = \(bomb.sqlLiteral)")
        expectError(259, naming: ["Books.sqlite", "model cache", "too large"], in: store.folder) {
            _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: store.url)
        }
    }
}
