// SPDX-License-Identifier: Apache-2.0
// The numbers of objects when a mapping model replaces the content of an XML or binary store: one sequence serves all hierarchies.

import CoreData
import Foundation
import PerdureMigration
import PerdureTestSupport
import Testing

@Suite("XML and binary stores: numbers after a mapping model") struct FileNumberTests {
    private static let names = ["A", "B", "C"]

    private func model(_ properties: String...) -> NSManagedObjectModel {
        NSManagedObjectModel(
            Self.names.map { EntitySketch($0, properties: properties.map { .attribute($0) }) })
    }

    /// The URIs of all objects, by name.
    private func places(_ context: NSManagedObjectContext) throws -> [String: URL] {
        let objects = try Self.names.flatMap { try context.all($0) }
        return Dictionary(
            uniqueKeysWithValues: objects.map {
                ($0.value(forKey: "name") as? String ?? "", $0.objectID.uriRepresentation())
            })
    }

    private func migrate(
        _ stack: FileStoreStack, from old: NSManagedObjectModel, to new: NSManagedObjectModel,
        by mapping: NSMappingModel
    ) throws -> FileStoreStack {
        let type = stack.store.type
        try stack.coordinator.remove(stack.store)
        try HeavyMigration(url: stack.url, type: type, options: nil, from: old, to: new, mapping: mapping)
            .run()
        return try FileStoreStack(type, new, in: stack.folder)
    }

    @Test("MIG-112 objects of all hierarchies keep their numbers", arguments: FileStoreStack.types)
    func keepsNumbers(_ type: String) throws {
        let (old, new) = (model("name"), model("name", "more"))
        let stack = try FileStoreStack(type, old)
        let context = stack.context()
        for number in 1...9 { context.insert(Self.names[number % 3], ["name": "n\(number)"]) }
        try context.save()
        let before = try places(context)
        try context.delete(#require(try context.all("B", by: "name").last))
        try context.save()
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        let migrated = try migrate(stack, from: old, to: new, by: mapping)
        let reader = migrated.context()
        let after = try places(reader)
        #expect(after.count == 8 && after.allSatisfy { before[$0.key] == $0.value })
        // The number of the deleted object is not given again.
        reader.insert("C", ["name": "new"])
        try reader.save()
        let added = try #require(try places(reader)["new"])
        #expect(!before.values.map(\.lastPathComponent).contains(added.lastPathComponent))
    }

    @Test(
        "MIG-112 objects of two hierarchies that are made of one have different numbers",
        arguments: FileStoreStack.types)
    func sharesNoNumbers(_ type: String) throws {
        let (old, new) = (model("name"), model("name", "more"))
        let stack = try FileStoreStack(type, old)
        let context = stack.context()
        for number in 1...3 { context.insert("A", ["name": "n\(number)"]) }
        try context.save()
        let mapping = NSMappingModel()
        mapping.entityMappings = ["A", "B"].map { name in
            let entity = NSEntityMapping()
            (entity.name, entity.mappingType) = ("ATo\(name)", .transformEntityMappingType)
            (entity.sourceEntityName, entity.destinationEntityName) = ("A", name)
            entity.sourceEntityVersionHash = old.entityVersionHashesByName["A"]
            entity.destinationEntityVersionHash = new.entityVersionHashesByName[name]
            return entity
        }
        let migrated = try migrate(stack, from: old, to: new, by: mapping)
        let reader = migrated.context()
        let objects = try reader.all("A") + reader.all("B")
        #expect(Set(objects.map { $0.objectID.uriRepresentation().lastPathComponent }).count == 6)
    }
}
