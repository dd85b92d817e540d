// SPDX-License-Identifier: Apache-2.0
// What a store goes on counting when a mapping model has made its content anew: numbers of objects and of transactions.

import CoreData
import PerdureTestSupport
import Testing

@testable import PerdureMigration

@Suite("Heavy migrations: numbers and histories") struct KeptNumberTests {
    private static var tracking: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }

    private func heavy(_ sample: LibrarySample, _ options: [AnyHashable: Any]? = nil) throws {
        try HeavyMigration(
            url: sample.source, type: NSSQLiteStoreType, options: options, from: sample.old, to: sample.new,
            mapping: try sample.inferred()
        ).run()
    }

    private func with<Result>(
        _ model: NSManagedObjectModel, _ url: URL, _ options: [AnyHashable: Any]? = nil,
        _ body: (Stack, NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let stack = try Stack(at: url, model, options: options)
        let context = stack.context()
        let result = try context.performAndWait { try body(stack, context) }
        try stack.coordinator.remove(stack.store)
        return result
    }

    private func save(_ entity: String, _ key: String, _ count: Int, _ context: NSManagedObjectContext) throws
        -> NSManagedObject
    {
        var last = context.insert(entity, [key: "0"])
        try context.save()
        for number in 1..<max(count, 1) {
            last = context.insert(entity, [key: "\(number)"])
            try context.save()
        }
        return last
    }

    private func number(_ object: NSManagedObject) -> Int {
        Int(object.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
    }

    private func count(after token: NSPersistentHistoryToken?, _ context: NSManagedObjectContext) throws
        -> Int
    {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        return (result?.result as? [NSPersistentHistoryTransaction])?.count ?? 0
    }

    @Test("MIG-112 the number of a deleted object is not given again after an automatic migration")
    func deletedNumber() throws {
        let sample = try LibrarySample(authors: 2)
        let last = try with(sample.old, sample.source) { _, context in
            let author = try save("Author", "name", 3, context)
            let last = number(author)
            context.delete(author)
            try context.save()
            return last
        }
        try heavy(sample)
        try with(sample.new, sample.source) { _, context in
            let next = number(try save("Writer", "fullName", 1, context))
            #expect(next > last)
        }
    }

    @Test("MIG-112 objects keep their numbers, also behind a gap")
    func gap() throws {
        let sample = try LibrarySample()
        let before = try with(sample.old, sample.source) { _, context in
            _ = try save("Author", "name", 4, context)
            let all = try context.all("Author", by: "name")
            context.delete(all[0])
            context.delete(all[2])
            try context.save()
            return try context.all("Author", by: "name").map(number)
        }
        try heavy(sample)
        let after = try with(sample.new, sample.source) { _, context in
            try context.all("Writer", by: "fullName").map(number)
        }
        #expect(after == before)
    }

    @Test("MIG-48 the number of a deleted object is not given again after a migration in place")
    func deletedNumberInPlace() throws {
        let sample = try LibrarySample(authors: 2)
        let last = try with(sample.old, sample.source) { _, context in
            let author = try save("Author", "name", 3, context)
            let last = number(author)
            context.delete(author)
            try context.save()
            return last
        }
        let options = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        try with(sample.new, sample.source, options) { _, context in
            let next = number(try save("Writer", "fullName", 1, context))
            #expect(next > last)
        }
    }

    @Test(
        "MIG-146 after an automatic migration by a mapping model tokens from before are 134301, and new ones work"
    )
    func expiredTokens() throws {
        let sample = try LibrarySample()
        let token = try with(sample.old, sample.source, Self.tracking) { stack, context in
            _ = try save("Author", "name", 3, context)
            return stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
        }
        let old = try #require(token)
        try heavy(sample, Self.tracking)
        try with(sample.new, sample.source, Self.tracking) { stack, context in
            let error = #expect(throws: NSError.self) { try count(after: old, context) }
            #expect(error?.code == NSPersistentHistoryTokenExpiredError)
            #expect(try count(after: nil, context) == 0)
            let now = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
            _ = try save("Writer", "fullName", 2, context)
            #expect(try count(after: now, context) == 2)
            let late = #expect(throws: NSError.self) { try count(after: old, context) }
            #expect(late?.code == NSPersistentHistoryTokenExpiredError)
        }
    }

    @Test("MIG-91 MIG-147 objects are added to a store that has a history, as transactions of it")
    func addsToHistory() throws {
        let sample = try LibrarySample()
        try with(sample.new, sample.destination, Self.tracking) { _, context in
            _ = try save("Writer", "fullName", 2, context)
        }
        try sample.migrate(try sample.inferred())
        try with(sample.new, sample.destination, Self.tracking) { _, context in
            let (writers, transactions) = (try context.all("Writer").count, try count(after: nil, context))
            #expect(writers == 4 && transactions > 2)
        }
    }

    @Test("MIG-46 a store that has a third version by now is left to the next look at it")
    func thirdVersion() throws {
        let sample = try LibrarySample()
        let third = NSManagedObjectModel(EntitySketch("Author", .attribute("name"), .attribute("more")))
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        try with(third, sample.source, options) { _, _ in }
        let before = try LibraryFile.content(of: sample.source)
        try heavy(sample)
        #expect(try LibraryFile.content(of: sample.source) == before)
    }

    @Test("MIG-115 a full disk is 640, and the store is as it was")
    func fullDisk() throws {
        let sample = try LibrarySample(authors: 3_000)
        let before = try LibraryFile.content(of: sample.source)
        let options: [AnyHashable: Any] = [NSSQLitePragmasOption: ["max_page_count": "40"]]
        let error = #expect(throws: NSError.self) { try heavy(sample, options) }
        #expect(error?.code == NSFileWriteOutOfSpaceError)
        #expect(try LibraryFile.content(of: sample.source) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path)
        #expect(names.filter { $0.contains("migrating") } == [])
    }

    @Test("MIG-114 a migration into a store removes what killed ones left there, and not what lives")
    func leftOvers() throws {
        let sample = try LibrarySample()
        let (dead, alive) = (UUID().uuidString, UUID().uuidString)
        for name in [dead, alive] {
            try Data("left".utf8).write(to: sample.folder.file(".New.sqlite.migrating-\(name)"))
        }
        let claim = TemporaryClaim(of: sample.folder.file(".New.sqlite.migrating-\(alive)"))
        try withExtendedLifetime(claim) { try sample.migrate(try sample.inferred()) }
        let left = try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path)
        #expect(left.contains { $0.hasSuffix(alive) } && !left.contains { $0.contains(dead) })
    }
}
