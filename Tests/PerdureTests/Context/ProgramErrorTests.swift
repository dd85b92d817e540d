// SPDX-License-Identifier: Apache-2.0
// Programmer errors: APIs that cannot throw stop the process, with the text that Apple's exceptions have.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Programmer errors")
struct ProgramErrorTests {
    @Test("CTX-167 deleting an object of another context stops")
    func foreignDeletion() async {
        await #expect(processExitsWith: .failure) {
            let stack = try PeopleStack()
            stack.context().delete(try stack.insert("Tag", into: stack.context()))
        }
    }

    @Test("OBJ-4 inserting an object in a second context stops")
    func secondInsertion() async {
        await #expect(processExitsWith: .failure) {
            let stack = try PeopleStack()
            stack.context().insert(try stack.insert("Tag", into: stack.context()))
        }
    }

    @Test("OBJ-64 an unknown key stops where nothing can be thrown")
    func unknownKey() async {
        await #expect(processExitsWith: .failure) {
            let stack = try PeopleStack()
            _ = try stack.insert("Tag", into: stack.context()).value(forKey: "nonsense")
        }
    }

    @Test("CTX-161 CTX-162 an unsaved object may be assigned to a store")
    func assignment() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let tag = try stack.insert("Tag", into: context)
        context.assign(tag, to: stack.stack.store)
        #expect(tag.objectID.isTemporaryID && tag.objectID.persistentStore === stack.stack.store)
        try context.save()
        #expect(tag.objectID.persistentStore === stack.stack.store && !tag.objectID.isTemporaryID)
    }

    @Test("CTX-168 a save without a coordinator or without stores is thrown")
    func noStore() throws {
        let model = ModelSamples.model(ModelSamples.entity("Note", [ModelSamples.attribute("text")]))
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        context.insert("Note")
        #expect(throws: CoreDataException.self) { try context.save() }
        #expect(context.hasChanges)
    }

    @Test("SAV-15 a save inside of a save is refused; in didSave, where all is clean, it does nothing")
    func nestedSave() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        let person = try stack.insert("Person", into: context)
        var refusals = 0
        context.on("willSave") {
            do { try $0.managedObjectContext?.save() } catch { refusals += 1 }
        }
        context.on("didSave") {
            do { try $0.managedObjectContext?.save() } catch { refusals += 10 }
        }
        try context.save()
        #expect(refusals == 1 && !person.hasChanges)
    }
}
