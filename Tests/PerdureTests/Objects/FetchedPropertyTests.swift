// SPDX-License-Identifier: Apache-2.0
// Fetched properties of objects.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetched properties")
struct FetchedPropertyTests {
    @Test("OBJ-42 a fetched property fetches once, until the object is a fault again")
    func caching() throws {
        let person = ModelSamples.entity(
            "Person", [ModelSamples.attribute("name"), ModelSamples.attribute("city")])
        let neighbours = NSFetchedPropertyDescription()
        neighbours.name = "neighbours"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.predicate = NSPredicate(format: "city == $FETCH_SOURCE.city AND name != $FETCH_SOURCE.name")
        neighbours.fetchRequest = request
        person.properties.append(neighbours)
        let stack = try Stack(.inMemory, ModelSamples.model(person))
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = stack.coordinator
        func make(_ name: String, _ city: String) -> NSManagedObject {
            let object = NSManagedObject(entity: person, insertInto: context)
            object.setValuesForKeys(["name": name, "city": city])
            return object
        }
        let ada = make("Ada", "London")
        let bob = make("Bob", "London")
        _ = make("Eve", "Paris")
        try context.save()
        #expect(ada.value(forKey: "neighbours") as? [NSManagedObject] == [bob])
        let carl = make("Carl", "London")
        try context.save()
        #expect(ada.value(forKey: "neighbours") as? [NSManagedObject] == [bob])
        context.refresh(ada, mergeChanges: false)
        #expect(Set(try #require(ada.value(forKey: "neighbours") as? [NSManagedObject])) == [bob, carl])
    }
}
