// SPDX-License-Identifier: Apache-2.0
// What a child reads: the parent's unsaved state counts as stored.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Reading from a parent context") struct NestedReadingTests {
    @Test("CTX-120 CTX-23 CTX-133 a child has its root's coordinator", arguments: Stack.Kind.allCases)
    func connection(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        #expect(nest.child.parent === nest.parent && nest.parent.parent == nil)
        #expect(nest.child.persistentStoreCoordinator === nest.stack.coordinator)
        let deep = Nest.child(of: Nest.child(of: nest.child))
        #expect(deep.persistentStoreCoordinator === nest.stack.coordinator)
        _ = try nest.saved("Person", ["firstName": "Ada"])
        #expect(try deep.texts("Person", "firstName") == ["Ada"])
        // The same again, and nothing instead of nothing, is no change.
        nest.child.parent = nest.parent
        nest.child.persistentStoreCoordinator = nil
        nest.parent.parent = nil
        #expect(nest.child.parent === nest.parent)
        deep.reset()
        deep.parent = nest.parent
        #expect(deep.parent === nest.parent)
    }

    @Test("CTX-23 CTX-133 a parent beside a coordinator, with objects, or in a circle is refused")
    func refused() async {
        await #expect(processExitsWith: .failure) {
            let nest = try Nest(.inMemory)
            nest.child.persistentStoreCoordinator = nest.stack.coordinator
        }
        await #expect(processExitsWith: .failure) {
            let nest = try Nest(.inMemory)
            nest.reader.parent = nest.parent
        }
        await #expect(processExitsWith: .failure) {
            let nest = try Nest(.inMemory)
            let object = nest.child.insert("Person")
            nest.child.parent = nil
            withExtendedLifetime(object) {}
        }
        await #expect(processExitsWith: .failure) {
            let first = NSManagedObjectContext(.privateQueue)
            let second = Nest.child(of: first)
            first.parent = Nest.child(of: second)
        }
    }

    @Test(
        "CTX-122 inserts, updates and deletes of the parent count as stored", arguments: Stack.Kind.allCases)
    func unsavedState(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        for name in ["Ada", "Bob", "Cyd"] { nest.parent.insert("Person", ["firstName": name]) }
        try nest.parent.save()
        let people = try nest.parent.all("Person", by: "firstName")
        people[0].setValue("Zoe", forKey: "firstName")
        nest.parent.delete(people[1])
        let new = nest.parent.insert("Person", ["firstName": "New"])
        #expect(try nest.child.texts("Person", "firstName") == ["Cyd", "New", "Zoe"])
        #expect(try nest.child.texts("Person", "firstName", "firstName > 'D'") == ["New", "Zoe"])
        #expect(try nest.child.all("Person", "firstName == 'Bob'").isEmpty)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(try nest.child.count(for: request) == 3)
        request.predicate = NSPredicate(format: "firstName == 'New'")
        request.returnsObjectsAsFaults = false
        let found = try #require(nest.child.fetch(request).first)
        #expect(!found.isFault && found.objectID == new.objectID && found.objectID.isTemporaryID)
        #expect(!found.isInserted && !found.hasChanges && found !== new)
        #expect(throws: (any Error).self) { try nest.child.existingObject(with: people[1].objectID) }
        #expect(try nest.child.existingObject(with: new.objectID) === found)
        #expect(try nest.stored("Person", "firstName") == ["Ada", "Bob", "Cyd"])
    }

    @Test("CTX-122 the child's own changes come on top", arguments: Stack.Kind.allCases)
    func ownChanges(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let ada = try nest.saved("Person", ["firstName": "Ada"])
        nest.parent.insert("Person", ["firstName": "Bob"])
        try nest.twin(ada).setValue("Eve", forKey: "firstName")
        nest.child.insert("Person", ["firstName": "Cyd"])
        #expect(try nest.child.texts("Person", "firstName") == ["Bob", "Cyd", "Eve"])
        #expect(try nest.parent.texts("Person", "firstName") == ["Ada", "Bob"])
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.includesPendingChanges = false
        #expect(try nest.child.count(for: request) == 2)
        request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
        request.includesPendingChanges = true
        (request.fetchOffset, request.fetchLimit) = (1, 1)
        #expect(try nest.child.fetch(request).map { $0.value(forKey: "firstName") as? String } == ["Cyd"])
    }

    @Test(
        "CTX-129 CTX-127 a child's refresh takes the parent's values in memory",
        arguments: Stack.Kind.allCases)
    func refresh(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada", "lastName": "Byron"])
        let twin = try nest.twin(person)
        person.setValue("Eve", forKey: "firstName")
        #expect(twin.value(forKey: "firstName") as? String == "Ada")
        nest.child.refresh(twin, mergeChanges: false)
        #expect(twin.value(forKey: "firstName") as? String == "Eve")
        twin.setValue("King", forKey: "lastName")
        person.setValue("Fay", forKey: "firstName")
        nest.child.refresh(twin, mergeChanges: true)
        #expect(twin.value(forKey: "firstName") as? String == "Fay")
        #expect(twin.value(forKey: "lastName") as? String == "King" && twin.isUpdated)
        nest.child.rollback()
        #expect(twin.value(forKey: "lastName") as? String == "Byron" && !nest.child.hasChanges)
        #expect(twin.value(forKey: "firstName") as? String == "Fay")
    }

    @Test(
        "CTX-122 CTX-125 rows carry references to unsaved objects, and no transients",
        arguments: Stack.Kind.allCases)
    func references(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let old = try nest.saved("Department", ["name": "Old"])
        let new = nest.parent.insert("Department", ["name": "New"])
        nest.parent.insert("Person", ["firstName": "Ada", "department": old, "mood": "glad"])
        nest.parent.insert("Person", ["firstName": "Bob", "department": new])
        let people = try nest.child.all("Person", by: "firstName")
        let departments = people.compactMap { $0.value(forKey: "department") as? NSManagedObject }
        #expect(departments.map { $0.value(forKey: "name") as? String } == ["Old", "New"])
        #expect(departments.map(\.objectID) == [old.objectID, new.objectID])
        #expect(people[1].objectIDs(forRelationshipNamed: "department") == [new.objectID])
        #expect(departments[1].value(forKey: "employees") as? NSSet == NSSet(object: people[1]))
        #expect(departments[0].value(forKey: "employees") as? NSSet == NSSet(object: people[0]))
        #expect(departments[0].objectIDs(forRelationshipNamed: "employees") == [people[0].objectID])
        #expect(people[0].value(forKey: "mood") == nil)
        #expect(try nest.child.texts("Person", "firstName", "department.name == 'New'") == ["Bob"])
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        for (department, name) in zip(departments, ["Ada", "Bob"]) {
            for constant in [department, department.objectID] as [any CVarArg] {
                request.predicate = NSPredicate(format: "department == %@", constant)
                #expect(
                    try nest.child.fetch(request).map { $0.value(forKey: "firstName") as? String } == [name])
            }
        }
        request.predicate = NSPredicate(format: "SELF IN %@", people)
        #expect(try nest.child.count(for: request) == 2)
    }

    @Test("CTX-122 members are those of the parent in memory, in their order", arguments: Stack.Kind.allCases)
    func members(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let items = (1...3).map { nest.parent.insert("Item", ["title": "\($0)"]) }
        let list = try nest.saved("TodoList", ["name": "Home", "items": NSOrderedSet(array: items)])
        let tags = (1...3).map { nest.parent.insert("Tag", ["label": "\($0)"]) }
        let person = try nest.saved("Person", ["tags": Set(tags[..<2])])
        let titles = { (list: NSManagedObject) in
            (list.value(forKey: "items") as? NSOrderedSet)?.array
                .compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
        }
        #expect(try titles(nest.twin(list)) == ["1", "2", "3"])
        list.mutableOrderedSetValue(forKey: "items").insert(
            nest.parent.insert("Item", ["title": "new"]), at: 0)
        nest.parent.delete(items[1])
        let twin = try nest.twin(list)
        nest.child.refresh(twin, mergeChanges: false)
        #expect(titles(twin) == ["new", "1", "3"])
        person.mutableSetValue(forKey: "tags").add(tags[2])
        person.mutableSetValue(forKey: "tags").remove(tags[0])
        let mine = try nest.twin(person).value(forKey: "tags") as? NSSet
        #expect(
            Set(mine?.allObjects.compactMap { ($0 as? NSManagedObject)?.objectID } ?? [])
                == Set(tags[1...].map(\.objectID)))
    }

    @Test(
        "CTX-122 what the parent has not touched is read from the store, and leaves it alone",
        arguments: Stack.Kind.allCases)
    func passedThrough(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        nest.parent.insert("Person", ["firstName": "Ada"])
        try nest.parent.save()
        nest.parent.reset()
        let person = try #require(nest.child.all("Person").first)
        #expect(
            person.value(forKey: "firstName") as? String == "Ada" && nest.parent.registeredObjects.isEmpty)
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["firstName"]
        #expect(try nest.child.fetch(request) == [["firstName": "Ada"]])
    }

    @Test("CTX-168 a chain without a coordinator throws at the fetch")
    func noCoordinator() throws {
        let child = Nest.child(of: NSManagedObjectContext(.privateQueue))
        #expect(throws: CoreDataException.self) { try child.all("Person") }
    }

    @Test(
        "MOD-176 fetched properties of a child's objects see what the parent has not saved",
        arguments: Stack.Kind.allCases)
    func fetchedProperties(_ kind: Stack.Kind) throws {
        let entity = ModelSamples.entity(
            "Person", [ModelSamples.attribute("name"), ModelSamples.attribute("city")])
        let property = NSFetchedPropertyDescription()
        property.name = "neighbours"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.predicate = NSPredicate(format: "city == $FETCH_SOURCE.city AND SELF != $FETCH_SOURCE")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        property.fetchRequest = request
        entity.properties.append(property)
        let stack = try Stack(kind, ModelSamples.model(entity))
        let parent = stack.context()
        let child = Nest.child(of: parent)
        for (name, city) in [("Ada", "London"), ("Bob", "London"), ("Eve", "Paris")] {
            parent.insert("Person", ["name": name, "city": city])
        }
        let ada = try #require(child.all("Person", "name == 'Ada'").first)
        let names = {
            (ada.value(forKey: "neighbours") as? [NSManagedObject])?.map {
                $0.value(forKey: "name") as? String
            }
        }
        #expect(names() == ["Bob"])
        child.insert("Person", ["name": "Cyd", "city": "London"])
        child.refresh(ada, mergeChanges: false)
        #expect(names() == ["Bob", "Cyd"])
    }
}
