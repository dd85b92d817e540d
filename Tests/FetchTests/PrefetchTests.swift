// SPDX-License-Identifier: Apache-2.0
// relationshipKeyPathsForPrefetching: how many statements it costs, and that nothing costs one afterwards.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Prefetching")
struct PrefetchTests {
    private static func filled() throws -> Shop {
        let shop = try Shop()
        try shop.fill()
        return try shop.reopened()
    }

    /// Fetches with prefetching, then reads along the same paths; gives how many statements either has cost.
    private func costs(_ entity: String, _ paths: [String], in shop: Shop) throws -> [Int] {
        var found: [NSManagedObject] = []
        let first = try shop.stack.statements {
            found = try shop.context.fetch(Shop.request(entity, prefetching: paths))
        }
        let second = try shop.stack.statements {
            for path in paths { read(path.split(separator: ".").map(String.init)[...], found) }
        }
        #expect(!found.isEmpty)
        return [first.count, second.count]
    }

    private func read(_ keys: ArraySlice<String>, _ objects: [NSManagedObject]) {
        for object in objects { object.willAccessValue(forKey: nil) }
        guard let key = keys.first else { return }
        let ends = objects.flatMap { $0.ends(key) }
        #expect(!ends.isEmpty)
        read(keys.dropFirst(), ends)
    }

    @Test(
        "FET-38, FET-121 one statement more for each step, and none when the objects are read",
        arguments: [
            (entity: "Customer", paths: ["orders"], statements: 2),
            ("Customer", ["favourite"], 2),
            ("Customer", ["visited"], 2),
            ("Customer", ["orders.lines"], 3),
            ("Customer", ["orders", "orders.lines", "orders.lines.product", "favourite"], 5),
            ("Customer", ["orders.customer.favourite"], 3),
            ("Partner", ["orders"], 2),
            ("Order", ["lines.product.tags"], 4),
            ("Product", ["tags"], 2),
            ("Tag", ["products.fans"], 3),
        ])
    func statements(_ sample: (entity: String, paths: [String], statements: Int)) throws {
        let shop = try Self.filled()
        #expect(try costs(sample.entity, sample.paths, in: shop) == [sample.statements, 0])
    }

    @Test("FET-38 the members are those of the store, in their order")
    func members() throws {
        for kind in Stack.Kind.allCases {
            let filled = try Shop(kind)
            try filled.fill()
            let shop = kind == .sqlite ? try filled.reopened() : filled
            let context = shop.stack.context()
            let request = Shop.request(
                "Customer", by: "rank", prefetching: ["orders.lines.product.tags", "visited"])
            for customer in try context.fetch(request) {
                let rank = customer.value(forKey: "rank") as? Int ?? -1
                #expect(customer.entity.name == (rank % 2 == 0 ? "Customer" : "Partner"))
                let orders = customer.ends("orders").sorted { $0.number < $1.number }
                #expect(orders.map(\.number) == [rank * 10, rank * 10 + 1])
                for order in orders {
                    let lines = order.ends("lines")
                    #expect(lines.map { $0.text("text") } == ["\(order.number)-1", "\(order.number)-0"])
                    let tags = lines.flatMap { $0.ends("product") }.map { product in
                        product.ends("tags").compactMap { $0.text("label") }.sorted()
                    }
                    #expect(tags == [["tag 1", "tag 2"], ["tag 0", "tag 1"]])
                }
                let places = customer.ends("visited").compactMap { $0.text("name") }.sorted()
                #expect(places == ["place \(rank)-0", "place \(rank)-1"])
            }
        }
    }

    @Test("FET-38 results stay faults; with values they have their members too")
    func faults() throws {
        let shop = try Self.filled()
        let request = Shop.request("Customer", prefetching: ["orders"])
        let faults = try shop.context.fetch(request)
        for fault in faults { #expect(fault.isFault) }
        request.returnsObjectsAsFaults = false
        let found = try shop.context.fetch(request)
        for customer in found {
            #expect(!customer.isFault && !customer.hasFault(forRelationshipNamed: "orders"))
        }
    }

    @Test("FET-38 an owner without members costs nothing either, and one more step none")
    func nothingThere() throws {
        let shop = try Shop()
        shop.context.insert("Customer", ["name": "alone"])
        try shop.context.save()
        let fresh = try shop.reopened()
        var found: [NSManagedObject] = []
        let first = try fresh.stack.statements {
            found = try fresh.context.fetch(
                Shop.request("Customer", prefetching: ["orders.lines", "favourite.tags"]))
        }
        let second = try fresh.stack.statements {
            let ends = found.flatMap { $0.ends("orders") + $0.ends("favourite") }
            #expect(ends.isEmpty)
        }
        #expect(first.count == 2 && second.isEmpty)
    }

    @Test("FET-38 a path that is none is an exception before any statement")
    func unknownPaths() throws {
        let shop = try Self.filled()
        for path in ["name", "orders.nothing", "orders.lines.text", "", "orders."] {
            let statements = try shop.stack.statements {
                let error = #expect(throws: CoreDataException.self) {
                    try shop.context.fetch(Shop.request("Customer", prefetching: [path]))
                }
                #expect(error?.name == .invalidArgumentException)
                #expect(error?.reason.contains("\"\(path)\"") == true)
            }
            #expect(statements.isEmpty)
        }
    }

