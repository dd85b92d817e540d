// SPDX-License-Identifier: Apache-2.0
// What a migration in place leaves beside the rows: the journal, the history, what others are told.

import CoreData
import Foundation
import PerdureTestSupport
import Synchronization
import Testing

@Suite("Migration: traces") struct MigrationTraceTests {
    private func page(_ version: Int) -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "TracePage", .attribute("text"),
                .attribute("rank\(version)", .integer64AttributeType, isOptional: false, default: version)))
    }

    private func size(_ url: URL, _ suffix: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: url.path + suffix)[.size] as? Int ?? 0
    }

    @Test(
        "MIG-143 a large log of the transaction is moved into the file and cut off, unless a reader needs it")
    func truncatesLog() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Pages.sqlite")
        let stack = try Stack(at: url, page(1))
        let context = stack.context()
        try context.performAndWait {
            for _ in 0..<1_500 { context.insert("TracePage", ["text": String(repeating: "x", count: 4_000)]) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let alone = try Stack(at: url, page(2), options: LibraryVersions.migrating)
        #expect(try size(url, "") > 4_000_000 && size(url, "-wal") < 100_000)
        try alone.coordinator.remove(alone.store)
        let reader = try RawDatabase(url, isReadOnly: false)
        try reader.rows("BEGIN")
        #expect(try reader.rows("SELECT COUNT(*), SUM(ZRANK2) FROM ZTRACEPAGE") == [["1500", "3000"]])
        let beside = try Stack(at: url, page(3), options: LibraryVersions.migrating)
        #expect(try size(url, "-wal") > 4_000_000)
        #expect(try reader.rows("SELECT COUNT(*), SUM(ZRANK2) FROM ZTRACEPAGE") == [["1500", "3000"]])
        reader.close()
        #expect(
            try beside.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "TracePage")) == 1_500
        )
        try beside.coordinator.remove(beside.store)
    }

    @Test("MIG-145 MIG-146 a migration is no transaction of the history, and tokens stay where they were")
    func addsNoTransaction() throws {
        let tracking: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
        let file = try LibraryFile(options: tracking)
        let options = LibraryVersions.migrating.merging(tracking) { $1 }
        let old = try file.open(LibraryVersions.first(), tracking) { try Self.state(of: $0) }
        let new = try file.open(LibraryVersions.second(), options) { try Self.state(of: $0) }
        #expect(old.transactions > 0 && new.transactions == old.transactions)
        #expect(old.token != nil && new.token == old.token)
    }

    private static func state(of stack: Stack) throws -> (transactions: Int, token: NSPersistentHistoryToken?)
    {
        let context = stack.context()
        return try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let all = result?.result as? [NSPersistentHistoryTransaction] ?? []
            return (all.count, stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
        }
    }

    @Test("MIG-145 the coordinator that migrates posts no remote change of its own")
    func postsNothing() throws {
        let file = try LibraryFile()
        let posts = Atomic<Int>(0)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.second())
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { _ in posts.add(1, ordering: .relaxed) }
        defer { NotificationCenter.default.removeObserver(observer) }
        let options = LibraryVersions.migrating.merging([
            NSPersistentStoreRemoteChangeNotificationPostOptionKey: true
        ]) { $1 }
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file.url, options: options)
        #expect(posts.load(ordering: .relaxed) == 0)
        try coordinator.remove(store)
    }
}
