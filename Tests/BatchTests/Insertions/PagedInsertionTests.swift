// SPDX-License-Identifier: Apache-2.0
// Insertions of more rows than memory should hold: page by page, in one transaction.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Synchronization
import Testing

@Suite("Batch insertions in pages") struct PagedInsertionTests {
    private static func stack(_ kind: Stack.Kind) throws -> Stack {
        try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Row", unique: [["code"]], .attribute("code", .integer64AttributeType),
                    .attribute("text"), .attribute("bytes", .binaryDataAttributeType))),
            options: [NSPersistentHistoryTrackingKey: true])
    }

    /// Values that know how many of them are in memory.
    private final class Living: Sendable {
        private let now = Atomic<Int>(0)
        private let most = Atomic<Int>(0)

        func value() -> Data {
            now.add(1, ordering: .relaxed)
            most.max(now.load(ordering: .relaxed), ordering: .relaxed)
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
            bytes.initializeMemory(as: UInt8.self, repeating: 1)
            // Allocated above, and not empty.
            return Data(
                bytesNoCopy: bytes.baseAddress!, count: bytes.count,
                deallocator: .custom { [self] pointer, _ in
                    pointer.deallocate()
                    now.subtract(1, ordering: .relaxed)
                })
        }

        var maximum: Int { most.load(ordering: .relaxed) }
    }

    /// A request that asks for rows one by one.
    private func request(_ count: Int, _ values: @escaping (Int) -> [String: Any]) -> NSBatchInsertRequest {
        var number = 0
        return NSBatchInsertRequest(entityName: "Row") { (dictionary: NSMutableDictionary) -> Bool in
            if number == count { return true }
            for (key, value) in values(number) { dictionary[key] = value }
            number += 1
            return false
        }
    }

    /// A request that asks to fill one object again and again.
    private func request(filling count: Int, _ fill: @escaping (NSManagedObject, Int) -> Void)
        -> NSBatchInsertRequest
    {
        var number = 0
        return NSBatchInsertRequest(entityName: "Row") { (object: NSManagedObject) -> Bool in
            if number == count { return true }
            fill(object, number)
            number += 1
            return false
        }
    }

    @Test(
        "PRG-48 a handler's rows are in memory page by page, however many there are",
        arguments: Stack.Kind.lasting)
    func memory(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        var maxima: [Int] = []
        for count in [4_000, 40_000] {
            let living = Living()
            let first = count * 10
            // A dictionary of Foundation would copy the bytes.
            let filling = request(filling: count) { object, number in
                object.setValue(first + number, forKey: "code")
                object.setValue(living.value(), forKey: "bytes")
            }
            #expect(try stack.run(filling).result as? Int == count)
            maxima.append(living.maximum)
        }
        #expect(maxima.allSatisfy { 500 < $0 && $0 < 1_100 }, "\(maxima)")
        #expect(try stack.count() == 44_000 && stack.size() == 44_000 * 64)
    }

    @Test(
        "PRG-48 objects and IDs come in pages too; keys are the store's, and later saves have others",
        arguments: Stack.Kind.lasting)
    func objects(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let filling = request(filling: 2_500) { object, number in
            #expect(object.value(forKey: "text") == nil)
            object.setValue(number, forKey: "code")
            object.setValue("t\(number)", forKey: "text")
        }
        let ids = try #require(try stack.run(filling, .error, .objectIDs).result as? [NSManagedObjectID])
        #expect(Set(ids).count == 2_500)
        let context = stack.context()
        try context.performAndWait {
            for place in [0, 499, 500, 2_499] {
                let object = try context.existingObject(with: ids[place])
                #expect(object.value(forKey: "text") as? String == "t\(place)")
            }
            let later = context.insert("Row", ["code": 9_999])
            try context.save()
            #expect(!ids.contains(later.objectID))
        }
        #expect(try stack.count() == 2_501)
        let objects = (0..<1_500).map { ["code": 10_000 + $0] }
        #expect(
            try stack.run(NSBatchInsertRequest(entityName: "Row", objects: objects)).result as? Int == 1_500)
    }

    @Test(
        "PRG-48 unique values across pages: the row that is there takes over, or stays, or nothing is written",
        arguments: Stack.Kind.lasting)
    func unique(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        // Each of the last thousand has the code of one of the first thousand.
        func rows() -> NSBatchInsertRequest {
            request(2_600) { ["code": $0 < 1_600 ? $0 : $0 - 1_600, "text": "t\($0)"] }
        }
        let error = #expect(throws: NSError.self) { try stack.run(rows()) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try stack.count() == 0)
        #expect(
            try stack.run(rows(), NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)).result
                as? Int
                == 1_600)
        #expect(try stack.texts(0, 999) == ["t0", "t999"])
        let result = try stack.run(rows(), NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType))
        #expect(result.result as? Int == 1_600 && result.updatedObjectIDs.count == 1_600)
        #expect(try stack.texts(0, 999, 1_000) == ["t1600", "t2599", "t1000"])
        #expect(try stack.count() == 1_600)
    }

    @Test(
        "PRG-48 a mistake on a later page leaves nothing of the others, and the store free",
        arguments: Stack.Kind.lasting)
    func mistake(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let wrong = request(2_500) { $0 == 2_100 ? ["nonsense": 1] : ["code": $0] }
        #expect(throws: CoreDataException.self) { try stack.run(wrong) }
        #expect(try stack.count() == 0)
        #expect(try stack.transactions().isEmpty)
        let context = stack.context()
        try context.performAndWait {
            context.insert("Row", ["code": 1])
            try context.save()
        }
    }

    @Test(
        "PRG-48 a page that is refused is told before a mistake in the page that was filled meanwhile",
        arguments: Stack.Kind.lasting)
    func refusedBeforeMistake(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let both = request(3_500) {
            if $0 == 2_100 { return ["nonsense": 1] }
            return ["code": $0 == 1_500 ? 3 : $0]
        }
        let error = #expect(throws: NSError.self) { try stack.run(both) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try stack.count() == 0)
    }

    @Test(
        "PRG-48 the program is asked for rows on the context's queue, page after page",
        arguments: Stack.Kind.lasting)
    func queue(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let context = stack.context()
        let threads = Mutex<Set<UInt>>([])
        let filling = request(5_200) { number in
            threads.withLock { _ = $0.insert(UInt(pthread_self())) }
            return ["code": number]
        }
        let own = try context.performAndWait {
            _ = try context.execute(filling)
            return UInt(pthread_self())
        }
        #expect(threads.withLock { $0 } == [own])
        #expect(try stack.count() == 5_200)
    }

    @Test(
        "PRG-48 a row that takes over an object's values keeps its own where the object has defaults",
        arguments: Stack.Kind.lasting)
    func takenOver(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        _ = try stack.run(request(1_200) { ["code": $0, "text": "old \($0)"] })
        let filling = request(filling: 1_200) { object, number in
            object.setValue(number, forKey: "code")
            if number % 2 == 0 { object.setValue("new \(number)", forKey: "text") }
        }
        let result = try stack.run(filling, NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType))
        #expect(result.updatedObjectIDs.count == 1_200)
        #expect(try stack.texts(0, 1, 1_198, 1_199) == ["new 0", "old 1", "new 1198", "old 1199"])
    }

    @Test("PRG-48 STO-170 the pages are one transaction of the history", arguments: Stack.Kind.lasting)
    func history(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        _ = try stack.run(request(2_500) { ["code": $0] })
        let transactions = try stack.transactions()
        let changes = try #require(transactions.first?.changes)
        #expect(transactions.count == 1 && changes.count == 2_500)
        #expect(changes.allSatisfy { $0.changeType == .insert })
        #expect(Set(changes.map(\.changedObjectID)).count == 2_500)
    }
}

