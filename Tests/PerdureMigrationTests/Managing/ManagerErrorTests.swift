// SPDX-License-Identifier: Apache-2.0
// Errors of managers whose words depend on the way that is taken: URLs of copies, hashes of mappings made in code.

import CoreData
import PerdureTestSupport
import Testing

@testable import PerdureMigration

@Suite("Managers: errors by their way") struct ManagerErrorTests {
    private func note(isOptional: Bool) -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("Note", .attribute("text", isOptional: isOptional)))
    }

    /// A model with a derived attribute, whose hash Apple's tools do not agree on.
    private func derived() -> NSManagedObjectModel {
        let model = note(isOptional: true)
        let small = NSDerivedAttributeDescription()
        small.name = "small"
        small.attributeType = .stringAttributeType
        small.derivationExpression = NSExpression(format: "lowercase:(text)")
        model.entitiesByName["Note"]?.properties.append(small)
        return model
    }

    private func store(_ model: NSManagedObjectModel, _ url: URL) throws {
        try LibrarySample.with(model, url) { context in
            _ = LibrarySample.insert("Note", context, [:])
            try context.save()
        }
    }

    @Test("MIG-34 MIG-106 a copy whose rows do not fit names the URLs that the program has given")
    func copiedRows() throws {
        let folder = try TemporaryFolder()
        let (source, destination) = (folder.file("Old.sqlite"), folder.file("New.sqlite"))
        let (old, new) = (note(isOptional: true), note(isOptional: false))
        try store(old, source)
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        let error = #expect(throws: NSError.self) {
            try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
                from: source, type: .sqlite, mapping: mapping, to: destination, type: .sqlite)
        }
        #expect(error?.code == NSMigrationError)
        #expect(error?.userInfo["sourceURL"] as? URL == source)
        #expect(error?.userInfo["destinationURL"] as? URL == destination)
        #expect(!FileManager.default.fileExists(atPath: destination.path))
    }

    @Test(
        "MIG-62 MIG-91 a wrong hash of an entity with a derived attribute is 134140 in code, and believed from a file"
    )
    func derivedHashes() throws {
        let folder = try TemporaryFolder()
        let source = folder.file("Old.sqlite")
        let model = derived()
        try store(model, source)
        let mapping = NSEntityMapping()
        (mapping.sourceEntityName, mapping.destinationEntityName) = ("Note", "Note")
        mapping.sourceEntityVersionHash = Data(repeating: 1, count: 32)
        let made = NSMappingModel()
        made.entityMappings = [mapping]
        let file = folder.file("Notes.cdm")
        try made.write(compiledTo: file)
        let read = try #require(NSMappingModel(contentsOf: file))
        for (mapping, code) in [(made, NSMigrationMissingMappingModelError), (read, 0)] {
            var found = 0
            do {
                try NSMigrationManager(sourceModel: model, destinationModel: derived()).migrateStore(
                    from: source, type: .sqlite, mapping: mapping, to: folder.file("New.sqlite"),
                    type: .sqlite)
            } catch { found = (error as NSError).code }
            #expect(found == code)
        }
    }
}
