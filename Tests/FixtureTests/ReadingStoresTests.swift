// SPDX-License-Identifier: Apache-2.0
// Every real store opens, and every property of every object can be read.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite(
    "Reading Apple's stores", .enabled(if: Fixtures.isAvailable, "the fixtures are not beside the project"))
struct ReadingStoresTests {
    @Test("STO-65 every object of every entity is fetched and read", arguments: FixtureStore.all)
    func readsEverything(_ store: FixtureStore) throws {
        let opened = try OpenedStore(store)
        let raw = try RawDatabase(opened.file)
        try opened.context.performAndWait {
            for entity in opened.model.entities where entity.superentity == nil {
                let name = try #require(entity.name)
                let objects = try opened.objects(name)
                let rows = try raw.value("SELECT COUNT(*) FROM \"Z\(name.uppercased())\"")
                #expect("\(objects.count)" == rows, "\(name)")
                for object in objects { try readAll(object) }
                opened.context.reset()
            }
        }
        try opened.close()
    }

    private func readAll(_ object: NSManagedObject) throws {
        for (name, property) in object.entity.propertiesByName {
            if property is NSFetchedPropertyDescription { continue }
            let value = object.value(forKey: name)
            if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
                #expect(value != nil, "\(object.entity.name ?? "").\(name) is a collection")
            }
        }
        #expect(!object.isFault)
    }

    @Test("STO-65 opening and reading leaves every table as it was", arguments: FixtureStore.all)
    func leavesTheFileAlone(_ store: FixtureStore) throws {
        let folder = try TemporaryFolder()
        let before = try TableDump(folder.copyStore(store.url))
        let opened = try OpenedStore(store)
        try opened.context.performAndWait {
            for entity in opened.model.entities where entity.superentity == nil {
                for object in try opened.objects(entity.name ?? "") { object.willAccessValue(forKey: nil) }
            }
        }
        try opened.close()
        #expect(try TableDump(opened.file).differences(from: before) == [])
    }
}
