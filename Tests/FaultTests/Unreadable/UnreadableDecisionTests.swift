// SPDX-License-Identifier: Apache-2.0
// What a program decides about faults that cannot be read, where nobody waits for an error.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Unreadable faults: the program's decision") struct UnreadableDecisionTests {
    /// A store in which one book's row cannot be read, and what the handler was asked.
    private final class Case {
        let shelf: DamagedShelf
        let stack: Stack
        let context: NSManagedObjectContext
        let bad: NSManagedObject
        let good: NSManagedObject
        let questions = Questions()

        init(_ decision: UnreadableFaultDecision?) throws {
            shelf = try DamagedShelf()
            try shelf.spoilValue(of: 3)
            stack = try shelf.open()
            context = stack.context()
            bad = try shelf.object("Book", 3, in: context)
            good = try shelf.object("Book", 4, in: context)
            let questions = questions
            guard let decision else { return }
            stack.coordinator.whenFaultIsUnreadable = { id, error in
                questions.add(id, error)
                return decision
            }
        }

        /// Reads with the whole stack alive.
        func readBad() { _ = bad.value(forKey: "title") }

        var rows: String? { get throws { try RawDatabase(shelf.url).value("SELECT COUNT(*) FROM ZBOOK") } }
    }

    /// Sendable because of its lock.
    private final class Questions: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [NSManagedObjectID] = []
        var ids: [NSManagedObjectID] { lock.withLock { list } }

        func add(_ id: NSManagedObjectID, _ error: any Error) {
            #expect((error as NSError).userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObjectID] == [id])
            lock.withLock { list.append(id) }
        }
    }

    @Test("FET-75 becomeDeleted: it looks deleted and reads as nil, and the save leaves its row alone")
    func deleted() throws {
        let made = try Case(.becomeDeleted)
        let (context, bad) = (made.context, made.bad)
        let other = made.stack.context()
        other.automaticallyMergesChangesFromParent = true
        let elsewhere = try made.shelf.object("Book", 3, in: other)
        #expect(bad.value(forKey: "title") == nil && bad.value(forKey: "author") == nil)
        #expect(bad._string(at: bad._slot(of: "title")) == nil && bad._int32(at: bad._slot(of: "year")) == 0)
        #expect(bad.isDeleted && !bad.isFault && context.deletedObjects == [bad])
        #expect(made.questions.ids == [bad.objectID])
        // Filled by the thread that saves.
        nonisolated(unsafe) var told: [AnyHashable: Any]?
        let token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
        ) { told = $0.userInfo }
        defer { NotificationCenter.default.removeObserver(token) }
        made.good.setValue(5, forKey: "year")
        try context.save()
        #expect(told?[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [made.good])
        #expect(told?[NSDeletedObjectsKey] == nil)
        #expect(bad.managedObjectContext == nil && !context.hasChanges)
        #expect(try made.rows == "\(DamagedShelf.count)")
        other.performAndWait {}
        #expect(!elsewhere.isDeleted && elsewhere.managedObjectContext === other)
    }

    @Test("FET-75 becomeDeleted: rollback, reset and refreshing let go of it; undo does not bring it back")
    func leaving() throws {
        let made = try Case(.becomeDeleted)
        let context = made.context
        context.undoManager = UndoManager()
        made.good.setValue("new", forKey: "title")
        made.bad.willAccessValue(forKey: nil)
        context.processPendingChanges()
        context.undo()
        #expect(made.good.value(forKey: "title") as? String != "new")
        context.refreshAllObjects()
        context.rollback()
        #expect(made.bad.managedObjectContext == nil && !context.hasChanges)
        let again = try made.shelf.object("Book", 3, in: context)
        #expect(again.value(forKey: "title") == nil && again.isDeleted)
        context.reset()
        #expect(try !context.hasChanges && made.rows == "\(DamagedShelf.count)")
    }

    @Test("FET-75 becomeDeleted in a child: the parent's object and the row stay")
    func child() throws {
        let made = try Case(.becomeDeleted)
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = made.context
        let bad = try made.shelf.object("Book", 3, in: child)
        #expect(bad.value(forKey: "title") == nil && bad.isDeleted && made.bad.isFault)
        try made.shelf.object("Book", 4, in: child).setValue(6, forKey: "year")
        try child.save()
        #expect(!made.bad.isDeleted && made.context.updatedObjects == [made.good])
        try made.context.save()
        #expect(try made.rows == "\(DamagedShelf.count)")
    }

    @Test(
        "FET-75 failSaves: it reads as nil and stays a fault, and saves throw until the changes are given up")
    func failing() throws {
        let made = try Case(.failSaves)
        let context = made.context
        let title = made.bad.value(forKey: "title") as? String
        made.good.setValue(title ?? "none", forKey: "title")
        #expect(title == nil && made.bad.isFault && !made.bad.isDeleted)
        for _ in 0..<2 {
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObjectID] == [made.bad.objectID])
        }
        #expect(context.updatedObjects == [made.good])
        context.rollback()
        try UnreadableReadTests.expectUsable(context, made.good)
        _ = made.bad.value(forKey: "title")
        context.reset()
        try context.save()
    }

    @Test(
        "FET-75 who waits for an error gets it, and the handler is not asked",
        arguments: [
            UnreadableFaultDecision.stop, .becomeDeleted, .failSaves,
        ])
    func waiting(_ decision: UnreadableFaultDecision) throws {
        let made = try Case(decision)
        let (context, bad) = (made.context, made.bad)
        #expect(throws: NSError.self) { _ = try context.tryReading { bad.value(forKey: "title") } }
        #expect(throws: NSError.self) { _ = try bad.tryValue(forKey: "title") }
        #expect(throws: NSError.self) { _ = try context.existingObject(with: bad.objectID) }
        #expect(made.questions.ids.isEmpty && bad.isFault && !context.hasChanges)
    }

    @Test("FET-75 PRG-39 a deletion whose rules meet such a row waits for the save, which throws")
    func deleteRules() throws {
        let made = try Case(.becomeDeleted)
        let author = try made.shelf.object("Author", 1, in: made.context)
        made.context.delete(author)
        made.context.processPendingChanges()
        #expect(throws: NSError.self) { try made.context.save() }
        made.context.rollback()
        #expect(try !author.isDeleted && made.rows == "\(DamagedShelf.count)")
    }

    @Test("FET-75 a container's handler is its coordinator's; without one, and with stop, the process stops")
    func stopping() async throws {
        let container = NSPersistentContainer(name: "Books", managedObjectModel: BookStore.model())
        #expect(container.whenFaultIsUnreadable == nil)
        container.whenFaultIsUnreadable = { _, _ in .failSaves }
        #expect(container.persistentStoreCoordinator.whenFaultIsUnreadable != nil)
        container.persistentStoreCoordinator.whenFaultIsUnreadable = nil
        #expect(container.whenFaultIsUnreadable == nil)
        await #expect(processExitsWith: .failure) { try Case(nil).readBad() }
        await #expect(processExitsWith: .failure) { try Case(.stop).readBad() }
    }

    @Test(
        "CTX-140 CTX-146 a merge that cannot read leaves the objects alone; a waiting caller gets the error")
    func merging() throws {
        let shelf = try DamagedShelf()
        let stack = try shelf.open()
        let (context, other) = (stack.context(), stack.context())
        let bad = try shelf.object("Book", 3, in: context)
        let (good, twin) = (
            try shelf.object("Book", 4, in: context), try shelf.object("Book", 4, in: other)
        )
        let year = try #require(bad.value(forKey: "year") as? Int)
        for book in [bad, good, twin] { #expect(book.value(forKey: "year") as? Int != 77) }
        try shelf.spoilValue(of: 3)
        try RawDatabase(shelf.url, isReadOnly: false).rows("UPDATE ZBOOK SET ZYEAR = 77 WHERE Z_PK IN (3, 4)")
        let ids: [AnyHashable: Any] = [NSUpdatedObjectIDsKey: Set([bad.objectID, good.objectID])]
        let notification = Notification(name: .NSManagedObjectContextDidSaveObjectIDs, userInfo: ids)
        context.mergeChanges(fromContextDidSave: notification)
        #expect(bad.value(forKey: "year") as? Int == year && !bad.isFault && !context.hasChanges)
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: ids, into: [context, other])
        #expect(bad.value(forKey: "year") as? Int == year && twin.value(forKey: "year") as? Int == 77)
        #expect(throws: NSError.self) {
            try context.tryReading { context.mergeChanges(fromContextDidSave: notification) }
        }
        #expect(throws: NSError.self) {
            try context.tryReading {
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: ids, into: [context, other])
            }
        }
        context.refresh(good, mergeChanges: true)
        #expect(good.value(forKey: "year") as? Int == 77)
    }
}
