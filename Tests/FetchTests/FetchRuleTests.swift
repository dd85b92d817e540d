// SPDX-License-Identifier: Apache-2.0
// What a fetch finds, and what it leaves alone.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("What fetches find")
struct FetchRuleTests {
    private static func names(_ context: NSManagedObjectContext, _ request: NSFetchRequest<NSManagedObject>)
        throws
        -> [String]
    {
        try context.fetch(request).compactMap { $0.text("name") }
    }

    @Test("FET-10, FET-30 without a predicate all objects of the entity, those of subentities only if wanted")
    func everything() throws {
        for kind in Stack.Kind.allCases {
            let shop = try Shop(kind)
            try shop.fill()
            shop.context.insert("Partner", ["name": "unsaved", "rank": 10])
            let request = Shop.request("Customer", by: "rank")
            #expect(try Self.names(shop.context, request).count == 7)
            request.includesSubentities = false
            let own = ["customer 0", "customer 2", "customer 4"]
            #expect(try Self.names(shop.context, request).elementsEqual(own))
            #expect(try shop.context.count(for: request) == 3)
            request.fetchBatchSize = 2
            #expect(try Self.names(shop.context, request).elementsEqual(own))
        }
    }

    @Test("FET-14 realized and changed objects keep their values, and are the same objects")
    func registered() throws {
        let shop = try BatchSizeTests.filled(3)
        let (context, other) = (shop.context, shop.stack.context())
        let found = try context.fetch(BatchSizeTests.request(0))
        for object in found { _ = object.text("name") }
        found[0].setValue("mine", forKey: "name")
        for object in try other.all("Customer") { object.setValue("theirs", forKey: "name") }
        try other.save()
        let again = try context.fetch(BatchSizeTests.request(0))
        #expect(again.elementsEqual(found))
        #expect(again.compactMap { $0.text("name") }.elementsEqual(["mine", "c1", "c2"]))
        #expect(found.count { context.registeredObject(for: $0.objectID) === $0 } == 3)
    }

    @Test("FET-15 a fetch meets no conflict and fires no fault that it does not concern")
    func quiet() throws {
        let shop = try BatchSizeTests.filled(3)
        let (context, other) = (shop.context, shop.stack.context())
        let found = try context.fetch(BatchSizeTests.request(0))
        found[0].setValue("mine", forKey: "name")
        try #require(try other.all("Customer", by: "rank").first).setValue("theirs", forKey: "name")
        try other.save()
        let request = BatchSizeTests.request(0)
        request.predicate = NSPredicate(format: "name == 'mine' OR rank == 2")
        #expect(try context.fetch(request).elementsEqual([found[0], found[2]]))
        #expect(found[1].isFault)
    }

    @Test("FET-16 what was deleted or rolled back never appears again")
    func gone() throws {
        let shop = try BatchSizeTests.filled(4)
        let context = shop.context
        let all = try context.fetch(BatchSizeTests.request(0))
        context.delete(all[0])
        #expect(try Self.names(context, BatchSizeTests.request(0)).elementsEqual(["c1", "c2", "c3"]))
        try context.save()
        context.insert("Customer", ["name": "new"])
        context.rollback()
        for size in [0, 2] {
            #expect(try Self.names(context, BatchSizeTests.request(size)).elementsEqual(["c1", "c2", "c3"]))
        }
        context.delete(all[1])
        context.rollback()
        #expect(try Self.names(context, BatchSizeTests.request(0)).elementsEqual(["c1", "c2", "c3"]))
    }

