// SPDX-License-Identifier: Apache-2.0
// Triggers that a program may not run: it must not save while the store says that derived values are right (DER-46).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived attributes: triggers that may not run") struct TriggersOffTests {
    /// Item.label is plain, and with `count` List.count is derived.
    private func plain(_ count: Bool) -> NSManagedObjectModel {
        DerivedVersions.make(
            list: [
                count
                    ? .derived("count", .integer64AttributeType, "items.@count")
                    : .attribute("count", .integer64AttributeType)
            ], item: [.attribute("label")])
    }

    @Test(
        "DER-46 a program whose model says plain cannot save after another one's made the attribute derived",
        arguments: [false, true])
    func outdated(_ count: Bool) throws {
        let file = try DerivedFile(plain(count))
        let stack = try Stack(at: file.url, plain(count))
        let context = stack.context()
        let items = try context.performAndWait { try context.all("Item").count }
        #expect(items == 4)
        try file.open(version: 2)
        let before = try file.content()
        try context.performAndWait {
            let list = try #require(try context.all("List", "name == 'C'").first)
            context.insert("Item", ["title": "new", "list": list])
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
                #expect(error?.localizedDescription.contains("another process") == true)
            }
        }
        #expect(try file.content() == before)
        try stack.coordinator.remove(stack.store)
        // Opened again, the attribute is plain by what this model says.
        try file.change(plain(count)) { context in
            let list = try #require(try context.all("List", "name == 'C'").first)
            context.insert("Item", ["title": "new", "label": "mine", "list": list])
        }
        #expect(try file.labels == ["A", "A", "B", "NULL", "mine"])
        try file.open(version: 2)
        #expect(try file.labels == ["A", "A", "B", "NULL", "C"])
        #expect(try file.counts == ["2", "1", "1"])
    }

    @Test("DER-46 what is written while triggers are off is made good by the first opening with triggers")
    func plantedBefore() throws {
        let file = try DerivedFile(version: 2)
        try file.change("CREATE TRIGGER evil AFTER INSERT ON ZITEM BEGIN DELETE FROM ZLIST; END")
        for title in ["first", "second"] {
            try file.change(DerivedVersions.version(2)) { context in
                let list = try #require(try context.all("List", "name == 'C'").first)
                context.insert("Item", ["title": title, "list": list])
            }
        }
        try file.change("DROP TRIGGER evil")
        try file.open(version: 2)
        #expect(try file.counts == ["2", "1", "2"])
        #expect(try file.labels == ["A", "A", "B", "NULL", "C", "C"])
        let before = try file.content()
        try file.open(version: 2)
        #expect(try file.content() == before)
    }
}
