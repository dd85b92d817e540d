// SPDX-License-Identifier: Apache-2.0
// Contexts that merge what a batch request deleted: by the IDs of its result, and by the history.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Merged batch deletions") struct MergedDeletionTests {
    enum Route: CaseIterable { case ids, idsAlone, history, otherCoordinator }

    private static func office(_ kind: Stack.Kind) throws -> Office {
        try Office(kind, [NSPersistentHistoryTrackingKey: true])
    }

    /// Everything that a context may have read.
    private struct Known {
        let team, room, desk, topic: NSManagedObject

        init(_ context: NSManagedObjectContext) throws {
            team = try #require(try context.all("Team", "name == 'red'").first)
            room = try #require(team.value(forKey: "room") as? NSManagedObject)
            let member = try #require(
                (team.value(forKey: "members") as? NSSet)?.anyObject() as? NSManagedObject)
            desk = try #require((member.value(forKey: "desks") as? NSSet)?.anyObject() as? NSManagedObject)
            topic = try #require((team.value(forKey: "topics") as? NSSet)?.anyObject() as? NSManagedObject)
            for object in [room, member, desk, topic] { _ = object.value(forKey: "name") }
            _ = room.value(forKey: "team")
            _ = desk.value(forKey: "user")
            _ = (topic.value(forKey: "teams") as? NSSet)?.count
        }
    }

    private func merge(
        _ route: Route, _ office: Office, into context: NSManagedObjectContext,
        after token: NSPersistentHistoryToken?
    ) throws {
        let result = try office.delete("Team", "name == 'red'", .resultTypeObjectIDs)
        let ids = try #require(result.result as? [NSManagedObjectID])
        switch route {
        case .history, .otherCoordinator:
            try context.performAndWait {
                let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
                let found = try #require(try context.execute(request) as? NSPersistentHistoryResult)
                for transaction in try #require(found.result as? [NSPersistentHistoryTransaction]) {
                    context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                }
            }
        case .ids, .idsAlone:
            // Whoever gives only what the request was for gets along too.
            let told = route == .ids ? ids : ids.filter { $0.entity.name == "Team" }
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: told.map { $0.uriRepresentation() }],
                into: [context])
        }
    }

    @Test(
        "PRG-41 STO-167 the context is clean, other ends are refreshed, the next save is silent",
        arguments: Route.allCases, Stack.Kind.lasting)
    func clean(_ route: Route, _ kind: Stack.Kind) throws {
        let office = try Self.office(kind)
        let far =
            try route == .otherCoordinator
            ? Stack(
                at: #require(office.stack.place), Office.model(),
                options: [NSPersistentHistoryTrackingKey: true]) : nil
        let stack = far ?? office.stack
        let context = stack.context()
        let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
        let known = try context.performAndWait { try Known(context) }
        #expect(try office.versions("Room", by: "name") == [1, 1])
        try merge(route, office, into: context, after: token)
        #expect(try office.versions("Room", by: "name") == [1, 2])
        try context.performAndWait {
            #expect(!context.hasChanges && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)
            #expect(
                known.team.managedObjectContext == nil
                    && context.registeredObject(for: known.team.objectID) == nil)
            for (object, key) in [(known.room, "team"), (known.desk, "user")] {
                #expect(!object.isFault && object.value(forKey: key) == nil && object.changedValues().isEmpty)
                #expect(object.committedValues(forKeys: [key])[key] is NSNull)
            }
            #expect((known.topic.value(forKey: "teams") as? NSSet)?.count == 0)
            try context.save()
            #expect(try office.versions("Room", by: "name") == [1, 2])
            // The versions are the new ones: what is changed now meets no conflict.
            for object in [known.room, known.desk, known.topic] { object.setValue("new", forKey: "name") }
            try context.save()
        }
        #expect(try office.names("Room") == ["new", "room of blue"])
    }

    @Test(
        "PRG-41 unsaved changes of other ends stay, but for what led to the deleted",
        arguments: Stack.Kind.lasting)
    func changes(_ kind: Stack.Kind) throws {
        let office = try Self.office(kind)
        let context = office.stack.context()
        let (known, bill) = try context.performAndWait { () throws -> (Known, NSManagedObject) in
            let known = try Known(context)
            known.room.setValue("mine", forKey: "name")
            context.insert("Room", ["name": "annex"])
            return (known, context.insert("Bill", ["name": "b", "team": known.team]))
        }
        try merge(.ids, office, into: context, after: nil)
        try context.performAndWait {
            #expect(
                known.room.value(forKey: "name") as? String == "mine"
                    && known.room.changedValues().keys.sorted() == ["name"])
            #expect(known.room.value(forKey: "team") == nil && bill.value(forKey: "team") == nil)
            try context.save()
        }
        #expect(try office.names("Room") == ["annex", "mine", "room of blue"])
        #expect(try office.values("Bill", "team", by: "name") == ["nil"])
    }

    @Test(
        "PRG-40 PRG-41 undoing a deletion that a batch has made too writes the row anew",
        arguments: Stack.Kind.lasting)
    func undo(_ kind: Stack.Kind) throws {
        let office = try Self.office(kind)
        let context = office.stack.context()
        let room = try context.performAndWait {
            let room = try #require(try context.all("Room", "name == 'room of red'").first)
            context.undoManager = UndoManager()
            context.delete(room)
            context.processPendingChanges()
            return room
        }
        let result = try office.delete("Room", "name == 'room of red'", .resultTypeObjectIDs)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectsKey: try #require(result.result)], into: [context])
        try context.performAndWait {
            #expect(context.deletedObjects.isEmpty)
            context.undo()
            #expect(context.insertedObjects == [room])
            try context.save()
        }
        #expect(try office.names("Room") == ["room of blue", "room of red"])
    }

    @Test(
        "PRG-57 a batch that a child executes is recorded under the root's author and name",
        arguments: Stack.Kind.lasting)
    func author(_ kind: Stack.Kind) throws {
        let office = try Self.office(kind)
        let root = office.context
        let (middle, child) = (NSManagedObjectContext(.privateQueue), NSManagedObjectContext(.privateQueue))
        middle.parent = root
        child.parent = middle
        root.performAndWait {
            root.transactionAuthor = "root"
            root.name = "first"
        }
        for context in [middle, child] {
            context.performAndWait {
                context.transactionAuthor = "child"
                context.name = "second"
            }
        }
        let update = NSBatchUpdateRequest(entityName: "Team")
        update.propertiesToUpdate = ["rank": 3]
        let insertion = NSBatchInsertRequest(entityName: "Desk", objects: [["name": "x"]])
        for batch in [update, insertion] as [NSPersistentStoreRequest] {
            _ = try child.performAndWait { try child.execute(batch) }
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            let found = try root.performAndWait { try root.execute(request) as? NSPersistentHistoryResult }
            let last = (found?.result as? [NSPersistentHistoryTransaction])?.last
            #expect(last?.author == "root" && last?.contextName == "first")
        }
    }
}
