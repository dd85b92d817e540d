// SPDX-License-Identifier: Apache-2.0
// Two coordinators on one file, and another process: what the one has saved is read by the other, once it is noticed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Commits of other coordinators and processes") struct OtherCoordinatorTests {
    private func points(_ item: NSManagedObject) -> Int? {
        item.managedObjectContext?.performAndWait { item.value(forKey: "points") as? Int }
    }

    private func item(_ context: NSManagedObjectContext, _ title: String) throws -> NSManagedObject {
        try context.performAndWait { try #require(try context.all("Item", "title == '\(title)'").first) }
    }

    @Test("SAV-33 after any access that notices it, faults are filled with what another coordinator saved")
    func faultsAfterNotice() throws {
        let library = try Library(.sqlite)
        let reader = library.reader
        let item = try item(reader, "one")
        #expect(points(item) == 1)
        try library.changeElsewhere()
        reader.performAndWait { reader.refresh(item, mergeChanges: false) }
        // Nobody has read the store yet: the cache answers.
        #expect(points(item) == 1)
        let count = try reader.performAndWait {
            try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        }
        #expect(count == 2)
        reader.performAndWait { reader.refresh(item, mergeChanges: false) }
        #expect(points(item) == 10)
    }

    @Test(
        "SAV-33 PG-105 after the notification of another coordinator's save faults are filled with what it saved",
        arguments: Stack.Kind.lasting)
    func faultsAfterNotification(_ kind: Stack.Kind) throws {
        let library = try Library(kind, options: RemoteChangeTests.options)
        let reader = library.reader
        let item = try item(reader, "one")
        #expect(points(item) == 1)
        let changes = RemoteChanges(library.stack)
        try library.changeElsewhere()
        // The first may be that of the library's own save.
        while points(item) != 10, changes.next() != nil {
            reader.performAndWait { reader.refresh(item, mergeChanges: false) }
        }
        #expect(points(item) == 10)
    }

    @Test(
        "SAV-33 a fetch gives what another coordinator saved, and its faults need no further reading",
        arguments: Stack.Kind.lasting)
    func fetch(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        #expect(try Library.items(library.reader) == Library.before)
        try library.changeElsewhere()
        library.reader.performAndWait { library.reader.reset() }
        #expect(try Library.items(library.reader) == Library.after)
    }

    @Test(
        "SAV-33 SAV-140 a conflict with another coordinator shows the cached row and the stored one",
        arguments: Stack.Kind.lasting)
    func conflict(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        let item = try item(reader, "one")
        #expect(points(item) == 1)
        try library.changeElsewhere()
        try reader.performAndWait {
            item.setValue("renamed", forKey: "title")
            let error = try #require(throws: NSError.self) { try reader.save() }
            let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
            let conflict = try #require(list?.first)
            #expect(conflict.cachedSnapshot?["points"] as? Int == 1)
            #expect(conflict.persistedSnapshot?["points"] as? Int == 10)
            #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
            reader.refresh(item, mergeChanges: true)
            try reader.save()
        }
        #expect(points(item) == 10)
    }

    @Test("SAV-33 SC-52 a save notices what another process has saved, of rows that it does not write too")
    func otherProcess() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Counters.sqlite")
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        let counter = try context.performAndWait {
            let counter = context.insert("Counter", ["value": 0])
            try context.save()
            return counter
        }
        let value = { context.performAndWait { counter.value(forKey: "value") as? Int } }
        #expect(value() == 0)
        #expect(try FaultWriter("count", url.path, "5").finish().lines == ["5"])
        try context.performAndWait {
            context.insert("Counter", ["value": 100])
            try context.save()
            context.refresh(counter, mergeChanges: false)
        }
        #expect(value() == 5)
    }
}
