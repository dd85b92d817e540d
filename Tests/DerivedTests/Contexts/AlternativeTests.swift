// SPDX-License-Identifier: Apache-2.0
// The alternatives of derived attributes beside one: a computed property, and a primitive write in willSave.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A list that counts by itself.
final class CountingList: NSManagedObject {
    /// Always up to date, unknown to the store.
    var itemCount: Int { (value(forKey: "items") as? Set<NSManagedObject>)?.count ?? 0 }

    /// Stored, up to date when this class saves.
    override func willSave() {
        super.willSave()
        if primitiveValue(forKey: "ownCount") as? Int != itemCount {
            setPrimitiveValue(itemCount, forKey: "ownCount")
        }
    }
}

@Suite("Alternatives of derived attributes") struct AlternativeTests {
    /// A list with both, besides the derived count.
    private func home(_ kind: Stack.Kind) throws -> (ListHome, CountingList) {
        let home = try ListHome(kind, ["Lamp"]) { model in
            let count = NSAttributeDescription()
            count.name = "ownCount"
            count.attributeType = .integer64AttributeType
            count.isOptional = true
            let entity = model.entitiesByName["TodoList"]
            entity?.properties.append(count)
            entity?.managedObjectClassName = "DerivedTests.CountingList"
        }
        return (home, try #require(home.list as? CountingList))
    }

    @Test(
        "DER-50 a computed property is current before the save and cannot be fetched by",
        arguments: Stack.Kind.allCases)
    func computed(_ kind: Stack.Kind) throws {
        let (home, list) = try home(kind)
        home.add("Rug")
        #expect(list.itemCount == 2 && list.count == 1)
        try home.a.save()
        #expect(list.itemCount == 2 && list.count == 2)
        #expect(try home.b.all("TodoList", "count == 2").count == 1)
        #expect(throws: (any Error).self) { try home.b.all("TodoList", "itemCount == 2") }
    }

    @Test("DER-51 willSave stores what code computes, in the saving context", arguments: Stack.Kind.allCases)
    func willSave(_ kind: Stack.Kind) throws {
        let (home, list) = try home(kind)
        home.add("Rug")
        #expect(list.value(forKey: "ownCount") as? Int == 1)
        try home.a.save()
        #expect(list.value(forKey: "ownCount") as? Int == 2)
        #expect(try home.b.all("TodoList", "ownCount == 2").count == 1)
    }

    @Test("DER-51 other writers bypass willSave, and not the store", arguments: [Stack.Kind.sqlite])
    func bypassed(_ kind: Stack.Kind) throws {
        let (home, list) = try home(kind)
        // Another program with a model of the same form, whose class does not count.
        let model = try #require(home.stack.coordinator.managedObjectModel.copy() as? NSManagedObjectModel)
        model.entitiesByName["TodoList"]?.managedObjectClassName = "NSManagedObject"
        let other = try Stack(at: try #require(home.stack.url), model)
        let context = other.context()
        let twin = try #require(try context.all("TodoList").first)
        context.insert("Item", ["title": "Rug", "todolist": twin])
        try context.save()
        #expect(twin.count == 2 && twin.value(forKey: "ownCount") as? Int == 1)
        home.a.stalenessInterval = 0
        home.a.refresh(list, mergeChanges: false)
        #expect(list.count == 2 && list.value(forKey: "ownCount") as? Int == 1)
    }
}
