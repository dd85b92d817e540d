// SPDX-License-Identifier: Apache-2.0
// A store of managed objects opens through the classes that `perdure generate --swiftdata` made of its model.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct GeneratedShopTests {
    private func model(_ folder: TemporaryFolder) throws -> NSManagedObjectModel {
        let source = folder.file("Shop.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(ShopModelText.contents.utf8).write(to: source.appendingPathComponent("contents"))
        return try NSManagedObjectModel.load(contentsOf: source)
    }

    @Test("SD-203 generated classes have the version hashes of the model file") func hashes() throws {
        let folder = try TemporaryFolder()
        let file = try model(folder)
        let schema = Schema(versionedSchema: ShopSchema.self)
        let made = try #require(NSManagedObjectModel.makeManagedObjectModel(for: schema))
        for (name, entity) in file.entitiesByName {
            let own = try #require(made.entitiesByName[name])
            for (key, property) in entity.propertiesByName {
                #expect(property.versionHash == own.propertiesByName[key]?.versionHash, "\(name).\(key)")
            }
            #expect(entity.versionHash == own.versionHash, "\(name)")
        }
    }

    @Test("SD-203 a store of the model file opens through the generated classes, without a migration")
    func opens() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("shop.store")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model(folder))
        let store = try coordinator.addPersistentStore(
            type: .sqlite, configuration: nil, at: url, options: [NSPersistentHistoryTrackingKey: true])
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            func make(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
                let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                object.setValuesForKeys(values)
                return object
            }
            let maker = make("ShopMaker", ["name": "Ada", "place": ["city": "Rome", "floor": 2]])
            let book = make(
                "ShopBook", ["code": "b1", "isbn": "978", "stock": 3, "title": "Sea", "maker": maker])
            let last = make("ShopArticle", ["code": "p2", "number": 2, "parts": NSSet(object: book)])
            book.setValue(
                NSSet(
                    object: make("ShopArticle", ["code": "p1", "number": 1, "parts": NSSet(object: last)])),
                forKey: "parts")
            try context.save()
        }
        try coordinator.remove(store)
        let former = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        let container = try ModelContainer(
            for: Schema(versionedSchema: ShopSchema.self), configurations: ModelConfiguration(url: url))
        let models = ModelContext(container)
        let book = try #require(try models.fetch(FetchDescriptor<ShopBook>()).first)
        #expect(book.title == "Sea" && book.isbn == "978" && book.stock == 3 && book.maker?.name == "Ada")
        #expect(book.maker?.place == ShopPlace(city: "Rome", floor: 2) && book.parts?.map(\.code) == ["p1"])
        #expect(try models.fetchCount(FetchDescriptor<ShopArticle>()) == 3)
        book.price = 9.5
        try models.save()
        let later = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(
            former[NSStoreModelVersionHashesKey] as? [String: Data]
                == later[NSStoreModelVersionHashesKey] as? [String: Data])
    }
}