extension Stack {
    fileprivate func run(
        _ request: NSBatchInsertRequest, _ policy: NSMergePolicy = .error,
        _ type: NSBatchInsertRequestResultType = .count
    ) throws -> NSBatchInsertResult {
        request.resultType = type
        let context = context(policy)
        let result = try context.performAndWait { try context.execute(request) }
        return try #require(result as? NSBatchInsertResult)
    }

    /// How many rows there are.
    fileprivate func count() throws -> Int {
        let context = context()
        return try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Row"))
        }
    }

    /// The texts of the rows with some codes, by the code.
    fileprivate func texts(_ codes: Int...) throws -> [String?] {
        let context = context()
        return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Row")
            request.predicate = NSPredicate(format: "code IN %@", codes)
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            return try context.fetch(request).map { $0.value(forKey: "text") as? String }
        }
    }

    /// The sizes of all rows' bytes, added.
    fileprivate func size() throws -> Int {
        let context = context()
        return try context.performAndWait {
            try context.all("Row").reduce(0) { $0 + (($1.value(forKey: "bytes") as? Data)?.count ?? 0) }
        }
    }

    fileprivate func transactions() throws -> [NSPersistentHistoryTransaction] {
        let context = context()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        let result = try context.performAndWait { try context.execute(request) as? NSPersistentHistoryResult }
        return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }
}
