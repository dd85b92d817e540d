// SPDX-License-Identifier: Apache-2.0
// A store that a program wrote has no transactions: it is asked first, so that its refusal leaves nothing behind.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Several stores: a store of the program's own") struct OwnStoreOrderTests {
    /// A store that keeps nothing and refuses what it is told to refuse.
    final class Refusing: NSAtomicStore, @unchecked Sendable {
        // Sendable because a test uses its store on one thread.
        var refuses = false
        var refusal: any Error = CocoaError(.fileWriteOutOfSpace)
        var saves = 0
        private var count = 0

        override var type: String { "Refusing" }
        override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }
        override func load() throws {}
        override func save() throws {
            if refuses { throw refusal }
            saves += 1
        }
        override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
            count += 1
            return count
        }
        override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
            NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        }
        override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {}
    }

    @Test("SAV-112 when it refuses, the SQLite store has nothing of the save; a later save has all")
    func refusal() throws {
        NSPersistentStoreCoordinator.registerStoreClass(Refusing.self, type: .init(rawValue: "Refusing"))
        let files = try TwoFiles(type: "Refusing")
        let store = try #require(files.b as? Refusing)
        let context = files.context()
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            #expect(store.saves == 1)
            a.setValue("a2", forKey: "name")
            b.setValue("b2", forKey: "name")
            store.refuses = true
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue)
            #expect(try files.names("A") == ["a"])
            #expect(context.updatedObjects == [a, b])
            store.refuses = false
            try context.save()
            #expect(store.saves == 2 && !context.hasChanges)
        }
        #expect(try files.names("A") == ["a2"])
    }

    @Test("a save names the program's own store when that is read-only, and changes no store")
    func readOnly() throws {
        NSPersistentStoreCoordinator.registerStoreClass(Refusing.self, type: .init(rawValue: "Refusing"))
        let files = try TwoFiles(type: "Refusing")
        let store = try #require(files.b as? Refusing)
        let context = files.context()
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            a.setValue("a2", forKey: "name")
            b.setValue("b2", forKey: "name")
            store.isReadOnly = true
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue)
            #expect(error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [store])
            #expect(try files.names("A") == ["a"] && store.saves == 1)
        }
    }

    @Test("SAV-46 conflicts that it reports as 134050 are thrown as 133020, with its list")
    func conflicts() throws {
        NSPersistentStoreCoordinator.registerStoreClass(Refusing.self, type: .init(rawValue: "Refusing"))
        let files = try TwoFiles(type: "Refusing")
        let store = try #require(files.b as? Refusing)
        let context = files.context()
        try context.performAndWait {
            let (_, b) = try files.fill(context)
            b.setValue("b2", forKey: "name")
            let conflict = NSMergeConflict(
                source: b, newVersion: 2, oldVersion: 1, cachedSnapshot: nil,
                persistedSnapshot: ["name": "theirs"])
            store.refuses = true
            store.refusal = NSError(
                domain: NSCocoaErrorDomain, code: NSPersistentStoreSaveConflictsError,
                userInfo: [NSPersistentStoreSaveConflictsErrorKey: [conflict]])
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(
                error?.code == NSManagedObjectMergeError
                    && error?.localizedDescription == "Could not merge changes.")
            let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
            #expect(list?.count == 1 && list?.first === conflict)
            #expect(error?.userInfo[NSUpdatedObjectsKey] as? [NSManagedObjectID] == [b.objectID])
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 134050)
            #expect(context.updatedObjects == [b] && b.value(forKey: "name") as? String == "b2")
            store.refuses = false
            try context.save()
        }
    }
}
