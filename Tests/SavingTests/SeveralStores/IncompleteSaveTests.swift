// SPDX-License-Identifier: Apache-2.0
// The one way in which a save in several stores may end halfway: a store that fails in its very commit, when another
// has committed already.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Several stores: incomplete saves") struct IncompleteSaveTests {
    /// A file whose commits wait for readers: it has a rollback journal.
    private let files: TwoFiles

    init() throws { files = try TwoFiles(journal: "DELETE") }

    /// Lets every commit of B fail while the body runs: a reader keeps it from its file.
    private func refusingCommits(_ body: () throws -> Void) throws {
        let reader = try files.raw("B")
        try reader.rows("BEGIN")
        try reader.rows("SELECT * FROM ZB")
        try body()
        try reader.rows("ROLLBACK")
    }

    @Test("SAV-111 134040 names the store and the objects that are not saved; saving again completes it")
    func incomplete() throws {
        let context = files.context()
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            a.setValue("a2", forKey: "name")
            b.setValue("b2", forKey: "name")
            try refusingCommits {
                let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
                #expect(error?.code == 134040 && error?.domain == NSCocoaErrorDomain)
                #expect(error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [files.b])
                #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [b])
                #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 134090)
                #expect(error?.localizedDescription.contains("B.sqlite") == true)
            }
            #expect(try files.names("A") == ["a2"] && files.names("B") == ["b"])
            #expect(!a.hasChanges && b.changedValues()["name"] as? String == "b2")
            try context.save()
            #expect(!context.hasChanges)
        }
        #expect(try files.names("B") == ["b2"])
        // The first part was not written twice.
        #expect(try files.raw("A").value("SELECT Z_OPT FROM ZA") == "2")
    }

    @Test("SAV-111 insertions and deletions of the failed store wait for the next save")
    func insertionsAndDeletions() throws {
        let context = files.context()
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            let (newA, newB) = (
                context.insert("A", ["name": "new a"]), context.insert("B", ["name": "new b"])
            )
            // Keys are given out by a commit of their own, which the reader would refuse already.
            try context.obtainPermanentIDs(for: [newB])
            context.delete(a)
            context.delete(b)
            try refusingCommits {
                let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
                #expect(error?.code == 134040)
            }
            #expect(!newA.objectID.isTemporaryID && newA.objectID.persistentStore === files.a)
            #expect(context.insertedObjects == [newB] && context.deletedObjects == [b])
            #expect(a.managedObjectContext == nil && b.managedObjectContext === context)
            try context.save()
            #expect(newB.objectID.persistentStore === files.b && b.managedObjectContext == nil)
        }
        #expect(try files.names("A") == ["new a"])
        #expect(try files.names("B") == ["new b"])
    }

    @Test("SAV-111 notifications tell what is saved, and only that")
    func notifications() throws {
        let context = files.context()
        // The context posts on the thread that the test waits for.
        nonisolated(unsafe) var saved: [Set<NSManagedObject>] = []
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
        ) { note in
            saved.append(note.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? [])
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            a.setValue("a2", forKey: "name")
            b.setValue("b2", forKey: "name")
            try refusingCommits { #expect(throws: (any Error).self) { try context.save() } }
            try context.save()
            #expect(saved == [[], [a], [b]])
        }
    }

    @Test("SAV-112 the commit that fails first leaves all stores as they were")
    func firstFails() throws {
        // Here the store that fails is the coordinator's first.
        let other = try TwoFiles(files.folder, reversed: true, journal: "DELETE")
        let context = other.context()
        try context.performAndWait {
            let (a, b) = try other.fill(context)
            a.setValue("a2", forKey: "name")
            b.setValue("b2", forKey: "name")
            try refusingCommits {
                let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
                #expect(error?.code == 134090)
            }
            #expect(try files.names("A") == ["a"] && files.names("B") == ["b"])
            #expect(context.updatedObjects == [a, b])
            try context.save()
        }
        #expect(try files.names("A") == ["a2"])
    }
}
