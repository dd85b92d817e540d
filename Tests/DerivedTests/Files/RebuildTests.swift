// SPDX-License-Identifier: Apache-2.0
// A store of ours that is opened with other derivations of the same attributes (DER-46).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived attributes: another derivation") struct RebuildTests {
    @Test("DER-46 an expression that has changed is computed for all rows, and kept up to date from then on")
    func changedExpression() throws {
        let file = try DerivedFile(version: 2)
        #expect(try file.labels == ["A", "A", "B", "NULL"])
        let before = try file.triggers
        try file.open(version: 3)
        #expect(try file.labels == ["A0", "A1", "B0", "alone"])
        #expect(try file.counts == ["2", "1", "0"])
        let after = try file.triggers
        #expect(before.filter { $0.key.contains("_count_") } == after.filter { $0.key.contains("_count_") })
        #expect(!after.keys.contains { $0.hasPrefix("Z_DA_ZLIST_Item_label") })
        try file.change(DerivedVersions.version(3)) { context in
            let item = try #require(try context.all("Item", "title == 'A0'").first)
            item.setValue("A9", forKey: "title")
            item.setValue(nil, forKey: "list")
        }
        #expect(try file.labels == ["A9", "A1", "B0", "alone"])
        #expect(try file.counts == ["1", "1", "0"])
        let expression = try file.cachedModel().entitiesByName["Item"]?.attributesByName["label"]
        #expect((expression as? NSDerivedAttributeDescription)?.derivationExpression?.keyPath == "title")
    }

    @Test("DER-46 a plain attribute that became derived is computed")
    func becameDerived() throws {
        let file = try DerivedFile(version: 4)
        try file.change("UPDATE ZITEM SET ZLABEL = 'plain'", "UPDATE ZLIST SET ZCOUNT = 77")
        #expect(try file.triggers.isEmpty)
        try file.open(version: 2)
        #expect(try file.labels == ["A", "A", "B", "NULL"])
        #expect(try file.counts == ["2", "1", "0"])
        #expect(try file.count(of: "count") == 5 && file.count(of: "label") == 4)
    }

    @Test("DER-46 an attribute that is plain now keeps its values and loses its triggers")
    func becamePlain() throws {
        let file = try DerivedFile(version: 2)
        try file.change(DerivedVersions.version(4)) { context in
            let item = try #require(try context.all("Item", "title == 'A0'").first)
            item.setValue("mine", forKey: "label")
            context.delete(try #require(try context.all("Item", "title == 'A1'").first))
        }
        #expect(try file.triggers.isEmpty)
        #expect(try file.labels == ["mine", "B", "NULL"])
        #expect(try file.counts == ["2", "1", "0"])
        try file.open(version: 2)
        #expect(try file.labels == ["A", "B", "NULL"])
        #expect(try file.counts == ["1", "1", "0"])
    }

    @Test("DER-46 a clock that another expression's values stood in forgets them")
    func clock() throws {
        func model(_ expression: String) -> NSManagedObjectModel {
            DerivedVersions.make(list: [
                .attribute("made", .dateAttributeType), .derived("seen", .dateAttributeType, expression),
            ])
        }
        let file = try DerivedFile(model("made"))
        try file.change(model("made")) { context in
            for list in try context.all("List") {
                list.setValue(Date(timeIntervalSinceReferenceDate: 5), forKey: "made")
            }
        }
        #expect(try file.values("ZSEEN", of: "ZLIST").compactMap(Double.init) == [5, 5, 5])
        let start = Date().timeIntervalSinceReferenceDate
        try file.open(model("now()"))
        let values = try file.values("ZSEEN", of: "ZLIST").compactMap(Double.init)
        #expect(values.count == 3 && values.allSatisfy { $0 >= start })
        try file.open(model("made"))
        #expect(try file.values("ZSEEN", of: "ZLIST").compactMap(Double.init) == [5, 5, 5])
    }

    @Test("DER-46 nothing is done twice, and nothing where nothing has changed")
    func once() throws {
        let file = try DerivedFile(version: 2)
        let before = try file.content()
        try file.open(version: 2)
        #expect(try file.content() == before)
        try file.open(version: 3)
        let after = try file.content()
        try file.open(version: 3)
        #expect(try file.content() == after)
    }

    @Test("DER-46 many who open the store at once find it done by one of them")
    func together() async throws {
        let file = try DerivedFile(version: 2)
        let url = file.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let stack = try Stack(
                        at: url, DerivedVersions.version(3), options: DerivedVersions.migrating)
                    let context = stack.context()
                    let labels = try context.performAndWait {
                        try context.all("Item", by: "title").map { $0.value(forKey: "label") as? String }
                    }
                    #expect(labels == ["A0", "A1", "B0", "alone"])
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.labels == ["A0", "A1", "B0", "alone"])
    }

    @Test("DER-46 a program that has the store open goes on with the new triggers")
    func whileOpen() throws {
        let file = try DerivedFile(version: 2)
        let stack = try Stack(at: file.url, DerivedVersions.version(2))
        let context = stack.context()
        let labels = try context.performAndWait {
            try context.all("Item", by: "title").map { $0.value(forKey: "label") as? String }
        }
        #expect(labels == ["A", "A", "B", nil])
        try file.open(version: 3)
        try context.performAndWait {
            let list = try #require(try context.all("List", by: "name").last)
            let item = context.insert("Item", ["title": "later", "list": list])
            try context.save()
            #expect(item.value(forKey: "label") as? String == "later")
            #expect(list.value(forKey: "count") as? Int == 1)
        }
        #expect(try file.counts == ["2", "1", "1"])
        #expect(try file.labels == ["A0", "A1", "B0", "alone", "later"])
    }

    @Test("DER-46 read-only, and without the options of migration, another expression is another version")
    func readOnly() throws {
        let file = try DerivedFile(version: 2)
        let before = try file.content()
        let readOnly = DerivedVersions.migrating.merging([NSReadOnlyPersistentStoreOption: true]) { $1 }
        for options in [readOnly, [:]] {
            let error = #expect(throws: NSError.self) { try file.open(version: 3, options) }
            #expect(error?.code == 134100)
        }
        #expect(try file.content() == before)
    }

    @Test("DER-46 the triggers of a store that Apple made stay as they are, and go on working")
    func foreign() throws {
        let file = try DerivedFile(version: 2)
        try file.forgetDerivations()
        let before = try file.content()
        try file.open(version: 2)
        for version in [3, 4] {
            let error = #expect(throws: NSError.self) { try file.open(version: version, [:]) }
            #expect(error?.code == 134100)
        }
        #expect(try file.content() == before)
        try file.change(DerivedVersions.version(2)) { context in
            let list = try #require(try context.all("List", "name == 'C'").first)
            context.insert("Item", ["title": "new", "list": list])
        }
        #expect(try file.counts == ["2", "1", "1"])
        #expect(try file.labels == ["A", "A", "B", "NULL", "C"])
    }

    @Test("DER-46 a trigger that is missing, or another one, is mended when the store is opened")
    func mended() throws {
        let file = try DerivedFile(version: 2)
        let before = try file.triggers
        let insert = "Z_DA_ZITEM_List_count_PARAMETER_INSERT"
        let text = try #require(before[insert])
        try file.change(
            "DROP TRIGGER \(insert)", text.replacingOccurrences(of: "+ 1", with: "+ 2"),
            "DROP TRIGGER Z_DA_ZITEM_List_count_PARAMETER_DELETE", "UPDATE ZLIST SET ZCOUNT = 9")
        try file.open(version: 2)
        #expect(try file.triggers == before)
        #expect(try file.counts == ["2", "1", "0"])
    }

    @Test("DER-46 values are computed anew where the description asks for it", arguments: [false, true])
    func recomputed(_ isForeign: Bool) throws {
        let file = try DerivedFile(version: 2)
        if isForeign { try file.forgetDerivations() }
        let before = try file.triggers
        try file.change("UPDATE ZLIST SET ZCOUNT = 9", "UPDATE ZITEM SET ZLABEL = 'x'")
        let description = NSPersistentStoreDescription(url: file.url)
        #expect(!description.recomputesDerivedAttributes)
        try file.open(version: 2, description.options)
        #expect(try file.counts == ["9", "9", "9"])
        description.recomputesDerivedAttributes = true
        try file.open(version: 2, description.options)
        #expect(try file.counts == ["2", "1", "0"])
        #expect(try file.labels == ["A", "A", "B", "NULL"])
        #expect(try file.triggers == before)
    }

    @Test("DER-46 what the store remembers is no metadata for programs, and survives theirs")
    func metadata() throws {
        let file = try DerivedFile(version: 2)
        let stack = try Stack(at: file.url, DerivedVersions.version(2))
        let keys = Set(stack.store.metadata.keys)
        #expect(!keys.contains { $0.hasPrefix("Perdure") })
        stack.coordinator.setMetadata(["note": "mine", "PerdureDerivations": "theirs"], for: stack.store)
        try stack.context().save()
        try stack.coordinator.remove(stack.store)
        try NSPersistentStoreCoordinator.setMetadata(
            nil, forPersistentStoreOfType: NSSQLiteStoreType, at: file.url)
        let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: file.url)
        #expect(Set(read.keys) == keys)
        let before = try file.content()
        try file.open(version: 2)
        #expect(try file.content() == before)
        try file.open(version: 3)
        #expect(try file.labels == ["A0", "A1", "B0", "alone"])
    }

    @Test("DER-46 an error while the store is opened leaves it as it was")
    func failure() throws {
        let file = try DerivedFile(version: 2)
        let before = try file.content()
        let other = try RawDatabase(file.url, isReadOnly: false)
        try other.rows("BEGIN IMMEDIATE")
        #expect(throws: (any Error).self) {
            try file.open(
                version: 3, DerivedVersions.migrating.merging([NSPersistentStoreTimeoutOption: 0.1]) { $1 })
        }
        try other.rows("ROLLBACK")
        #expect(try file.content() == before)
        try file.open(version: 3)
        #expect(try file.labels == ["A0", "A1", "B0", "alone"])
    }
}
