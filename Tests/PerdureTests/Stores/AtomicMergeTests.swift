// SPDX-License-Identifier: Apache-2.0
// Attributes that merge in a store of a program's own class (PropertyListStore.swift): it gets whole values, which are
// those that are stored, whatever its context had read.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Own stores: attributes that merge") struct AtomicMergeTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Tallies.plist")
        NSPersistentStoreCoordinator.registerStoreClass(
            PropertyListStore.self, forStoreType: PropertyListStore.typeName)
    }

    private func model() -> NSManagedObjectModel {
        let tally = NSEntityDescription()
        tally.name = "Tally"
        let name = NSAttributeDescription()
        name.name = "name"
        name.attributeType = .stringAttributeType
        let attributes = [("count", MergeKind.counter), ("tags", .set), ("settings", .dictionary)].map {
            let attribute = MergeableAttributeDescription($1)
            attribute.name = $0
            return attribute
        }
        tally.properties = [name] + attributes
        let model = NSManagedObjectModel()
        model.entities = [tally]
        return model
    }

    private func open() throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        try coordinator.addPersistentStore(
            ofType: PropertyListStore.typeName, configurationName: nil, at: url)
        return coordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func tally(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(try context.all("Tally").first)
    }

    @Test("MT-1 MT-16 MT-23 two contexts that read the same both count, and the file has what both did")
    func merging() throws {
        let coordinator = try open()
        let first = context(coordinator)
        first.insert("Tally", ["count": 10, "tags": Set(["a"])])
        try first.save()
        let (mine, theirs) = (context(coordinator), context(coordinator))
        let (left, right) = (try tally(mine), try tally(theirs))
        left.setValue(12, forKey: "count")
        left.setValue(Set(["a", "b"]), forKey: "tags")
        left.setValue(["x": 1], forKey: "settings")
        right.setValue(13, forKey: "count")
        right.setValue(Set(["a", "c"]), forKey: "tags")
        right.setValue(["y": 2], forKey: "settings")
        try mine.save()
        try theirs.save()
        let store = try #require(coordinator.persistentStores.first as? PropertyListStore)
        let node = try #require(store.cacheNodes().first)
        #expect(node.value(forKey: "count") as? Int == 15)
        #expect(node.value(forKey: "tags") is Data)
        let reader = context(try open())
        let again = try tally(reader)
        #expect(again.value(forKey: "count") as? Int == 15)
        #expect(again.value(forKey: "tags") as? Set<String> == ["a", "b", "c"])
        #expect(again.value(forKey: "settings") as? [String: Int] == ["x": 1, "y": 2])
    }

    @Test("MRG-97 a file that cannot be written leaves the change pending, and it counts once")
    func refused() throws {
        let coordinator = try open()
        let context = context(coordinator)
        let object = context.insert("Tally", ["count": 1])
        try context.save()
        let store = try #require(coordinator.persistentStores.first as? PropertyListStore)
        store.refusesToSave = true
        object.setValue(3, forKey: "count")
        #expect(throws: (any Error).self) { try context.save() }
        #expect(store.cacheNodes().first?.value(forKey: "count") as? Int == 1)
        store.refusesToSave = false
        try context.save()
        #expect(store.cacheNodes().first?.value(forKey: "count") as? Int == 3)
        let reader = self.context(try open())
        #expect(try tally(reader).value(forKey: "count") as? Int == 3)
    }

    @Test("MRG-94 saves that pass each other leave to the file what they did not write")
    func passingSaves() throws {
        let coordinator = try open()
        let first = context(coordinator)
        first.insert("Tally", ["name": "old", "count": 10])
        try first.save()
        let (mine, theirs) = (context(coordinator), context(coordinator))
        let (left, right) = (try tally(mine), try tally(theirs))
        _ = [left, right].map { ($0.value(forKey: "name"), $0.value(forKey: "count")) }
        left.setValue("new", forKey: "name")
        try mine.save()
        right.setValue(13, forKey: "count")
        try theirs.save()
        let reader = context(try open())
        #expect(try tally(reader).value(forKey: "name") as? String == "new")
        left.setValue("newest", forKey: "name")
        try mine.save()
        let last = context(try open())
        #expect(try tally(last).value(forKey: "count") as? Int == 13)
        #expect(try tally(last).value(forKey: "name") as? String == "newest")
    }
}
