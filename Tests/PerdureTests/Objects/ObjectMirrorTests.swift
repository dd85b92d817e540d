// SPDX-License-Identifier: Apache-2.0
// What dump and failing tests show of objects: a line each, not all that can be reached.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Mirrors") struct ObjectMirrorTests {
    private func text(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("an object is shown by its values, and does not lead to others")
    func object() throws {
        let stack = try Stack()
        let context = stack.context()
        let sales = context.insert("Department", ["name": "Sales"])
        let person = context.insert("Person", ["firstName": "Ada", "department": sales])
        #expect(text(person).contains("firstName = \"Ada\""))
        #expect(!text(person).contains("Sales"))
        #expect(text(person.objectID).contains("x-coredata:"))
        try context.save()
        context.refresh(person, mergeChanges: false)
        #expect(text(person).contains("<fault>") && person.isFault)
    }

    @Test("a context, a coordinator, a store, a model and its parts are shown in short")
    func others() throws {
        let stack = try Stack()
        let context = stack.context()
        context.name = "view"
        context.insert("Person")
        #expect(text(context).contains("registered 1, inserted 1, updated 0, deleted 0"))
        #expect(text(context).contains("view"))
        #expect(text(stack.coordinator).contains("stores: "))
        #expect(text(stack.store).contains("InMemory"))
        let model = stack.coordinator.managedObjectModel
        let entity = try #require(model.entitiesByName["Person"])
        #expect(text(model).contains("NSManagedObjectModel"))
        #expect(text(entity).contains("name Person"))
        #expect(text(try #require(entity.propertiesByName["firstName"])).contains("firstName"))
    }
}
