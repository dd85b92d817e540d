// SPDX-License-Identifier: Apache-2.0
// Who is told of derived values that a save brought: notifications, observers, sequences.

import Foundation
import Observation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Telling of derived values") struct ComputedNotificationTests {
    @Test(
        "CTX-200 DER-24 one more ObjectsDidChange, with the refreshed, before DidSave",
        arguments: Stack.Kind.allCases)
    func order(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let (list, lamp) = (home.list.objectID, try home.item("Lamp").objectID)
        let other = home.a.insert("TodoList", ["name": "Work"])
        try home.a.save()
        let posted = PostedGroups(home.a)
        home.list.setValue("Shed", forKey: "name")
        try home.a.save()
        withExtendedLifetime(other) {}
        let names = posted.all.map(\.name)
        #expect(
            names == [
                .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextObjectsDidChange,
                .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
            ])
        let groups = posted.take().map(\.groups)
        #expect(
            groups == [
                [NSUpdatedObjectsKey: [list]], [NSRefreshedObjectsKey: [lamp]],
                [
                    NSUpdatedObjectsKey: [list], NSRefreshedObjectsKey: [lamp],
                    NSRefreshedObjectIDsKey: [lamp],
                ],
                [NSUpdatedObjectIDsKey: [list], NSRefreshedObjectIDsKey: [lamp]],
            ])
        home.a.processPendingChanges()
        #expect(posted.take().isEmpty)
    }

    @Test(
        "CTX-200 what didSave changes is an event before that of the refreshed",
        arguments: Stack.Kind.allCases)
    func changesInHook(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["TodoList"]?.managedObjectClassName = "DerivedTests.RelayingList"
        }
        let (list, lamp) = (home.list.objectID, try home.item("Lamp"))
        lamp.willAccessValue(forKey: nil)
        let posted = PostedGroups(home.a)
        (home.list as? RelayingList)?.target = lamp
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        let groups = posted.take(.NSManagedObjectContextObjectsDidChange)
        let id: Set = [lamp.objectID]
        #expect(
            groups == [
                [NSUpdatedObjectsKey: [list]], [NSUpdatedObjectsKey: id], [NSRefreshedObjectsKey: id],
            ])
        #expect(lamp.listName == "Work" && home.a.hasChanges)
    }

    @Test("CTX-200 a save that changes no derived value posts nothing more", arguments: Stack.Kind.allCases)
    func nothingComputed(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind)
        let posted = PostedGroups(home.a)
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(posted.all.count == 3)
        #expect(posted.all.allSatisfy { $0.groups[NSRefreshedObjectsKey] == nil })
    }

    @Test(
        "DER-24 objects that the save wrote are refreshed too, and are no refreshed ones of DidSave",
        arguments: Stack.Kind.allCases)
    func written(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind)
        let lamp = home.add("Lamp")
        home.a.processPendingChanges()
        let posted = PostedGroups(home.a)
        try home.a.save()
        let ids: Set = [lamp.objectID]
        #expect(posted.all.first?.groups == [NSRefreshedObjectsKey: [lamp.objectID, home.list.objectID]])
        #expect(posted.didSaveIDs?.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> == ids)
        // The list changed at the other end of the relationship: it counts as updated.
        #expect(posted.didSaveIDs?.userInfo?[NSUpdatedObjectIDsKey] as? Set == [home.list.objectID])
        #expect(posted.didSaveIDs?.userInfo?[NSRefreshedObjectIDsKey] == nil)
    }

    @Test(
        "CTX-200 an object of the save without a new row of its own counts as updated, and shows the value",
        arguments: Stack.Kind.allCases)
    func unwritten(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        lamp.setValue("Lamp", forKey: "title")
        home.list.setValue("Work", forKey: "name")
        let posted = PostedGroups(home.a)
        try home.a.save()
        #expect(lamp.listName == "Work" && !home.a.hasChanges)
        let saved: PostedGroups.Groups = [NSUpdatedObjectsKey: [lamp.objectID, home.list.objectID]]
        #expect(posted.take(.NSManagedObjectContextDidSave) == [saved])
    }

    @Test("DER-24 in the handlers everything is there and clean", arguments: Stack.Kind.allCases)
    func handlers(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let lamp = try home.item("Lamp")
        home.list.setValue("Work", forKey: "name")
        home.a.delete(try home.item("Rug"))
        home.a.processPendingChanges()
        // Posted on this thread, within save().
        nonisolated(unsafe) var seen: [String] = []
        let context = home.a
        nonisolated(unsafe) let object = lamp
        nonisolated(unsafe) let list = home.list
        let names: [NSNotification.Name] = [
            .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSave,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: home.a, queue: nil) { _ in
                let count = list.value(forKey: "count") as? Int ?? -1
                seen.append("\(object.value(forKey: "listName") ?? "nil") \(count) \(context.hasChanges)")
                try? context.save()
            }
        }
        try home.a.save()
        tokens.forEach(NotificationCenter.default.removeObserver)
        #expect(seen == ["Work 1 false", "Work 1 false"])
    }

    @Test(
        "DER-24 observers by name are told once of each value, with old and new",
        arguments: Stack.Kind.allCases)
    func observers(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        var told: [String] = []
        let observations = [
            try lamp.observe("listName", options: [.old, .new]) { _, change in
                told.append("\(change.oldValue ?? "-") → \(change.newValue ?? "-")")
            },
            try lamp.observe("todolist.count", options: .new) { _, change in
                told.append("count \(change.newValue ?? "-")")
            },
        ]
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(told == ["Home → Work"])
        told = []
        home.add("Rug")
        try home.a.save()
        #expect(told == ["count 2"])
        withExtendedLifetime(observations) {}
    }

    @Test("DER-24 objects that the save wrote tell their observers", arguments: Stack.Kind.allCases)
    func writtenObserved(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        let before = try #require(lamp.touched)
        var told: [Date] = []
        let observation = try lamp.observe("touched", options: .new) { _, change in
            if let date = change.newValue as? Date { told.append(date) }
        }
        lamp.setValue("Lantern", forKey: "title")
        try home.a.save()
        #expect(told.count == 1 && told[0] > before && told[0] == lamp.touched)
        withExtendedLifetime(observation) {}
    }

    @Test("DER-24 readers of the Observation framework are told", arguments: Stack.Kind.allCases)
    func readers(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["Item"]?.managedObjectClassName = "DerivedTests.WatchedItem"
        }
        let lamp = try home.item("Lamp")
        final class Flag: @unchecked Sendable { var isSet = false }
        let flag = Flag()
        withObservationTracking {
            _ = lamp.listName
        } onChange: {
            flag.isSet = true
        }
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(flag.isSet && lamp.listName == "Work")
    }

    @Test("DER-24 the context's sequences tell of refreshed objects", arguments: Stack.Kind.allCases)
    func sequences(_ kind: Stack.Kind) async throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        var changes = home.a.changes.makeAsyncIterator()
        var saves = home.a.saves.makeAsyncIterator()
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        let (ids, list): (Set, Set) = ([lamp.objectID], [home.list.objectID])
        #expect(await changes.next()?.updated == list)
        let change = await changes.next()
        #expect(change?.refreshed == ids && change?.updated == [])
        let save = await saves.next()
        #expect(save?.updated == list && save?.refreshed == ids)
    }
}

/// An item that can be observed.
final class WatchedItem: NSManagedObject, Observable {}

/// A list whose saves change an item.
final class RelayingList: NSManagedObject {
    var target: NSManagedObject?

    override func didSave() {
        super.didSave()
        target?.setValue(7, forKey: "points")
    }
}
