// SPDX-License-Identifier: Apache-2.0
// What a batch deletion deletes, what the delete rules make of it, and what contexts see.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch deletions") struct BatchDeletionTests {
    @Test(
        "STO-165 what a fetch finds is deleted, with order and page; results say whether, which and how many",
        arguments: Stack.Kind.lasting)
    func fetches(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        #expect(try office.delete("Desk", "name ENDSWITH '1'").result as? Int == 2)
        #expect(try office.names("Desk") == ["desk of blue 2", "desk of red 2"])
        let second = try office.context.performAndWait {
            try office.context.all("Badge", nil, by: "self")[1].objectID
        }
        let page = try office.delete("Badge", nil, .resultTypeObjectIDs) {
            $0.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
            $0.fetchLimit = 1
            $0.fetchOffset = 1
        }
        #expect(page.result as? [NSManagedObjectID] == [second])
        #expect(try office.names("Badge").count == 3)
        #expect(try office.delete("Desk", nil, .resultTypeStatusOnly).result as? Bool == true)
        #expect(try office.delete("Desk").result as? Int == 0)
        #expect(try office.delete("Bill", nil, .resultTypeObjectIDs).result as? [NSManagedObjectID] == [])
    }

    @Test(
        "STO-165 IDs of one entity are deleted; IDs of several are an error, none are nothing",
        arguments: Stack.Kind.lasting)
    func objectIDs(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        let (badges, desks) = try office.context.performAndWait {
            () throws -> ([NSManagedObjectID], [NSManagedObjectID]) in
            (try office.context.all("Badge").map(\.objectID), try office.context.all("Desk").map(\.objectID))
        }
        let some = NSBatchDeleteRequest(objectIDs: Array(badges.prefix(2)))
        some.resultType = .resultTypeCount
        #expect(try office.run(some).result as? Int == 2 && office.names("Badge").count == 2)
        let mixed = NSBatchDeleteRequest(objectIDs: badges + desks)
        let error = #expect(throws: CoreDataException.self) { try office.run(mixed) }
        #expect(error?.reason.contains("mismatched objectIDs") == true)
        #expect(try office.names("Desk").count == 4 && office.names("Badge").count == 2)
        let none = NSBatchDeleteRequest(objectIDs: [])
        none.resultType = .resultTypeCount
        #expect(try office.run(none).result as? Int == 0)
        let copy = try #require(some.copy() as? NSBatchDeleteRequest)
        #expect(copy.resultType == .resultTypeCount && copy.requestType == .batchDeleteRequestType)
        #expect(try office.run(copy).result as? Int == 0)
    }

    @Test("STO-165 a fetch request for objects of a class is taken as it is", arguments: Stack.Kind.lasting)
    func typed(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        let fetch = NSFetchRequest<NSManagedObject>(entityName: "Desk")
        fetch.predicate = NSPredicate(format: "user.name == 'red 1'")
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        fetch.predicate = nil
        request.resultType = .resultTypeCount
        #expect(try office.run(request).result as? Int == 1)
        #expect(request.fetchRequest.predicate != nil)
    }

    @Test(
        "STO-166 cascade deletes members and theirs, nullify takes references away and moves versions",
        arguments: Stack.Kind.lasting)
    func rules(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        let result = try office.delete("Team", "name == 'red'", .resultTypeObjectIDs)
        let deleted = try #require(result.result as? [NSManagedObjectID]).compactMap(\.entity.name)
        #expect(deleted.sorted() == ["Badge", "Badge", "Member", "Member", "Team"])
        #expect(try office.names("Team") == ["blue"] && office.names("Member") == ["blue 1", "blue 2"])
        #expect(try office.names("Badge").count == 2 && office.names("Desk").count == 4)
        #expect(try office.values("Room", "team.name", by: "name") == ["blue", "nil"])
        #expect(try office.versions("Room", by: "name") == [1, 2])
        #expect(try office.values("Desk", "user.name", by: "name") == ["blue 1", "blue 2", "nil", "nil"])
        #expect(try office.versions("Desk", by: "name") == [1, 1, 2, 2])
        #expect(try office.values("Topic", "count", by: "count") == ["0", "1"])
        #expect(try office.values("Topic", "teams.@count", by: "count") == ["0", "1"])
        #expect(try office.versions("Topic", by: "count") == [2, 1])
        let others = result.refreshedObjectIDs.compactMap(\.entity.name).sorted()
        #expect(others == ["Desk", "Desk", "Room", "Topic"])
    }

    @Test("STO-166 in a file the number of the entity goes with a reference, and links are rows that go")
    func references() throws {
        let office = try Office(.sqlite)
        try office.delete("Team", "name == 'red'")
        // Members may be bosses: beside the key stands the number of their entity, and goes with it.
        let entity = try #require(
            try office.raw(
                "SELECT name FROM pragma_table_info('ZDESK') WHERE name LIKE 'Z%!_USER' ESCAPE '!'"))
        #expect(
            try office.raw("SELECT COUNT(*) FROM ZDESK WHERE (ZUSER IS NULL) = (\(entity[0][0]) IS NULL)")
                == [["4"]])
        let links = try #require(
            try office.raw("SELECT name FROM sqlite_master WHERE name LIKE 'Z_%TOPICS'"))
        #expect(try office.raw("SELECT COUNT(*) FROM \(links[0][0])") == [["1"]])
    }

    @Test(
        "STO-166 deny refuses with 1600 unless the members go too, and nothing is deleted",
        arguments: Stack.Kind.lasting)
    func denying(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        try office.context.performAndWait {
            let team = try #require(try office.context.all("Team", "name == 'blue'").first)
            office.context.insert("Bill", ["name": "bill"]).setValue(team, forKey: "team")
            try office.context.save()
        }
        let error = #expect(throws: NSError.self) { try office.delete("Team") }
        #expect(
            error?.code == NSValidationRelationshipDeniedDeleteError && error?.domain == NSCocoaErrorDomain)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "bills")
        #expect(try office.names("Team") == ["blue", "red"] && office.names("Member").count == 4)
        #expect(try office.delete("Team", "name == 'red'").result as? Int == 5)
        try office.delete("Bill")
        #expect(try office.delete("Team").result as? Int == 5)
    }

    @Test(
        "STO-165 objects of subentities go too unless they are left out, and so do their external files",
        arguments: Stack.Kind.lasting)
    func subentities(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        try office.context.performAndWait {
            office.context.insert("Boss", ["name": "boss"])
            try office.context.save()
        }
        #expect(try office.delete("Member") { $0.includesSubentities = false }.result as? Int == 8)
        #expect(try office.names("Member") == ["boss"])
        #expect(try office.delete("Member").result as? Int == 1)
    }

    @Test("STO-167 contexts show the objects until the IDs are merged", arguments: Stack.Kind.lasting)
    func contexts(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        let context = office.stack.context()
        let (team, room) = try context.performAndWait { () throws -> (NSManagedObject, NSManagedObject) in
            let team = try #require(try context.all("Team", "name == 'red'").first)
            let room = try #require(team.value(forKey: "room") as? NSManagedObject)
            _ = room.value(forKey: "name")
            return (team, room)
        }
        let result = try office.delete("Team", "name == 'red'", .resultTypeObjectIDs)
        context.performAndWait {
            #expect(team.value(forKey: "name") as? String == "red" && !team.isDeleted)
            #expect(room.value(forKey: "team") as? NSManagedObject == team)
        }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [
                NSDeletedObjectsKey: try #require(result.result),
                NSRefreshedObjectsKey: result.refreshedObjectIDs,
            ], into: [context])
        try context.performAndWait {
            #expect(context.registeredObject(for: team.objectID) == nil || team.isDeleted)
            #expect(room.value(forKey: "team") == nil)
            room.setValue("new", forKey: "name")
            try context.save()
        }
        #expect(try office.names("Room") == ["new", "room of blue"])
    }

    @Test(
        "STO-164 STO-168 saving a deleted object is a conflict, and pinned contexts go on reading it",
        arguments: Stack.Kind.lasting)
    func conflicts(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        let pinned = office.stack.context()
        try pinned.performAndWait {
            try pinned.setQueryGenerationFrom(.current)
            let seen = try pinned.all("Desk").count
            #expect(seen == 4)
        }
        let context = office.stack.context()
        let desk = try context.performAndWait {
            let desk = try #require(try context.all("Desk", "name == 'desk of red 1'").first)
            desk.setValue("other", forKey: "name")
            return desk
        }
        try office.delete("Desk")
        context.performAndWait {
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            let conflict = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?
                .first
            #expect(conflict?.sourceObject === desk && conflict?.newVersionNumber == 0)
        }
        try pinned.performAndWait {
            let seen = try pinned.all("Desk").count
            #expect(seen == 4)
        }
    }

    @Test(
        "STO-169 a store that is no SQL store refuses with 134091, an unknown entity is a typed error",
        arguments: Stack.Kind.lasting)
    func refusals(_ kind: Stack.Kind) throws {
        let office = try Office(kind)
        let memory = try Stack(.inMemory, Office.model())
        let context = memory.context()
        let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Desk"))
        let error = #expect(throws: NSError.self) {
            try context.performAndWait { try context.execute(request) }
        }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(throws: CoreDataException.self) { try office.delete("Nothing") }
        #expect(throws: CoreDataException.self) { try office.delete("Desk", "nothing == 1") }
        #expect(try office.names("Desk").count == 4)
    }
}
