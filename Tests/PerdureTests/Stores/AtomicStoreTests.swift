// SPDX-License-Identifier: Apache-2.0
// A store of a program's own class (PropertyListStore.swift), from registering it to reading it again.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct AtomicStoreTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("People.plist")
        NSPersistentStoreCoordinator.registerStoreClass(
            PropertyListStore.self, forStoreType: PropertyListStore.typeName)
    }

    private func open(_ model: NSManagedObjectModel = FixtureModel.scenarios()) throws -> (
        NSManagedObjectContext, PropertyListStore
    ) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: PropertyListStore.typeName, configurationName: nil, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return (context, try #require(store as? PropertyListStore))
    }

    @Test("STO-80 the registered class is the store that programs see")
    func face() throws {
        let (context, store) = try open()
        let coordinator = try #require(context.persistentStoreCoordinator)
        #expect(store.takeCalls() == ["load"])
        #expect(coordinator.persistentStores == [store])
        #expect(coordinator.persistentStore(for: url) === store)
        #expect(store.persistentStoreCoordinator === coordinator)
        let person = context.insert("Person")
        try context.save()
        #expect(person.objectID.persistentStore === store)
        #expect(person.objectID.uriRepresentation().lastPathComponent == "p1")
        try coordinator.remove(store)
        #expect(coordinator.persistentStores.isEmpty)
        #expect(store.persistentStoreCoordinator == nil)
    }

    @Test("STO-81 nodes by ID and IDs by reference")
    func nodes() throws {
        let (context, store) = try open()
        let person = context.insert("Person", ["firstName": "Ada"])
        try context.save()
        let node = try #require(store.cacheNode(for: person.objectID))
        #expect(store.cacheNodes() == [node])
        #expect(node.objectID == person.objectID)
        #expect(node.value(forKey: "firstName") as? String == "Ada")
        #expect(node.value(forKey: "mood") == nil)
        #expect(store.referenceObject(for: person.objectID) as? Int == 1)
        #expect(store.objectID(for: person.entity, withReferenceObject: 1) == person.objectID)
        let named = store.objectID(for: person.entity, withReferenceObject: "a name")
        #expect(named != person.objectID)
        #expect(store.objectID(for: person.entity, withReferenceObject: "a name") == named)
        #expect(store.referenceObject(for: named) as? String == "a name")
    }

    @Test("STO-82 a save makes, updates and removes nodes, then saves the store")
    func saving() throws {
        let (context, store) = try open()
        let person = context.insert("Person", ["firstName": "Ada"])
        let doomed = context.insert("Tag", ["label": "x"])
        try context.save()
        let first = store.takeCalls()
        #expect(first.count == 4)
        #expect(first[0] == "load")
        #expect(first[1...2].sorted() == ["new Person", "new Tag"])
        #expect(first[3] == "save")
        person.setValue("Eve", forKey: "firstName")
        context.delete(doomed)
        try context.save()
        #expect(store.takeCalls() == ["update Person", "remove 1", "save"])
        #expect(store.cacheNodes().map { $0.value(forKey: "firstName") as? String } == ["Eve"])
        try context.save()
        #expect(store.takeCalls().isEmpty)
    }

    @Test("STO-81 STO-71 what was saved is loaded, with every kind of relationship")
    func loading() throws {
        let (context, store) = try open()
        let department = context.insert("Department", ["name": "A"])
        let list = context.insert("TodoList", ["name": "L"])
        let items = ["c", "a", "b"].map { context.insert("Item", ["title": $0]) }
        list.setValue(NSOrderedSet(array: items), forKey: "items")
        let tag = context.insert("Tag", ["label": "t"])
        for name in ["Ada", "Eve"] {
            let person = context.insert("Person", ["firstName": name, "age": 30, "department": department])
            person.mutableSetValue(forKey: "tags").add(tag)
        }
        try context.save()
        let identifier = try #require(store.identifier)
        let uri = department.objectID.uriRepresentation()
        try context.persistentStoreCoordinator?.remove(store)

        let (again, reopened) = try open()
        #expect(reopened.identifier == identifier)
        #expect(try again.all("Person", "department.name == 'A' AND age > 20").count == 2)
        #expect(try again.all("Person", "ANY tags.label == 't'", by: "firstName").count == 2)
        let id = again.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
        let found = again.object(with: try #require(id))
        #expect((found.value(forKey: "employees") as? NSSet)?.count == 2)
        let titles = try again.all("TodoList")[0].value(forKeyPath: "items.title") as? NSOrderedSet
        #expect(titles?.array as? [String] == ["c", "a", "b"])
    }

    @Test("STO-81 STO-71 members have the order of the loaded node, which no reference has")
    func order() throws {
        let (context, store) = try open()
        let list = context.insert("TodoList", ["name": "L"])
        let items = ["a", "b", "c"].map { context.insert("Item", ["title": $0, "todolist": list]) }
        try context.save()
        let references = items.map { store.referenceObject(for: $0.objectID) as? Int ?? 0 }
        let order = zip(items, references).sorted { $0.1 > $1.1 }.map(\.0)
        list.setValue(NSOrderedSet(array: order), forKey: "items")
        try context.save()
        let titles = order.compactMap { $0.value(forKey: "title") as? String }
        try context.persistentStoreCoordinator?.remove(store)

        let (again, _) = try open()
        let found = try again.all("TodoList")[0].value(forKeyPath: "items.title") as? NSOrderedSet
        #expect(found?.array as? [String] == titles)
    }

    @Test("STO-81 STO-71 members that only the node of their owner tells lead to it")
    func oneSide() throws {
        let (context, store) = try open()
        let department = context.insert("Department", ["name": "A"])
        for name in ["Ada", "Eve"] {
            context.insert("Person", ["firstName": name, "department": department])
        }
        context.insert("Person", ["firstName": "Zoe"])
        try context.save()
        try context.persistentStoreCoordinator?.remove(store)
        try leaveOut("department")

        let (again, _) = try open()
        let people = try again.all("Person", "department.name == 'A'", by: "firstName")
        #expect(people.map { $0.value(forKey: "firstName") as? String } == ["Ada", "Eve"])
        let members = try again.all("Department")[0].value(forKey: "employees") as? NSSet
        #expect(members == NSSet(array: people))
    }

    @Test("STO-80 nodes that lead to each other end with their objects, and with their store")
    func lifetimes() throws {
        weak var person: NSAtomicStoreCacheNode?
        weak var department: NSAtomicStoreCacheNode?
        weak var deleted: NSAtomicStoreCacheNode?
        do {
            let (context, store) = try open()
            let objects = ["A", "B"].map { name in
                let department = context.insert("Department", ["name": name])
                return (department, context.insert("Person", ["firstName": name, "department": department]))
            }
            try context.save()
            person = store.cacheNode(for: objects[0].1.objectID)
            department = store.cacheNode(for: objects[0].0.objectID)
            deleted = store.cacheNode(for: objects[1].0.objectID)
            #expect(person?.value(forKey: "department") as? NSAtomicStoreCacheNode === department)
            #expect(deleted != nil)
            for object in [objects[1].0, objects[1].1] { context.delete(object) }
            try context.save()
            #expect(deleted == nil)
        }
        #expect(person == nil && department == nil)
    }

    /// Takes a relationship out of the file: a program may keep one side of each pair only.
    private func leaveOut(_ relationship: String) throws {
        let data = try Data(contentsOf: url)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        var contents = try #require(list as? [String: Any])
        let objects = try #require(contents["objects"] as? [[String: Any]])
        contents["objects"] = objects.map { object in
            var object = object
            var links = object["links"] as? [String: [String]] ?? [:]
            links[relationship] = nil
            object["links"] = links
            return object
        }
        try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0)
            .write(to: url)
    }

    @Test("STO-82 a store that cannot save leaves everything as it was")
    func failure() throws {
        let (context, store) = try open()
        let person = context.insert("Person", ["firstName": "Ada"])
        try context.save()
        store.refusesToSave = true
        person.setValue("Eve", forKey: "firstName")
        context.insert("Tag")
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .fileWriteOutOfSpace)
        #expect(person.hasChanges)
        #expect(store.cacheNodes().map { $0.value(forKey: "firstName") as? String } == ["Ada"])
        store.refusesToSave = false
        try context.save()
        #expect(store.cacheNodes().count == 2)
    }

    @Test("STO-72 two contexts of one coordinator: conflicts are found by row")
    func conflicts() throws {
        let (first, _) = try open()
        let person = first.insert("Person", ["firstName": "Ada"])
        try first.save()
        let second = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        second.persistentStoreCoordinator = first.persistentStoreCoordinator
        try second.existingObject(with: person.objectID).setValue("Two", forKey: "firstName")
        person.setValue("One", forKey: "firstName")
        try second.save()
        let error = #expect(throws: CocoaError.self) { try first.save() }
        #expect(error?.errorCode == 133020)
    }

    @Test("STO-80 STO-7 metadata come from the class, and another model is refused")
    func metadata() throws {
        let (context, store) = try open()
        context.persistentStoreCoordinator?.setMetadata(["mine": 1], for: store)
        try context.save()
        try context.persistentStoreCoordinator?.remove(store)
        let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: PropertyListStore.typeName, at: url)
        #expect(read["mine"] as? Int == 1)
        #expect(read[NSStoreTypeKey] as? String == PropertyListStore.typeName)
        let error = #expect(throws: CocoaError.self) { try open(FixtureModel.notes()) }
        #expect(error?.errorCode == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test("STO-80 an unregistered type is unknown again")
    func unregistered() throws {
        let type = NSPersistentStore.StoreType(rawValue: "Unregistered")
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, type: type)
        NSPersistentStoreCoordinator.registerStoreClass(nil, type: type)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let error = #expect(throws: CocoaError.self) {
            try coordinator.addPersistentStore(type: type, at: url)
        }
        #expect(error?.errorCode == 134000)
    }
}
