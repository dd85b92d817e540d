// SPDX-License-Identifier: Apache-2.0
// An open store in whose place another one was made: it is not taken for the one that was opened.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: another store in the place", .enabled(if: TestStores.isThere, TestStores.advice))
struct ReplacedServerStoreTests {
    /// An open store with an object, in whose place another store with an object was made.
    private struct Places {
        let namespace: ServerNamespace
        let first: Stack
        let second: Stack
        let context: NSManagedObjectContext
        let note: NSManagedObject

        init(_ model: () -> NSManagedObjectModel) throws {
            namespace = try ServerNamespace()
            first = try Stack(at: namespace.url, model())
            let context = first.context()
            self.context = context
            note = try Self.saved("mine", in: context)
            try SharedServer.run("DROP SCHEMA \(namespace.name) CASCADE")
            second = try Stack(at: namespace.url, model())
            let other = second.context()
            _ = try Self.saved("theirs", in: other)
        }

        static func saved(_ text: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
            try context.performAndWait {
                let note = context.insert("Note", ["text": text, "code": text])
                try context.save()
                return note
            }
        }

        func texts() throws -> [String] {
            try SharedServer.run("SELECT text || version FROM \(namespace.name).note")
        }
    }

    private func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Note", unique: [["code"]], .attribute("text", .stringAttributeType),
                .attribute("code", .stringAttributeType)))
    }

    private func requireReplaced(_ body: () throws -> Void) throws {
        let error = try #require(throws: NSError.self) { try body() }
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError, "\(error)")
        #expect(error.userInfo["reason"] as? String == "replaced", "\(error.userInfo)")
    }

    @Test("PG-63 PG-137 a save does not write into another store that was made in the same place")
    func saving() throws {
        let places = try Places(model)
        defer { withExtendedLifetime(places) {} }
        let context = places.context
        try context.performAndWait {
            places.note.setValue("overwritten", forKey: "text")
            try requireReplaced { try context.save() }
            #expect(try places.texts() == ["theirs1"])
            // Its rows are not those of the objects that this store knows.
            context.reset()
            try requireReplaced { _ = try context.all("Note") }
            context.insert("Note", ["text": "new"])
            try requireReplaced { try context.save() }
        }
        #expect(try places.texts() == ["theirs1"])
    }

    @Test("PG-63 a row of another store in the same place is no constraint conflict, whatever the policy")
    func constraints() throws {
        for policy in [NSMergePolicy.error, NSMergePolicy.mergeByPropertyObjectTrump] {
            let places = try Places(model)
            defer { withExtendedLifetime(places) {} }
            let context = places.context
            try context.performAndWait {
                context.mergePolicy = policy
                context.insert("Note", ["text": "new", "code": "theirs"])
                try requireReplaced { try context.save() }
            }
            #expect(try places.texts() == ["theirs1"])
        }
    }

    @Test("PG-63 metadata are not written into another store in the same place")
    func metadata() throws {
        let places = try Places(model)
        defer { withExtendedLifetime(places) {} }
        var metadata = places.first.coordinator.metadata(for: places.first.store)
        metadata["own"] = "value"
        places.first.coordinator.setMetadata(metadata, for: places.first.store)
        let context = places.context
        try context.performAndWait {
            places.note.setValue("overwritten", forKey: "text")
            try requireReplaced { try context.save() }
        }
        let stored = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .postgreSQL, at: places.namespace.url)
        #expect(stored["own"] == nil)
        #expect(stored[NSStoreUUIDKey] as? String == places.second.store.identifier)
    }
}
#endif
