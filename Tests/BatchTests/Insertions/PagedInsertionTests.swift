// SPDX-License-Identifier: Apache-2.0
// Insertions of more rows than memory should hold: page by page, in one transaction.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Synchronization
import Testing

@Suite("Batch insertions in pages") struct PagedInsertionTests {
    private let stack: Stack

    init() throws {
        stack = try Stack(
            .sqlite,
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

    private func run(
        _ request: NSBatchInsertRequest, _ policy: NSMergePolicy = .error,
        _ type: NSBatchInsertRequestResultType = .count
    ) throws -> NSBatchInsertResult {
        request.resultType = type
        let context = stack.context(policy)
        let result = try context.performAndWait { try context.execute(request) }
        return try #require(result as? NSBatchInsertResult)
    }

    private func raw(_ query: String) throws -> [[String]] {
        try RawDatabase(#require(stack.url)).rows(query)
    }

    @Test("PRG-48 a handler's rows are in memory page by page, however many there are")
    func memory() throws {
        var maxima: [Int] = []
        for count in [4_000, 40_000] {
            let living = Living()
            let first = count * 10
            // A dictionary of Foundation would copy the bytes.
            let filling = request(filling: count) { object, number in
                object.setValue(first + number, forKey: "code")
                object.setValue(living.value(), forKey: "bytes")
            }
            #expect(try run(filling).result as? Int == count)
            maxima.append(living.maximum)
        }
        #expect(maxima.allSatisfy { 500 < $0 && $0 < 1_100 }, "\(maxima)")
        #expect(try raw("SELECT COUNT(*), SUM(LENGTH(ZBYTES)) FROM ZROW") == [["44000", "\(44_000 * 64)"]])
    }

    @Test("PRG-48 objects and IDs come in pages too; keys are the store's, and later saves have others")
    func objects() throws {
        let filling = request(filling: 2_500) { object, number in
            #expect(object.value(forKey: "text") == nil)
            object.setValue(number, forKey: "code")
            object.setValue("t\(number)", forKey: "text")
        }
        let ids = try #require(try run(filling, .error, .objectIDs).result as? [NSManagedObjectID])
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
        #expect(try raw("SELECT COUNT(*) FROM ZROW") == [["2501"]])
        let objects = (0..<1_500).map { ["code": 10_000 + $0] }
        #expect(try run(NSBatchInsertRequest(entityName: "Row", objects: objects)).result as? Int == 1_500)
    }

    @Test(
        "PRG-48 unique values across pages: the row that is there takes over, or stays, or nothing is written"
    )
    func unique() throws {
        // Each of the last thousand has the code of one of the first thousand.
        func rows() -> NSBatchInsertRequest {
            request(2_600) { ["code": $0 < 1_600 ? $0 : $0 - 1_600, "text": "t\($0)"] }
        }
        let error = #expect(throws: NSError.self) { try run(rows()) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try raw("SELECT COUNT(*) FROM ZROW") == [["0"]])
        #expect(
            try run(rows(), NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)).result as? Int
                == 1_600)
        #expect(try raw("SELECT ZTEXT FROM ZROW WHERE ZCODE IN (0, 999) ORDER BY 1") == [["t0"], ["t999"]])
        let result = try run(rows(), NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType))
        #expect(result.result as? Int == 1_600 && result.updatedObjectIDs.count == 1_600)
        #expect(
            try raw("SELECT ZTEXT FROM ZROW WHERE ZCODE IN (0, 999, 1000) ORDER BY ZCODE")
                == [["t1600"], ["t2599"], ["t1000"]])
        #expect(try raw("SELECT COUNT(*) FROM ZROW") == [["1600"]])
    }

    @Test("PRG-48 a mistake on a later page leaves nothing of the others, and the store free")
    func mistake() throws {
        let wrong = request(2_500) { $0 == 2_100 ? ["nonsense": 1] : ["code": $0] }
        #expect(throws: CoreDataException.self) { try run(wrong) }
        #expect(try raw("SELECT COUNT(*) FROM ZROW") == [["0"]])
        #expect(try raw("SELECT COUNT(*) FROM ACHANGE") == [["0"]])
        let context = stack.context()
        try context.performAndWait {
            context.insert("Row", ["code": 1])
            try context.save()
        }
    }

    @Test("PRG-48 a page that is refused is told before a mistake in the page that was filled meanwhile")
    func refusedBeforeMistake() throws {
        let both = request(3_500) {
            if $0 == 2_100 { return ["nonsense": 1] }
            return ["code": $0 == 1_500 ? 3 : $0]
        }
        let error = #expect(throws: NSError.self) { try run(both) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try raw("SELECT COUNT(*) FROM ZROW") == [["0"]])
    }

    @Test("PRG-48 the program is asked for rows on the context's queue, page after page")
    func queue() throws {
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
        #expect(try raw("SELECT COUNT(*) FROM ZROW") == [["5200"]])
    }

    @Test("PRG-48 a row that takes over an object's values keeps its own where the object has defaults")
    func takenOver() throws {
        _ = try run(request(1_200) { ["code": $0, "text": "old \($0)"] })
        let filling = request(filling: 1_200) { object, number in
            object.setValue(number, forKey: "code")
            if number % 2 == 0 { object.setValue("new \(number)", forKey: "text") }
        }
        let result = try run(filling, NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType))
        #expect(result.updatedObjectIDs.count == 1_200)
        #expect(
            try raw("SELECT ZTEXT FROM ZROW WHERE ZCODE IN (0, 1, 1198, 1199) ORDER BY ZCODE")
                == [["new 0"], ["old 1"], ["new 1198"], ["old 1199"]])
    }

    @Test("PRG-48 STO-170 the pages are one transaction of the history")
    func history() throws {
        _ = try run(request(2_500) { ["code": $0] })
        #expect(try raw("SELECT COUNT(*) FROM ATRANSACTION") == [["1"]])
        #expect(
            try raw("SELECT ZCHANGETYPE, COUNT(*), COUNT(DISTINCT ZENTITYPK) FROM ACHANGE GROUP BY 1")
                == [["0", "2500", "2500"]])
    }
}
