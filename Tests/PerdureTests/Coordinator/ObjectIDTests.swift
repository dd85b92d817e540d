// SPDX-License-Identifier: Apache-2.0
// Object IDs: equality, temporary and permanent ones, URIs.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct ObjectIDTests {
    @Test("OBJ-10 IDs are equal by value in all contexts of one coordinator", arguments: Stack.Kind.allCases)
    func equality(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let first = stack.context()
        let id = try first.performAndWait {
            let person = first.insert("Person", ["firstName": "Ada"])
            try first.save()
            return person.objectID
        }
        let second = stack.context()
        try second.performAndWait {
            let found = try #require(try second.all("Person").first)
            #expect(found.objectID == id)
            #expect(found.objectID.hash == id.hash)
            #expect(Set([found.objectID, id]).count == 1)
        }
    }

    @Test(
        "OBJ-11 saving replaces a temporary ID by a different permanent one", arguments: Stack.Kind.allCases)
    func replacement(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let person = context.insert("Person")
            let temporary = person.objectID
            #expect(temporary.isTemporaryID)
            try context.save()
            #expect(!person.objectID.isTemporaryID)
            #expect(person.objectID != temporary)
            #expect(person.objectID.persistentStore === stack.store)
            #expect(person.objectID.entity.name == "Person")
        }
    }

    @Test("OBJ-12 IDs obtained before the save are the ones saved under", arguments: Stack.Kind.allCases)
    func obtaining(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let person = context.insert("Person")
            try context.obtainPermanentIDs(for: [person])
            let id = person.objectID
            #expect(!id.isTemporaryID)
            #expect(person.isInserted)
            try context.obtainPermanentIDs(for: [person])
            #expect(person.objectID === id)
            try context.save()
            #expect(person.objectID == id)
        }
    }

    @Test("OBJ-13 URIs of permanent and temporary IDs", arguments: Stack.Kind.allCases)
    func uris(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let person = context.insert("Person")
            let temporary = person.objectID.uriRepresentation()
            #expect(temporary.scheme == "x-coredata")
            #expect(temporary.path.hasPrefix("/Person/t"))
            let other = context.insert("Person").objectID.uriRepresentation()
            #expect(other != temporary)
            try context.save()
            let uri = person.objectID.uriRepresentation().absoluteString
            let uuid = try #require(stack.store.identifier)
            #expect(uri.hasPrefix("x-coredata://\(uuid)/Person/p"))
        }
    }

    @Test("OBJ-14 a permanent URI gives the ID back, also from its text", arguments: Stack.Kind.allCases)
    func roundTrip(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let id = try context.performAndWait {
            let person = context.insert("Person")
            try context.save()
            return person.objectID
        }
        let uri = id.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
        #expect(stack.coordinator.managedObjectID(for: uri.absoluteString) == id)
        let other = try Stack(kind)
        #expect(other.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    }

    @Test(
        "OBJ-14 text that is no URI of a loaded store gives nil",
        arguments: [
            "", "x", "x-coredata://", "x-coredata://UUID/Person", "x-coredata://UUID/Person/p",
            "x-coredata://UUID/Person/p0", "x-coredata://UUID/Person/p-1", "x-coredata://UUID/Person/p+1",
            "x-coredata://UUID/Person/p99999999999999999999", "x-coredata://UUID/Nobody/p1",
            "x-coredata://UUID/Person/p1/p2", "x-coredata://UUID//p1", "http://UUID/Person/p1",
            "x-coredata://UUID/Person/t12", "x-coredata://UUID/Person/p1?a=b",
            "x-coredata://a@UUID/Person/p1",
            "x-coredata:///Person/p1", "x-coredata://UUID/Person/p1٣", "x-coredata://OTHER/Person/p1",
        ])
    func hostileURIs(_ text: String) throws {
        let stack = try Stack()
        let uuid = try #require(stack.store.identifier)
        let uri = text.replacingOccurrences(of: "UUID", with: uuid)
        #expect(stack.coordinator.managedObjectID(for: uri) == nil)
    }

    @Test("OBJ-17 an ID has no store before one is assigned, and none after the store was removed")
    func storeOfID() throws {
        let stack = try Stack()
        let context = stack.context()
        let id = try context.performAndWait {
            let person = context.insert("Person")
            #expect(person.objectID.persistentStore == nil)
            try context.save()
            return person.objectID
        }
        #expect(id.persistentStore === stack.store)
        let uri = id.uriRepresentation()
        try stack.coordinator.remove(stack.store)
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
        #expect(id.uriRepresentation() == uri)
    }
}
