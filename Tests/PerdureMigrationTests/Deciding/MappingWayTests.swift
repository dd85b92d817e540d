// SPDX-License-Identifier: Apache-2.0
// A store that is added while the program has a mapping model for its version and the coordinator's.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: mapping models of the program") struct MappingWayTests {
    /// Registers a mapping model in which titles are the pages, which no migration can infer.
    private static func register(_ books: String, _ folder: TemporaryFolder) throws -> NSManagedObjectModel {
        let (old, new) = (LibraryVersions.first(books), LibraryVersions.numbered(books))
        let mapping = NSMappingModel()
        mapping.entityMappings = [books, "Author"].map { name in
            let entity = NSEntityMapping()
            entity.name = "\(name)To\(name)"
            entity.mappingType = .transformEntityMappingType
            (entity.sourceEntityName, entity.destinationEntityName) = (name, name)
            entity.sourceEntityVersionHash = old.entityVersionHashesByName[name]
            entity.destinationEntityVersionHash = new.entityVersionHashesByName[name]
            return entity
        }
        mapping.entityMappings[0].attributeMappings = [
            property("title", "$source.pages"), property("pages", "$source.pages"),
        ]
        mapping.entityMappings[0].relationshipMappings = [
            property(
                "author",
                "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"AuthorToAuthor\", $source.author)"
            )
        ]
        mapping.entityMappings[1].attributeMappings = [property("name", "$source.name")]
        try mapping.write(compiledTo: folder.file("\(books).cdm"))
        NSMappingModel.registerMappingModels(in: folder.url)
        return new
    }

    private static func property(_ name: String, _ expression: String) -> NSPropertyMapping {
        let mapping = NSPropertyMapping()
        mapping.name = name
        mapping.valueExpression = NSExpression(format: expression)
        return mapping
    }

    @Test("MIG-7 a mapping model comes before inferring; rows keep their keys, and the store its UUID")
    func migrates() throws {
        let (file, folder) = (try LibraryFile("Scroll"), try TemporaryFolder())
        let new = try Self.register("Scroll", folder)
        try file.open(new) { stack in
            let context = stack.context()
            try context.performAndWait {
                for (title, pages, author) in [("Solaris", 204, "Lem"), ("Orlando", 330, "Woolf")] {
                    let url = try #require(file.uris[title])
                    let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: url))
                    let book = try context.existingObject(with: id)
                    #expect(book.value(forKey: "title") as? Int == pages)
                    #expect(book.value(forKeyPath: "author.name") as? String == author)
                }
            }
        }
        // The second opening has nothing to do.
        let before = try file.content()
        try file.open(new)
        #expect(try file.content() == before)
    }

    @Test("MIG-7 a mapping model needs automatic migration, not inferring")
    func withoutInferring() throws {
        let (file, folder) = (try LibraryFile("Leaflet"), try TemporaryFolder())
        let new = try Self.register("Leaflet", folder)
        #expect(try file.refusal(new, [:]).code == 134100)
        try file.open(new, [NSMigratePersistentStoresAutomaticallyOption: true]) { stack in
            let titles = try stack.context().performAndWait {
                try stack.context().fetch(NSFetchRequest<NSManagedObject>(entityName: "Leaflet")).count
            }
            #expect(titles == 3)
        }
    }

    @Test("MIG-9 a store of a part of the entities is migrated by the mappings of these entities")
    func configuration() throws {
        let (file, folder) = (try LibraryFile("Pamphlet"), try TemporaryFolder())
        let new = try Self.register("Pamphlet", folder)
        let other = NSEntityDescription()
        other.name = "Other"
        new.entities.append(other)
        new.setEntities(new.entities.filter { $0.name != "Other" }, forConfigurationName: "Library")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: new)
        for _ in 0..<2 {
            let store = try coordinator.addPersistentStore(
                type: .sqlite, configuration: "Library", at: file.url, options: LibraryVersions.migrating)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            let titles = try context.performAndWait {
                try context.all("Pamphlet").map { $0.value(forKey: "title") as? Int ?? 0 }.sorted()
            }
            #expect(titles == [204, 310, 330])
            try coordinator.remove(store)
        }
    }
}
