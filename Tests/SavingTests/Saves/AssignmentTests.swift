// SPDX-License-Identifier: Apache-2.0
// Objects and the store that they belong to.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Stores of objects") struct AssignmentTests {
    /// A coordinator with two stores of the same entities.
    private static func twoStores() throws -> (Stack, NSPersistentStore) {
        let stack = try Stack(.sqlite, FixtureModel.notes())
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        return (stack, second)
    }

    @Test("SAV-115 CTX-161 a saved object stays in its store")
    func reassigning() async {
        await #expect(processExitsWith: .failure) {
            let (stack, second) = try Self.twoStores()
            let context = stack.context()
            let note = context.insert("Note", ["text": "a"])
            try context.save()
            context.assign(note, to: second)
        }
    }

    @Test("SAV-115 an object moves as a copy, in one save")
    func moving() throws {
        let (stack, second) = try Self.twoStores()
        let context = stack.context()
        try context.performAndWait {
            let note = context.insert("Note", ["text": "a"])
            try context.save()
            #expect(note.objectID.persistentStore === stack.store)
            let copy = context.insert("Note", ["text": note.value(forKey: "text")])
            context.assign(copy, to: second)
            context.delete(note)
            try context.save()
            let notes = try context.all("Note")
            #expect(notes == [copy] && copy.objectID.persistentStore === second)
            #expect(copy.value(forKey: "text") as? String == "a")
        }
    }
}