    @Test("FET-120 IDs, counts and dictionaries prefetch nothing")
    func otherResults() throws {
        let shop = try Self.filled()
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Customer")
        request.relationshipKeyPathsForPrefetching = ["orders"]
        for type in [.managedObjectIDResultType, .countResultType, .dictionaryResultType]
            as [NSFetchRequestResultType]
        {
            request.resultType = type
            let statements = try shop.stack.statements { _ = try shop.context.fetch(request) }
            #expect(statements.count == 1)
        }
    }

    @Test("FET-38 a child context finds what was prefetched, and unsaved changes above it")
    func children() throws {
        let shop = try Self.filled()
        let (parent, child) = (shop.context, NSManagedObjectContext(.privateQueue))
        child.parent = parent
        let first = try #require(try parent.all("Customer", by: "rank").first)
        parent.insert("Order", ["number": 99, "customer": first])
        var found: [NSManagedObject] = []
        let request = Shop.request("Customer", by: "rank", prefetching: ["orders"])
        request.predicate = NSPredicate(format: "rank < 3")
        let statements = try shop.stack.statements { found = try child.fetch(request) }
        #expect(statements.count == 2)
        let later = try shop.stack.statements {
            #expect(found[1].ends("orders").map(\.number).sorted() == [10, 11])
            #expect(found[2].ends("orders").map(\.number).sorted() == [20, 21])
        }
        #expect(later.isEmpty)
        #expect(found[0].ends("orders").map(\.number).sorted() == [0, 1, 99])
    }

    @Test("FET-38 a save that changes a relationship drops what was prefetched of it")
    func savedMeanwhile() throws {
        let shop = try Self.filled()
        let other = shop.stack.context()
        let found = try shop.context.fetch(Shop.request("Customer", by: "rank", prefetching: ["orders"]))
        let order = try #require(try other.all("Order", "number == 10").first)
        order.setValue(try other.all("Customer", "rank == 0").first, forKey: "customer")
        try other.save()
        #expect(found[0].ends("orders").map(\.number).sorted() == [0, 1, 10])
        #expect(found[1].ends("orders").map(\.number) == [11])
        other.delete(order)
        try other.save()
        shop.context.refreshAllObjects()
        #expect(found[0].ends("orders").map(\.number).sorted() == [0, 1])
    }

    @Test("FET-38 a save of other entities leaves what was prefetched")
    func unrelatedSave() throws {
        let shop = try Self.filled()
        let found = try shop.context.fetch(Shop.request("Order", prefetching: ["lines"]))
        let other = shop.stack.context()
        other.insert("Tag", ["label": "new"])
        try other.save()
        let statements = try shop.stack.statements {
            for order in found { #expect(order.ends("lines").count == 2) }
        }
        #expect(statements.isEmpty)
    }

    @Test("FET-38, FET-123 with a stalenessInterval of 0 relationships are read from the store")
    func staleness() throws {
        let shop = try Self.filled()
        let found = try shop.context.fetch(Shop.request("Product", prefetching: ["tags"]))
        shop.context.stalenessInterval = 0
        let statements = try shop.stack.statements { _ = found[0].ends("tags") }
        #expect(statements.count == 2)
    }

    @Test("FET-38, CTX-151 a pinned context prefetches from its own state")
    func generations() throws {
        let shop = try Self.filled()
        try shop.context.setQueryGenerationFrom(.current)
        #expect(try shop.context.count(for: Shop.request("Order")) == 12)
        let other = shop.stack.context()
        for order in try other.all("Order", "number < 10") { other.delete(order) }
        try other.save()
        let request = Shop.request("Customer", by: "rank", prefetching: ["orders.lines"])
        let found = try shop.context.fetch(request)
        let statements = try shop.stack.statements {
            #expect(found[0].ends("orders").map(\.number).sorted() == [0, 1])
            for order in found[0].ends("orders") { #expect(order.ends("lines").count == 2) }
        }
        #expect(statements.isEmpty)
    }

    @Test("FET-38 several stores: one statement more in each")
    func severalStores() throws {
        let shop = try Shop()
        try shop.fill()
        let second = try shop.stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let customer = shop.context.insert("Customer", ["name": "in memory", "rank": 100])
        let order = shop.context.insert("Order", ["number": 1000, "customer": customer])
        for object in [customer, order] { shop.context.assign(object, to: second) }
        try shop.context.save()
        let context = shop.stack.context()
        var found: [NSManagedObject] = []
        let request = Shop.request("Customer", by: "rank", prefetching: ["orders"])
        let first = try shop.stack.statements { found = try context.fetch(request) }
        #expect(first.count == 2)
        let statements = try shop.stack.statements {
            let counts = found.map { $0.ends("orders").count }
            #expect(counts == [2, 2, 2, 2, 2, 2, 1])
        }
        #expect(statements.isEmpty)
    }

    @Test("FET-38 ten thousand owners are read by the same two statements")
    func manyOwners() throws {
        let shop = try Shop()
        for number in 0..<10_000 {
            let order = shop.context.insert("Order", ["number": number])
            order.setValue(
                NSOrderedSet(array: (0..<2).map { shop.context.insert("Line", ["text": "\(number)-\($0)"]) }),
                forKey: "lines")
        }
        try shop.context.save()
        let fresh = try shop.reopened()
        #expect(try costs("Order", ["lines"], in: fresh) == [2, 0])
    }
}

extension NSManagedObject {
    fileprivate var number: Int { number("number") }
}
