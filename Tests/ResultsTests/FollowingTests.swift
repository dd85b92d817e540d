// SPDX-License-Identifier: Apache-2.0
// What a followed list makes of merges, undo, saves, resets, and of a delegate that changes things itself.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Following a context")
struct FollowingTests {
    @Test("FET-88 what another context saves is unseen until it is merged", arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let other = stage.stack.context()
        other.insert("Row", ["name": "a3", "section": "A"])
        other.delete(try other.all("Row", "name == 'b1'")[0])
        try other.all("Row", "name == 'a1'")[0].setValue("a9", forKey: "name")
        let saved = try other.saveAndTell()
        #expect(stage.event {}.isEmpty && stage.names == [["a1", "a2"], ["b1"]])
        let calls = stage.event { stage.context.mergeChanges(fromContextDidSave: saved) }
        #expect(stage.names == [["a2", "a3", "a9"]])
        #expect(
            calls.filter { $0 != "will" && $0 != "did" } == [
                "section delete 1 B 0", "delete [1,0]→nil", "insert nil→[0,1]", "move [0,0]→[0,2]",
            ])
    }

    @Test(
        "FET-88 merged changes of faults, and of objects that were not listed, count too",
        arguments: Stack.Kind.allCases)
    func mergingFaults(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let other = stage.stack.context()
        let hidden = other.insert("Row", ["name": "a0", "section": "A", "hidden": true])
        try other.save()
        stage.context.refreshAllObjects()
        let reader = stage.stack.context()
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(), managedObjectContext: reader, sectionNameKeyPath: nil,
            cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        #expect(list.fetchedObjects?.allSatisfy(\.isFault) == true)
        hidden.setValue(false, forKey: "hidden")
        try other.all("Row", "name == 'a1'")[0].setValue(true, forKey: "hidden")
        reader.mergeChanges(fromContextDidSave: try other.saveAndTell())
        #expect(list.fetchedObjects?.map(\.rowName) == ["a0", "a2", "b1"])
        #expect(log.take() == ["will", "delete [0,0]→nil", "insert nil→[0,0]", "did"])
    }

    @Test("FET-130 undo and redo are followed")
    func undo() throws {
        let stage = try ListStage()
        stage.context.undoManager = UndoManager()
        _ = try stage.event {
            try stage.row("a1").setValue("a9", forKey: "name")
            stage.context.delete(try stage.row("b1"))
        }
        #expect(stage.names == [["a2", "a9"]])
        #expect(
            stage.event { stage.context.undo() } == [
                "will", "section insert 1 B 1", "insert nil→[1,0]", "move [0,1]→[0,0]", "did",
            ])
        #expect(stage.names == [["a1", "a2"], ["b1"]])
        _ = stage.event { stage.context.redo() }
        #expect(stage.names == [["a2", "a9"]])
    }

    @Test("FET-130 rollback brings deleted and changed objects back")
    func rollback() throws {
        let stage = try ListStage()
        _ = try stage.event {
            try stage.row("a1").setValue(true, forKey: "hidden")
            stage.context.delete(try stage.row("b1"))
            stage.add("c1")
        }
        #expect(stage.names == [["a2"], ["c1"]])
        let calls = stage.event { stage.context.rollback() }
        #expect(
            calls == [
                "will", "section delete 1 C 0", "section insert 1 B 1", "delete [1,0]→nil",
                "insert nil→[0,0]",
                "insert nil→[1,0]", "did",
            ])
        #expect(stage.names == [["a1", "a2"], ["b1"]])
    }

    @Test(
        "FET-133 insertions have temporary IDs; the save gives permanent ones and is no change",
        arguments: Stack.Kind.allCases)
    func permanentIDs(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let row = stage.add("a3")
        stage.context.processPendingChanges()
        stage.log.take()
        let before = stage.controller.snapshot
        #expect(before.itemIdentifiers[2].isTemporaryID)
        try stage.context.save()
        #expect(stage.log.take().isEmpty)
        let after = stage.controller.snapshot
        #expect(after.itemIdentifiers[2] == row.objectID && !row.objectID.isTemporaryID)
        #expect(after.difference(from: before).isEmpty && !after.hasSameList(as: before))
        #expect(stage.controller.indexPath(forObject: row) == [0, 2])
    }

    @Test("FET-133 a delegate that takes snapshots is given one with the permanent IDs")
    func snapshotAfterSave() throws {
        let stage = try ListStage()
        let log = SnapshotLog()
        stage.controller.delegate = log
        try stage.controller.performFetch()
        let row = stage.add("a3")
        try stage.context.save()
        let snapshots = log.take()
        #expect(snapshots.count == 3 && snapshots[1].itemIdentifiers[2].isTemporaryID)
        #expect(snapshots.last?.itemIdentifiers[2] == row.objectID)
        try stage.context.save()
        try row.managedObjectContext?.save()
        #expect(log.take().isEmpty)
    }

    @Test(
        "a reset fetches the list again: the objects are others, with the same IDs",
        arguments: Stack.Kind.allCases)
    func reset(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        stage.add("a0")
        let former = try stage.row("a1")
        let calls = stage.event { stage.context.reset() }
        #expect(
            calls == [
                "will", "delete [0,0]→nil", "update [0,1]→[0,0]", "update [0,2]→[0,1]", "update [1,0]→[1,0]",
                "did",
            ])
        #expect(stage.names == [["a1", "a2"], ["b1"]])
        #expect(stage.controller.object(at: [0, 0]) !== former)
        #expect(stage.controller.object(at: [0, 0]).managedObjectContext === stage.context)
    }

    @Test("an object that is inserted and deleted in one event is not told of")
    func comeAndGo() throws {
        let stage = try ListStage()
        #expect(stage.event { stage.context.delete(stage.add("a3")) }.isEmpty)
    }

    @Test("objects of subentities belong to the list unless the request leaves them out")
    func subentities() throws {
        let stage = try ListStage()
        let small = { stage.context.insert("SmallRow", ["name": "a3", "section": "A"]) }
        #expect(stage.event { _ = small() } == ["will", "insert nil→[0,2]", "did"])
        stage.context.rollback()
        stage.controller.fetchRequest.includesSubentities = false
        try stage.controller.performFetch()
        #expect(stage.event { _ = small() }.isEmpty)
    }

    @Test("FET-89 before the change the list is as it was, after it as it is")
    func states() throws {
        let stage = try ListStage()
        var counts: [Int?] = []
        stage.log.willChange = { [unowned stage] in counts.append(stage.controller.fetchedObjects?.count) }
        stage.log.didChange = { [unowned stage] in counts.append(stage.controller.fetchedObjects?.count) }
        _ = stage.event { stage.add("a3") }
        #expect(counts == [3, 4])
    }

    @Test("a delegate may change objects, and save, in the middle of a report")
    func changesWithin() throws {
        let stage = try ListStage()
        let context = stage.context
        stage.log.didChange = { [unowned stage] in
            stage.log.didChange = nil
            stage.add("c1")
            try? context.save()
        }
        let calls = stage.event { stage.add("a3") }
        #expect(
            calls == [
                "will", "insert nil→[0,2]", "did", "will", "section insert 2 C 1", "insert nil→[2,0]", "did",
            ])
        #expect(stage.names == [["a1", "a2", "a3"], ["b1"], ["c1"]])
        #expect(!context.hasChanges)
    }

    @Test("a list in a child context follows the child, and its saves go up")
    func child() throws {
        let stage = try ListStage()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = stage.context
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(), managedObjectContext: child, sectionNameKeyPath: "section",
            cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        child.insert("Row", ["name": "a3", "section": "A"])
        child.processPendingChanges()
        #expect(log.take() == ["will", "insert nil→[0,2]", "did"] && stage.names == [["a1", "a2"], ["b1"]])
        let calls = try stage.event { try child.save() }
        #expect(calls == ["will", "insert nil→[0,2]", "did"] && log.take().isEmpty)
    }

    @Test("FET-133 a child's save leaves temporary IDs as they are, and tells nobody")
    func childSnapshots() throws {
        let stage = try ListStage()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = stage.context
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(), managedObjectContext: child, sectionNameKeyPath: nil,
            cacheName: nil)
        let log = SnapshotLog()
        list.delegate = log
        try list.performFetch()
        child.insert("Row", ["name": "a3", "section": "A"])
        try child.save()
        #expect(log.take().count == 2)
    }

    @Test("a merge policy that gives an object up takes it out of the list")
    func abandoned() throws {
        let stage = try ListStage(.sqlite)
        stage.context.mergePolicy = NSMergePolicy.rollback
        let other = stage.stack.context()
        let row = try stage.row("a1")
        row.setValue(4, forKey: "points")
        stage.context.processPendingChanges()
        other.delete(try other.all("Row", "name == 'a1'")[0])
        try other.save()
        try stage.context.save()
        #expect(stage.names == [["a2"], ["b1"]])
    }

    @Test("a change of an object among 2,000 faults reads some dozens of them")
    func cost() throws {
        let stage = try ListStage(.sqlite, rows: (0..<2_000).map { "r\(10_000 + $0)" })
        let reader = stage.stack.context()
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(by: ["name"]), managedObjectContext: reader,
            sectionNameKeyPath: nil,
            cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        let row = list.object(at: [0, 500])
        row.setValue("r11700x", forKey: "name")
        reader.insert("Row", ["name": "r10100x"])
        reader.processPendingChanges()
        #expect(log.take() == ["will", "insert nil→[0,101]", "move [0,500]→[0,1701]", "did"])
        #expect(list.indexPath(forObject: row) == [0, 1701])
        #expect(list.fetchedObjects?.count { !$0.isFault } ?? 0 < 50)
        let names = (list.fetchedObjects ?? []).map(\.rowName)
        #expect(names == names.sorted() && names.count == 2_001)
    }
}
