// SPDX-License-Identifier: Apache-2.0
// Derived values in other contexts: read again, merged, pinned, in children, over other coordinators.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived values in other contexts") struct OtherContextTests {
    /// An item whose list was renamed by a save of A, and its twin with values in B.
    private func renamed(_ home: ListHome) throws -> (item: NSManagedObject, twin: NSManagedObject) {
        let lamp = try home.item("Lamp")
        let twin = try home.twin(lamp)
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        return (lamp, twin)
    }

    @Test("DER-25 the old value stands until refresh or refetch", arguments: Stack.Kind.allCases)
    func refreshing(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let (_, twin) = try renamed(home)
        #expect(twin.listName == "Home")
        #expect(try home.b.all("Item", "listName == 'Work'") == [twin], "DER-43")
        let statements = try home.stack.statements { home.b.refresh(twin, mergeChanges: true) }
        #expect(twin.listName == "Work" && statements.isEmpty, "the row cache has it")
        let (c, request) = (home.stack.context(), NSFetchRequest<NSManagedObject>(entityName: "Item"))
        let third = try home.twin(twin, in: c)
        home.list.setValue("Shed", forKey: "name")
        try home.a.save()
        request.shouldRefreshRefetchedObjects = true
        #expect(try c.fetch(request) == [third] && third.listName == "Shed")
    }

    @Test(
        "DER-25 merging takes indirectly changed objects over, by objects and by IDs",
        arguments: Stack.Kind.allCases,
        [false, true])
    func merging(_ kind: Stack.Kind, _ byIDs: Bool) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let fault = home.b.object(with: try home.item("Rug").objectID)
        let (saved, posted) = (PostedGroups(home.a), PostedGroups(home.b))
        let (lamp, twin) = try renamed(home)
        twin.setValue("Lantern", forKey: "title")
        home.b.processPendingChanges()
        _ = posted.take()
        home.b.mergeChanges(
            fromContextDidSave: try #require(byIDs ? saved.didSaveIDs : saved.didSave))
        #expect(twin.listName == "Work" && twin.value(forKey: "title") as? String == "Lantern")
        #expect(twin.changedValues().keys.sorted() == ["title"])
        #expect(fault.isFault && fault.listName == "Work")
        let all = posted.take()
        #expect(
            all.map(\.name) == [
                .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidMergeChangesObjectIDs,
            ])
        #expect(all.first?.groups == [NSRefreshedObjectsKey: [lamp.objectID]])
        #expect(
            all.last?.groups == [
                NSUpdatedObjectIDsKey: [home.list.objectID], NSRefreshedObjectIDsKey: [lamp.objectID],
            ])
        try home.b.save()
        #expect(try home.stored(lamp, "title") as? String == "Lantern", "DER-29d")
    }

    @Test(
        "DER-25 a merged value dirties nothing, tells observers and is not undoable",
        arguments: Stack.Kind.allCases)
    func mergedQuietly(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["Item"]?.managedObjectClassName = "DerivedTests.HookedItem"
        }
        home.b.undoManager = UndoManager()
        let saved = PostedGroups(home.a)
        let (_, twin) = try renamed(home)
        var told: [String] = []
        let observation = try twin.observe("listName", options: .new) { _, change in
            told.append("\(change.newValue ?? "-")")
        }
        let hooked = try #require(twin as? HookedItem)
        hooked.hooks = []
        home.b.mergeChanges(fromContextDidSave: try #require(saved.didSaveIDs))
        #expect(told == ["Work"] && hooked.hooks.isEmpty)
        #expect(!twin.hasChanges && !home.b.hasChanges && home.b.undoManager?.canUndo == false)
        withExtendedLifetime(observation) {}
    }

    @Test("DER-25 automatic merging", arguments: Stack.Kind.allCases)
    func automatic(_ kind: Stack.Kind) async throws {
        let home = try ListHome(kind, ["Lamp"])
        let id = try home.item("Lamp").objectID
        let b = home.b
        let before = try await b.perform {
            b.retainsRegisteredObjects = true
            b.automaticallyMergesChangesFromParent = true
            return try b.existingObject(with: id).listName
        }
        #expect(before == "Home")
        let signal = MergeSignal(b)
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(await signal.next() == [id])
        let after = await b.perform { b.registeredObject(for: id)?.listName }
        #expect(after == "Work")
    }

    @Test("DER-25 CTX-146 IDs from another process or coordinator", arguments: [Stack.Kind.sqlite])
    func otherCoordinator(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let url = try #require(home.stack.url)
        let other = try Stack(at: url, home.stack.coordinator.managedObjectModel)
        let context = other.context()
        let twin = try #require(try context.all("Item").first)
        #expect(twin.listName == "Home")
        let saved = PostedGroups(home.a)
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        #expect(twin.listName == "Home")
        let uris = (saved.didSaveIDs?.userInfo?[NSRefreshedObjectIDsKey] as? Set<NSManagedObjectID>)?
            .map { $0.uriRepresentation() }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSRefreshedObjectsKey: uris ?? []], into: [context])
        #expect(twin.listName == "Work" && !twin.hasChanges)
    }

    @Test(
        "DER-25 CTX-151 a pinned context keeps its values until it moves on", arguments: [Stack.Kind.sqlite])
    func pinned(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        try home.b.setQueryGenerationFrom(.current)
        let saved = PostedGroups(home.a)
        let (_, twin) = try renamed(home)
        let rug = home.b.object(with: try home.item("Rug").objectID)
        home.b.refresh(twin, mergeChanges: true)
        #expect(twin.listName == "Home" && rug.listName == "Home")
        #expect(try home.b.all("Item", "listName == 'Home'").count == 2)
        home.b.mergeChanges(fromContextDidSave: try #require(saved.didSave))
        #expect(twin.listName == "Work" && rug.listName == "Work")
    }

    @Test("DER-23 a pinned context that saves moves on, with its objects", arguments: [Stack.Kind.sqlite])
    func pinnedSaver(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        try home.b.setQueryGenerationFrom(.current)
        let lamp = try home.twin(try home.item("Lamp"))
        let rug = home.b.object(with: try home.item("Rug").objectID)
        try home.twin(home.list).setValue("Work", forKey: "name")
        try home.b.save()
        #expect(lamp.listName == "Work" && rug.listName == "Work")
    }
}
