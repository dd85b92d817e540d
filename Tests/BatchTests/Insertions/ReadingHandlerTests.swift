// SPDX-License-Identifier: Apache-2.0
// Handlers of batch insertions that read the store for each object: also where one connection does all work.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch insertions whose handlers read") struct ReadingHandlerTests {
    private static let count = 1_200

    /// A stack whose timeout is short: a read that waits for its own insertion ends soon.
    private func stack(_ kind: Stack.Kind = .sqlite, _ more: [AnyHashable: Any] = [:]) throws -> Stack {
        try Stack(kind, model(), options: options(more))
    }

    private func model() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("Row", .attribute("code", .integer64AttributeType)))
    }

    private func options(_ more: [AnyHashable: Any] = [:]) -> [AnyHashable: Any] {
        var options = more
        options[NSPersistentStoreTimeoutOption] = 3
        return options
    }

    private func rows(_ context: NSManagedObjectContext) throws -> Int {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Row"))
    }

    /// Inserts rows with a handler that counts the rows each time; gives the counts.
    private func insert(_ stack: Stack) throws -> [Int] {
        let context = stack.context()
        var counts: [Int] = []
        let request = NSBatchInsertRequest(entityName: "Row") { (dictionary: NSMutableDictionary) -> Bool in
            if counts.count == Self.count { return true }
            dictionary["code"] = counts.count
            do {
                counts.append(try rows(context))
                return false
            } catch {
                // One failure is enough: each would wait for the whole timeout.
                Issue.record(error)
                return true
            }
        }
        request.resultType = .count
        let result = try context.performAndWait { try context.execute(request) }
        #expect((result as? NSBatchInsertResult)?.result as? Int == Self.count)
        return counts
    }

    private func check(_ stack: Stack) throws {
        // Nobody sees rows of an insertion that is not committed.
        #expect(try insert(stack) == Array(repeating: 0, count: Self.count))
        let context = stack.context()
        let codes = try context.performAndWait {
            try context.all("Row", by: "code").compactMap { $0.value(forKey: "code") as? Int }
        }
        #expect(codes == Array(0..<Self.count))
    }

    @Test("STO-161 PRG-48 a handler reads while earlier rows are written", arguments: Stack.Kind.lasting)
    func readers(_ kind: Stack.Kind) throws { try check(stack(kind)) }

    @Test("STO-161 PRG-48 a handler reads with a pool of one connection", arguments: Stack.Kind.lasting)
    func oneConnection(_ kind: Stack.Kind) throws {
        try check(stack(kind, [NSPersistentStoreConnectionPoolMaxSizeKey: 1]))
    }

    @Test("STO-161 PRG-48 a handler reads a store in memory")
    func memory() throws {
        try check(Stack(at: URL(fileURLWithPath: "/dev/null"), model(), options: options()))
    }

    @Test(
        "STO-161 PRG-48 a handler reads a store with a rollback journal",
        arguments: ["DELETE", "TRUNCATE", "MEMORY"])
    func rollbackJournal(_ journal: String) throws {
        try check(stack(.sqlite, [NSSQLitePragmasOption: ["journal_mode": journal]]))
    }

    @Test(
        "STO-161 a handler that writes to its store, or removes it, is refused at once; the insertion goes on"
    )
    func writing() throws {
        // With the usual timeout: whoever waited for the insertion would do so for minutes.
        let stack = try Stack(.sqlite, model())
        let neighbour = try Stack(at: try #require(stack.url), model())
        let (saving, other) = (stack.context(), neighbour.context())
        var refusals: [String] = []
        func attempt(_ deed: () throws -> Void) {
            do { try deed() } catch { refusals.append("\(error)") }
        }
        var number = 0
        let request = NSBatchInsertRequest(entityName: "Row") { (dictionary: NSMutableDictionary) -> Bool in
            dictionary["code"] = number
            number += 1
            if number == 1_100 {
                for context in [saving, other] {
                    attempt {
                        try context.performAndWait {
                            context.insert("Row")
                            try context.save()
                        }
                    }
                }
                attempt { try stack.coordinator.remove(stack.store) }
            }
            return number > Self.count
        }
        let context = stack.context()
        _ = try context.performAndWait { try context.execute(request) }
        #expect(refusals.count == 3)
        #expect(refusals.allSatisfy { $0.contains("handler of a batch insert request") }, "\(refusals)")
        let inserted = try context.performAndWait { try rows(context) }
        #expect(inserted == Self.count)
        try saving.performAndWait { try saving.save() }
    }

    @Test("STO-161 a save is refused while the handler of an insertion waits for its thread")
    func waiting() throws {
        let stack = try Stack(.sqlite, model())
        let (parked, context) = (stack.context(), stack.context())
        let (isInside, isAsked, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        // Read here when the other thread has ended.
        nonisolated(unsafe) var refusal = ""
        Thread.detachNewThread {
            parked.performAndWait {
                parked.insert("Row")
                isInside.signal()
                isAsked.wait()
                do { try parked.save() } catch { refusal = "\(error)" }
            }
            isOver.signal()
        }
        isInside.wait()
        var number = 0
        let request = NSBatchInsertRequest(entityName: "Row") { (dictionary: NSMutableDictionary) -> Bool in
            dictionary["code"] = number
            number += 1
            if number == 1_100 {
                isAsked.signal()
                parked.performAndWait {}
            }
            return number > Self.count
        }
        _ = try context.performAndWait { try context.execute(request) }
        isOver.wait()
        #expect(refusal.contains("handler of a batch insert request"))
        let inserted = try context.performAndWait { try rows(context) }
        #expect(inserted == Self.count)
    }

    @Test("PRG-48 a mistake after many objects leaves nothing in a store with a rollback journal")
    func mistake() throws {
        let stack = try self.stack(.sqlite, [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        var number = 0
        let request = NSBatchInsertRequest(entityName: "Row") { (dictionary: NSMutableDictionary) -> Bool in
            let key = number == 700 ? "nonsense" : "code"
            dictionary[key] = number
            number += 1
            return number > 1_000
        }
        let context = stack.context()
        #expect(throws: CoreDataException.self) {
            try context.performAndWait { try context.execute(request) }
        }
        let left = try context.performAndWait { try rows(context) }
        #expect(left == 0)
        try check(stack)
    }
}
