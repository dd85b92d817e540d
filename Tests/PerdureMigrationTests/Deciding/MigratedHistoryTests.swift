// SPDX-License-Identifier: Apache-2.0
// What a history says after a migration in place that numbers entities anew and renames properties.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: histories") struct MigratedHistoryTests {
    private static func first() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Gone", .attribute("x")),
            EntitySketch("Note", .attribute("body"), .attribute("title"), .attribute("place")))
    }

    /// Numbers shift, an attribute comes before all others, one has another name, an entity is gone.
    private static func second() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Aaa", .attribute("x")), EntitySketch("Bbb", .attribute("x")),
            EntitySketch(
                "Remark", .attribute("added"), .attribute("headline").renamed(from: "title"),
                .attribute("place")
            ).renamed(from: "Note"))
    }

    @Test(
        "MIG-146 older changes name the entities and properties of the new version; what is gone is left out")
    func changes() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Notes.sqlite")
        let options = LibraryVersions.migrating.merging([NSPersistentHistoryTrackingKey: true]) { $1 }
        let stack = try Stack(at: url, Self.first(), options: options)
        let context = stack.context()
        try context.performAndWait {
            context.insert("Gone", ["x": "x"])
            let note = context.insert("Note", ["title": "a"])
            try context.save()
            note.setValue("b", forKey: "title")
            note.setValue("c", forKey: "body")
            try context.save()
            note.setValue("d", forKey: "place")
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let migrated = try Stack(at: url, Self.second(), options: options)
        let found = try migrated.context().performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                after: nil as NSPersistentHistoryToken?)
            let result = try migrated.context().execute(request) as? NSPersistentHistoryResult
            return (result?.result as? [NSPersistentHistoryTransaction] ?? []).map { transaction in
                (transaction.changes ?? []).map { change in
                    let names = (change.updatedProperties ?? []).map(\.name).sorted().joined(separator: ",")
                    return
                        "\(change.changedObjectID.entity.name ?? "") \(change.changeType.rawValue) \(names)"
                }
            }
        }
        #expect(found == [["Remark 0 "], ["Remark 1 headline"], ["Remark 1 place"]])
    }

    /// Notes whose size and weight are kept when they are deleted.
    private static func sized(_ size: NSAttributeType, _ weight: NSAttributeType) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Note", .attribute("size", size), .attribute("weight", weight)))
        for attribute in model.entitiesByName["Note"].map({ $0.attributesByName.values }) ?? [:].values {
            attribute.preservesValueInHistoryOnDeletion = true
        }
        return model
    }

    @Test("MIG-146 values of deleted objects are converted as those of rows are; what does not fit is none")
    func tombstones() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Notes.sqlite")
        let options = LibraryVersions.migrating.merging([NSPersistentHistoryTrackingKey: true]) { $1 }
        let stack = try Stack(
            at: url, Self.sized(.integer64AttributeType, .integer32AttributeType), options: options)
        let context = stack.context()
        try context.performAndWait {
            for size in [7, 70_000] {
                let note = context.insert("Note", ["size": size, "weight": 3])
                try context.save()
                context.delete(note)
                try context.save()
            }
        }
        try stack.coordinator.remove(stack.store)
        let migrated = try Stack(
            at: url, Self.sized(.integer16AttributeType, .doubleAttributeType), options: options)
        let found = try migrated.context().performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                after: nil as NSPersistentHistoryToken?)
            let result = try migrated.context().execute(request) as? NSPersistentHistoryResult
            return (result?.result as? [NSPersistentHistoryTransaction] ?? []).flatMap { $0.changes ?? [] }
                .compactMap(\.tombstone).map {
                    [$0["size"] as? Int, ($0["weight"] as? Double).map { Int($0) }]
                }
        }
        #expect(found == [[7, 3], [nil, 3]])
    }
}
