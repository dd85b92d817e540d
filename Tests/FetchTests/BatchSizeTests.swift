// SPDX-License-Identifier: Apache-2.0
// fetchBatchSize: how many statements an array costs, what it reads, and when it is forgotten.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Batches of arrays")
struct BatchSizeTests {
    static func filled(_ count: Int = 125, _ kind: Stack.Kind = .sqlite) throws -> Shop {
        let shop = try Shop(kind)
        try shop.fill(customers: count)
        return try shop.reopened()
    }

    static func request(_ size: Int = 10) -> NSFetchRequest<NSManagedObject> {
        let request = Shop.request("Customer", by: "rank")
        request.fetchBatchSize = size
        return request
    }

    @Test("FET-39, FET-121 125 rows in batches of 10: one statement for the IDs, 13 for the rows")
    func iterated() throws {
        let shop = try Self.filled()
        var found: [NSManagedObject] = []
        let first = try shop.stack.statements { found = try shop.context.fetch(Self.request()) }
        #expect(first == ["SELECT t0.Z_PK, t0.Z_ENT FROM ZCUSTOMER t0 ORDER BY t0.ZRANK, t0.Z_PK"])
        for object in found { #expect(object.isFault) }
        let rest = try shop.stack.statements {
            for (rank, object) in found.enumerated() { #expect(object.number("rank") == rank) }
        }
        #expect(found.count == 125 && rest.count == 13)
        let again = try shop.stack.statements { for object in found { _ = object.text("name") } }
        #expect(again.isEmpty)
    }

    @Test("FET-39, FET-121 the first object loads one batch, and a later one its own")
    func firstOnly() throws {
        let shop = try Self.filled()
        let found = try shop.context.fetch(Self.request())
        try shop.expect(statements: 1) { _ = found[0].text("name") }
        try shop.expect(statements: 0) { for object in found[0..<10] { _ = object.text("name") } }
        try shop.expect(statements: 1) { _ = found[77].text("name") }
        try shop.expect(statements: 0) { for object in found[70..<80] { _ = object.text("name") } }
        try shop.expect(statements: 1) { _ = found[124].text("name") }
    }

    @Test("FET-39, FET-121 in any order each batch is read once, also with other objects in between")
    func anyOrder() throws {
        let filled = try Shop()
        try filled.fill()
        let shop = try filled.reopened()
        let found = try shop.context.fetch(Self.request(2))
        let statements = try shop.stack.statements {
            for (rank, object) in found.enumerated().reversed() {
                #expect(object.number("rank") == rank)
                let numbers = object.ends("orders").map { $0.number("number") }
                #expect(numbers.sorted().elementsEqual([rank * 10, rank * 10 + 1]))
            }
        }
        let rows = statements.filter { $0.contains("ZCUSTOMER") && !$0.contains("ZORDER") }
        #expect(rows.count == 3, "\(statements)")
    }

    @Test("FET-39 an empty result and batches of any size: the next fault finds its row")
    func extremes() throws {
        let shop = try Self.filled(5)
        let none = Self.request()
        none.predicate = NSPredicate(format: "rank > 100")
        #expect(try shop.context.fetch(none).isEmpty)
        let found = try shop.context.fetch(Self.request(.max))
        try shop.expect(statements: 1) { for object in found { _ = object.text("name") } }
        let list = try shop.context.fetchBatches(Self.request(.max))
        #expect(list.batchCount == 1 && list.batchSize == .max)
        #expect(try list.batch(at: 0).count == 5)
    }

    @Test("FET-39 a batch size of 0 reads all rows at once, one beyond the result in one batch")
    func sizes() throws {
        let shop = try Self.filled(20)
        for (size, counts) in [(0, [1, 0]), (20, [1, 1]), (1000, [1, 1])] {
            let fresh = try shop.reopened()
            var found: [NSManagedObject] = []
            let first = try fresh.stack.statements { found = try fresh.context.fetch(Self.request(size)) }
            let rest = try fresh.stack.statements { for object in found { _ = object.text("name") } }
            #expect([first.count, rest.count].elementsEqual(counts), "\(size)")
        }
    }

    @Test("FET-34, FET-121 without property values only IDs are read, and each object costs one statement")
    func withoutValues() throws {
        let shop = try Self.filled(7)
        let request = Self.request(0)
        request.includesPropertyValues = false
        var found: [NSManagedObject] = []
        let first = try shop.stack.statements { found = try shop.context.fetch(request) }
        #expect(first == ["SELECT t0.Z_PK, t0.Z_ENT FROM ZCUSTOMER t0 ORDER BY t0.ZRANK, t0.Z_PK"])
        try shop.expect(statements: 7) { for object in found { _ = object.text("name") } }
        request.fetchBatchSize = 3
        shop.context.reset()
        let fresh = try shop.reopened()
        found = try fresh.context.fetch(request)
        try fresh.expect(statements: 3) { for object in found { _ = object.text("name") } }
    }

    @Test(
        "FET-33, FET-39 without faults the first object that is read gives its batch its values",
        arguments: Stack.Kind.lasting)
    func realized(_ kind: Stack.Kind) throws {
        let shop = try Self.filled(125, kind)
        let request = Self.request()
        request.returnsObjectsAsFaults = false
        let found = try shop.context.fetch(request)
        _ = found[25].text("name")
        for (index, object) in found.enumerated() { #expect(object.isFault == !(20..<30).contains(index)) }
    }

    @Test("FET-38, FET-39 prefetching is done batch by batch")
    func prefetching() throws {
        let filled = try Shop()
        try filled.fill()
        let shop = try filled.reopened()
        let request = Self.request(2)
        request.relationshipKeyPathsForPrefetching = ["orders.lines"]
        var found: [NSManagedObject] = []
        try shop.expect(statements: 1) { found = try shop.context.fetch(request) }
        let batch = try shop.stack.statements {
            for customer in found[0..<2] {
                for order in customer.ends("orders") { _ = order.ends("lines").map { $0.text("text") } }
            }
        }
        #expect(batch.count == 3)
        #expect(found[2].isFault)
    }

    @Test("FET-11, FET-28, FET-39 unsaved changes count, at their places", arguments: Stack.Kind.lasting)
    func pendingChanges(_ kind: Stack.Kind) throws {
        let shop = try Self.filled(30, kind)
        let all = try shop.context.fetch(Self.request(0))
        all[3].setValue(100, forKey: "rank")
        shop.context.delete(all[4])
        shop.context.insert("Customer", ["name": "new", "rank": 7])
        shop.context.insert("Customer", ["name": "out", "rank": -5])
        let request = Self.request(5)
        request.predicate = NSPredicate(format: "rank >= 0")
        let found = try shop.context.fetch(request)
        let expected = ["c0", "c1", "c2", "c5", "c6", "c7", "new"] + (8..<30).map { "c\($0)" } + ["c3"]
        #expect(found.compactMap { $0.text("name") }.elementsEqual(expected))
        let list = try shop.context.fetchBatches(request)
        #expect(list.count == 30 && list.compactMap { $0.text("name") }.elementsEqual(expected))
        request.fetchOffset = 2
        request.fetchLimit = 5
        let page = try shop.context.fetchBatches(request)
        #expect(page.compactMap { $0.text("name") }.elementsEqual(expected[2..<7]))
        request.sortDescriptors = nil
        #expect(try shop.context.fetchBatches(request).count == 5)
    }

    @Test("FET-39 objects that are realized or changed already keep their values and cost nothing")
    func realizedBefore() throws {
        let shop = try Self.filled(20)
        let all = try shop.context.fetch(Self.request(0))
        for object in all { _ = object.text("name") }
        all[2].setValue("mine", forKey: "name")
        let statements = try shop.stack.statements {
            let found = try shop.context.fetch(Self.request(5))
            #expect(found[2].text("name") == "mine")
            for object in found { _ = object.text("note") }
        }
        #expect(statements.count == 1)
    }

    @Test(
        "FET-41, CTX-90 the result is a snapshot of IDs: what is deleted later is an inaccessible fault",
        arguments: Stack.Kind.lasting)
    func deletedLater(_ kind: Stack.Kind) throws {
        let shop = try Self.filled(30, kind)
        let found = try shop.context.fetch(Self.request())
        let list = try shop.context.fetchBatches(Self.request())
        let other = shop.stack.context()
        for object in try other.all("Customer", "rank == 15") { other.delete(object) }
        other.insert("Customer", ["rank": 15])
        try other.save()
        #expect(found.count == 30 && list.count == 30)
        #expect(found[14].number("rank") == 14)
        let gone = found[15]
        #expect(gone.text("name") == nil && gone.isDeleted && shop.context.deletedObjects == [gone])
        #expect(list[15] === gone)
        #expect(try list.batch(at: 1).count == 10)
    }

    @Test("FET-39 a child context reads batches of its parent's objects", arguments: Stack.Kind.lasting)
    func children(_ kind: Stack.Kind) throws {
        let shop = try Self.filled(30, kind)
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = shop.context
        shop.context.insert("Customer", ["name": "unsaved", "rank": 12])
        var found: [NSManagedObject] = []
        found = try child.fetch(Self.request())
        let ranks = found.map { $0.number("rank") }
        #expect(ranks.elementsEqual((0...12).map { $0 } + [12] + (13..<30).map { $0 }))
        let list = try child.fetchBatches(Self.request())
        #expect(list.count == 31 && list[13].text("name") == "unsaved")
    }

    @Test("FET-39 several stores: one statement in each for each batch", arguments: Stack.Kind.lasting)
    func severalStores(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        try shop.fill(customers: 10)
        let second = try shop.stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        for number in 0..<10 {
            let customer = shop.context.insert("Customer", ["name": "m\(number)", "rank": number])
            shop.context.assign(customer, to: second)
        }
        try shop.context.save()
        let context = shop.stack.context()
        let names = (0..<10).flatMap { ["c\($0)", "m\($0)"] }
        #expect(try context.fetch(Self.request(4)).compactMap { $0.text("name") }.elementsEqual(names))
        #expect(try context.fetchBatches(Self.request(4)).compactMap { $0.text("name") }.elementsEqual(names))
        let page = Self.request(4)
        (page.fetchOffset, page.fetchLimit) = (3, 4)
        #expect(try context.fetch(page).compactMap { $0.text("name") }.elementsEqual(names[3..<7]))
        #expect(try context.fetchBatches(page).compactMap { $0.text("name") }.elementsEqual(names[3..<7]))
    }

    @Test("FET-53 IDs and counts take no notice of the batch size")
    func otherResults() throws {
        let shop = try Self.filled(20)
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Customer")
        request.fetchBatchSize = 5
        for type in [.managedObjectIDResultType, .countResultType] as [NSFetchRequestResultType] {
            request.resultType = type
            var count = 0
            let statements = try shop.stack.statements { count = try shop.context.fetch(request).count }
            #expect(statements.count == 1 && count == (type == .countResultType ? 1 : 20))
        }
        #expect(shop.context.registeredObjects.isEmpty)
    }
}

extension NSManagedObject {
    /// An integer attribute.
    func number(_ key: String) -> Int { value(forKey: key) as? Int ?? -1 }
}
