// SPDX-License-Identifier: Apache-2.0
// A store that Apple made is migrated when its user asks for it by the options; what we do not know in it stays.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Derived attributes: migrating a store of Apple's") struct ForeignMigrationTests {
    private let file: DerivedFile

    /// A store with derived attributes which remembers nothing.
    init() throws {
        file = try DerivedFile(version: 2)
        try file.change(
            "CREATE TABLE NOTES (TEXT VARCHAR)", "INSERT INTO NOTES VALUES ('theirs')",
            "ALTER TABLE ZLIST ADD COLUMN ZSTRANGE INTEGER", "UPDATE ZLIST SET ZSTRANGE = 4",
            "CREATE TRIGGER ZT_ZLIST_ZSTRANGE_X AFTER INSERT ON ZITEM FOR EACH ROW BEGIN UPDATE ZLIST SET ZSTRANGE = "
                + "IFNULL(ZSTRANGE,0) + 1 WHERE NEW.ZLIST = Z_PK; END")
        var metadata = try file.metadata
        metadata[Derivation.metadataKey] = nil
        metadata["com.example"] = .string("kept")
        try SQLiteStoreFile.writeMetadata(metadata, at: file.url.path)
    }

    private func model(_ more: PropertySketch...) -> NSManagedObjectModel {
        DerivedVersions.make(
            list: [.derived("count", .integer64AttributeType, "items.@count")] + more,
            item: [.derived("label", .stringAttributeType, "list.name")])
    }

    private var total: PropertySketch { .derived("total", .integer64AttributeType, "items.@sum.points") }

    private func hash(_ entity: String) throws -> Data? {
        guard case .dictionary(let hashes) = try file.metadata["NSStoreModelVersionHashes"],
            case .data(let hash) = hashes[entity]
        else { return nil }
        return hash
    }

    /// The hash of the version that the store was made with.
    private func former(_ entity: String) -> Data? {
        DerivedVersions.version(2).entityVersionHashesByName[entity]
    }

    @Test("decision 13 opening and saving leaves the hashes that Apple wrote")
    func hashes() throws {
        try file.change(model()) { try #require(try $0.all("Item").first).setValue("x", forKey: "title") }
        let stack = try Stack(at: file.url, model())
        stack.coordinator.setMetadata(["note": "mine"], for: stack.store)
        try stack.context().save()
        #expect(try hash("List") == former("List") && hash("Item") == former("Item"))
    }

    @Test("MG-28 without the options it is 134100")
    func refused() throws {
        let before = try file.content()
        let error = #expect(throws: NSError.self) { try file.open(model(total), [:]) }
        #expect(error?.code == 134100)
        #expect(try file.content() == before)
    }

    @Test("MG-28 decision 12 decision 13 what is not part of the difference stays as it is, to the letter")
    func keepsTheRest() throws {
        let before = try file.triggers
        // Text that we would not write.
        try file.change("DROP TRIGGER Z_DA_ZITEM_List_count_PARAMETER_DELETE")
        try file.open(model(total), DerivedVersions.migrating)
        #expect(try file.values("ZTOTAL", of: "ZLIST") == ["3", "1", "0"])
        let after = try file.triggers
        #expect(after["Z_DA_ZITEM_List_count_PARAMETER_DELETE"] == nil)
        for (name, text) in before where name != "Z_DA_ZITEM_List_count_PARAMETER_DELETE" {
            #expect(after[name] == text)
        }
        #expect(try RawDatabase(file.url).value("SELECT * FROM NOTES") == "theirs")
        #expect(try file.values("ZSTRANGE", of: "ZLIST") == ["4", "4", "4"])
        #expect(try file.metadata["com.example"] == .string("kept"))
        #expect(try hash("Item") == former("Item"))
        #expect(try hash("List") == model(total).entityVersionHashesByName["List"])
        // It opens without the options then, and both families work.
        try file.change(model(total)) { context in
            let list = try #require(try context.all("List", "name == 'C'").first)
            context.insert("Item", ["title": "new", "points": 5, "list": list])
        }
        #expect(try file.values("ZTOTAL", of: "ZLIST") == ["3", "1", "5"])
        #expect(try file.counts == ["2", "1", "1"])
        #expect(try file.values("ZSTRANGE", of: "ZLIST") == ["4", "4", "5"])
        #expect(try file.triggers == after)
    }

    @Test(
        "DER-46 MG-28 a plain attribute of Apple's becomes derived with the options, and is left alone without"
    )
    func becameDerived() throws {
        let file = try DerivedFile(version: 4)
        try file.forgetDerivations()
        try file.change("UPDATE ZLIST SET ZCOUNT = 77")
        #expect(throws: NSError.self) { try file.open(version: 2, [:]) }
        #expect(try file.counts == ["77", "77", "77"])
        try file.open(version: 2, DerivedVersions.migrating)
        #expect(try file.counts == ["2", "1", "0"])
        try file.open(version: 2)
        try file.open(version: 3)
        #expect(try file.labels == ["A0", "A1", "B0", "alone"])
    }
}