    @Test("FET-17, FET-11, FET-121 counts take unsaved changes in, at one statement, and make no objects")
    func counts() throws {
        let shop = try BatchSizeTests.filled(20)
        let context = shop.context
        let request = BatchSizeTests.request(0)
        request.predicate = NSPredicate(format: "rank >= 10")
        var count = 0
        let statements = try shop.stack.statements { count = try context.count(for: request) }
        #expect(count == 10)
        #expect(statements == ["SELECT COUNT(*) FROM ZCUSTOMER t0 WHERE t0.ZRANK >= ?"])
        let kept = context.insert("Customer", ["rank": 11])
        let changed = try #require(try context.all("Customer", "rank == 0").first)
        changed.setValue(30, forKey: "rank")
        context.delete(try #require(try context.all("Customer", "rank == 12").first))
        context.processPendingChanges()
        let pending = try shop.stack.statements { count = try context.count(for: request) }
        #expect(count == 11)
        #expect(pending.count == 1 && context.registeredObjects.contains(kept))
        request.includesPendingChanges = false
        #expect(try context.count(for: request) == 10)
        (request.includesPendingChanges, request.fetchOffset, request.fetchLimit) = (true, 4, 20)
        #expect(try context.count(for: request) == 7)
    }

    @Test("FET-31 pages of a result with unsaved changes: never longer than the limit, in the final order")
    func pages() throws {
        let shop = try BatchSizeTests.filled(10)
        let context = shop.context
        let all = try context.fetch(BatchSizeTests.request(0))
        for rank in [2, 3, 4] { context.delete(all[rank]) }
        context.insert("Customer", ["name": "first", "rank": -1])
        all[9].setValue(5, forKey: "rank")
        let expected = ["first", "c0", "c1", "c5", "c9", "c6", "c7", "c8"]
        for size in [0, 3] {
            let request = BatchSizeTests.request(size)
            request.fetchLimit = 3
            for offset in 0..<9 {
                request.fetchOffset = offset
                let page = expected.dropFirst(offset).prefix(3)
                #expect(try Self.names(context, request).elementsEqual(page), "\(offset)")
                #expect(try context.fetchBatches(request).compactMap { $0.text("name") }.elementsEqual(page))
                #expect(try context.count(for: request) == page.count)
            }
        }
    }

    @Test("FET-32, FET-39 refreshing what is realized: newest values by this fetch, also with a batch size")
    func refreshing() throws {
        let shop = try BatchSizeTests.filled(4)
        let (context, other) = (shop.context, shop.stack.context())
        let found = try context.fetch(BatchSizeTests.request(0))
        for object in found { _ = object.text("name") }
        found[0].setValue("mine", forKey: "note")
        for object in try other.all("Customer") { object.setValue("theirs", forKey: "name") }
        try other.save()
        let request = BatchSizeTests.request(2)
        request.shouldRefreshRefetchedObjects = true
        let again = try context.fetch(request)
        #expect(again.compactMap { $0.text("name") }.elementsEqual(["c0", "theirs", "theirs", "theirs"]))
    }

    @Test("FET-122 realized objects that are found again cost the fetch's own statement only")
    func foundAgain() throws {
        let shop = try BatchSizeTests.filled(20)
        let context = shop.context
        let found = try context.fetch(BatchSizeTests.request(0))
        let first = try shop.stack.statements { for object in found { _ = object.text("name") } }
        let second = try shop.stack.statements {
            for object in try context.fetch(BatchSizeTests.request(0)) { _ = object.text("note") }
        }
        #expect(first.isEmpty && second.count == 1)
    }

    @Test("FET-123 cached rows fill faults for nothing; with a stalenessInterval of 0 each costs a statement")
    func staleness() throws {
        let shop = try BatchSizeTests.filled(5)
        let context = shop.context
        let found = try context.fetch(BatchSizeTests.request(0))
        try shop.expect(statements: 0) { _ = found[0].text("name") }
        context.stalenessInterval = 0
        try shop.expect(statements: 4) { for object in found { _ = object.text("name") } }
        context.refreshAllObjects()
        try shop.expect(statements: 5) { for object in found { _ = object.text("name") } }
        context.stalenessInterval = 3600
        context.refreshAllObjects()
        try shop.expect(statements: 0) { for object in found { _ = object.text("name") } }
    }

    @Test("FET-42 only the affected stores, unsaved objects by the store they are assigned to")
    func affectedStores() throws {
        let shop = try Shop()
        let first = shop.stack.store
        let second = try shop.stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = shop.context
        for (name, rank, store) in [("a", 1, first), ("b", 2, second)] {
            context.assign(context.insert("Customer", ["name": name, "rank": rank]), to: store)
        }
        try context.save()
        let kept = [("c", 3, first), ("d", 4, second)].map { name, rank, store in
            let customer = context.insert("Customer", ["name": name, "rank": rank])
            context.assign(customer, to: store)
            return customer
        }
        for size in [0, 1] {
            let request = BatchSizeTests.request(size)
            #expect(try Self.names(context, request).elementsEqual(["a", "b", "c", "d"]))
            request.affectedStores = [second]
            #expect(try Self.names(context, request).elementsEqual(["b", "d"]))
            #expect(try context.count(for: request) == 2)
            request.includesPendingChanges = false
            #expect(try Self.names(context, request).elementsEqual(["b"]))
            request.affectedStores = []
            #expect(try context.fetch(request).isEmpty)
        }
        #expect(kept.count == 2)
    }

    @Test("FET-40 a batch size changes nothing of dictionaries: they are read at once")
    func dictionaries() throws {
        let shop = try BatchSizeTests.filled(12)
        let request = NSFetchRequest<NSDictionary>(entityName: "Customer")
        request.resultType = .dictionaryResultType
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
        request.fetchBatchSize = 5
        let id = NSExpressionDescription()
        id.name = "objectID"
        id.expression = NSExpression.expressionForEvaluatedObject()
        id.expressionResultType = .objectIDAttributeType
        for properties in [["name"], ["name", id]] as [[Any]] {
            request.propertiesToFetch = properties
            var found: [NSDictionary] = []
            let statements = try shop.stack.statements { found = try shop.context.fetch(request) }
            #expect(statements.count == 1)
            #expect(found.compactMap { $0["name"] as? String }.elementsEqual((0..<12).map { "c\($0)" }))
            #expect(found.count { $0["objectID"] is NSManagedObjectID } == (properties.count - 1) * 12)
        }
    }
}
