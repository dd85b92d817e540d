// SPDX-License-Identifier: Apache-2.0
// Dictionary results: columns, aggregates, groups, their types and order, on both built-in stores alike.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Dictionary results") struct DictionaryFetchTests {
    struct Shop {
        let stack: Stack
        let context: NSManagedObjectContext

        /// Items a (1), b (2), b (4), c (nil points) in the lists x and y; the last one has no list.
        init(_ kind: Stack.Kind) throws {
            stack = try Stack(kind, Self.model())
            context = stack.context()
            try context.performAndWait { [context] in
                let lists = ["x", "y"].map { context.insert("List", ["name": $0]) }
                for (title, points, price, list) in [
                    ("a", 1, "1.5", lists[0]), ("b", 2, "2.25", lists[0]), ("b", 4, "0.25", lists[1]),
                    ("c", nil, nil, nil),
                ] as [(String, Int?, String?, NSManagedObject?)] {
                    let decimal = price.map { NSDecimalNumber(string: $0) }
                    context.insert(
                        "Item", ["title": title, "points": points, "price": decimal, "list": list])
                }
                try context.save()
            }
        }

        static func model() -> NSManagedObjectModel {
            NSManagedObjectModel(
                EntitySketch("List", .attribute("name"), .toMany("items", "Item", inverse: "list")),
                EntitySketch(
                    "Item", .attribute("title"), .attribute("points", .integer64AttributeType),
                    .attribute("price", .decimalAttributeType), .toOne("list", "List", inverse: "items")))
        }

        func fetch(
            _ properties: [Any]?, sortedBy keys: [String] = [], entity: String = "Item",
            _ change: (NSFetchRequest<NSDictionary>) -> Void = { _ in }
        ) throws -> [[String: Any]] {
            let request = NSFetchRequest<NSDictionary>(entityName: entity)
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = properties
            request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
            change(request)
            return try context.performAndWait {
                try context.fetch(request).map { $0 as? [String: Any] ?? [:] }
            }
        }
    }

    static func column(
        _ name: String, _ format: String, _ type: NSAttributeType = .integer64AttributeType
    ) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(format: format)
        description.expressionResultType = type
        return description
    }

    private func equal(_ found: [[String: Any]], _ wanted: [[String: Any]]) -> Bool {
        found as NSArray == wanted as NSArray
    }

    @Test(
        "FET-52, FET-54 keys are names, key paths and names of expressions; what is nil is left out",
        arguments: Stack.Kind.allCases)
    func columns(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let doubled = Self.column("doubled", "points * 2")
        let item = try #require(shop.stack.coordinator.managedObjectModel.entitiesByName["Item"])
        let title = try #require(item.propertiesByName["title"])
        let found = try shop.fetch([title, "list.name", doubled, "points"], sortedBy: ["points"])
        let wanted: [[String: Any]] = [
            ["title": "c"], ["title": "a", "list.name": "x", "doubled": 2, "points": 1],
            ["title": "b", "list.name": "x", "doubled": 4, "points": 2],
            ["title": "b", "list.name": "y", "doubled": 8, "points": 4],
        ]
        #expect(equal(found, wanted), "\(found)")
    }

    @Test(
        "FET-52 to-one relationships and objectID give IDs; nil fetches attributes and to-one relationships",
        arguments: Stack.Kind.allCases)
    func references(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let found = try shop.fetch(["objectID", "list"], sortedBy: ["points"])
        let items = try shop.context.performAndWait {
            try shop.context.all("Item", by: "points").map { item in
                (item.objectID, (item.value(forKey: "list") as? NSManagedObject)?.objectID)
            }
        }
        for (dictionary, item) in zip(found, items) {
            #expect(dictionary["objectID"] as? NSManagedObjectID == item.0)
            #expect(dictionary["list"] as? NSManagedObjectID == item.1)
        }
        let all = try shop.fetch(nil) { $0.predicate = NSPredicate(format: "points == 1") }
        #expect(Set(all.flatMap(\.keys)) == ["title", "points", "price", "list"])
    }

    @Test(
        "FET-60, FET-61 aggregates alone give one dictionary, with numbers of the type that is asked for",
        arguments: Stack.Kind.allCases)
    func aggregates(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let mean = Self.column("mean", "average:(points)", .doubleAttributeType)
        let total = NSExpressionDescription()
        total.name = "total"
        total.expression = NSExpression(
            forFunction: "sum:", arguments: [NSExpression(forKeyPath: "price")])
        total.resultType = .decimal
        let found = try shop.fetch([
            Self.column("n", "count:(points)"), Self.column("sum", "sum:(points)"), mean, total,
            Self.column("least", "min:(points)", .integer16AttributeType),
            Self.column("last", "max:(title)", .stringAttributeType),
            Self.column("small", "min:(price)", .doubleAttributeType),
        ])
        #expect(found.count == 1)
        let one = found.first ?? [:]
        #expect(one["n"] as? Int == 3 && one["sum"] as? Int == 7 && one["least"] as? Int == 1)
        #expect(one["mean"] as? Double == 7.0 / 3 && one["last"] as? String == "c")
        #expect(one["total"] as? NSDecimalNumber == 4 && one["small"] as? Double == 0.25)
    }

    @Test(
        "FET-60, FET-62 functions of members give each row a result; @count and @max without members run over all rows",
        arguments: Stack.Kind.allCases)
    func memberFunctions(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let columns: [Any] = [
            "name", Self.column("most", "max:(items.points)"), Self.column("n", "items.@count"),
        ]
        let wanted: [[String: Any]] = [
            ["name": "x", "most": 2, "n": 2], ["name": "y", "most": 4, "n": 1],
        ]
        let found = try shop.fetch(columns, sortedBy: ["name"], entity: "List")
        #expect(equal(found, wanted), "\(found)")
        let all = try shop.fetch([Self.column("n", "@count"), Self.column("most", "@max.points")])
        #expect(equal(all, [["n": 4, "most": 4]]), "\(all)")
        // The rows of a group have different members: a count of them needs to be grouped too.
        #expect(throws: CoreDataException.self) {
            try shop.fetch(["name", Self.column("n", "items.@count")], entity: "List") {
                $0.propertiesToGroupBy = ["name"]
            }
        }
    }

    @Test(
        "FET-66 over no rows the count is 0, and other aggregates have no key", arguments: Stack.Kind.allCases
    )
    func noRows(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let columns = [
            Self.column("n", "count:(points)"), Self.column("sum", "sum:(points)"),
            Self.column("mean", "average:(points)", .doubleAttributeType),
            Self.column("least", "min:(points)"), Self.column("most", "max:(points)"),
        ]
        let found = try shop.fetch(columns) { $0.predicate = NSPredicate(value: false) }
        #expect(equal(found, [["n": 0]]), "\(found)")
    }

    @Test(
        "FET-61, FET-62, FET-64 groups with aggregates; nil is a group of its own",
        arguments: Stack.Kind.allCases)
    func groups(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let sum = Self.column("sum", "sum:(points)")
        let found = try shop.fetch(["list.name", sum], sortedBy: ["list.name"]) {
            $0.propertiesToGroupBy = ["list.name"]
        }
        let wanted: [[String: Any]] = [[:], ["list.name": "x", "sum": 3], ["list.name": "y", "sum": 4]]
        #expect(equal(found, wanted), "\(found)")
        let twice = try shop.fetch(["title", "list.name", sum], sortedBy: ["title", "list.name"]) {
            $0.propertiesToGroupBy = ["title", "list.name"]
        }
        #expect(twice.count == 4)
    }

    @Test(
        "FET-44, FET-63 having filters groups by keys and by aggregates", arguments: Stack.Kind.allCases)
    func having(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let sum = Self.column("sum", "sum:(points)")
        let found = try shop.fetch(["title", sum], sortedBy: ["title"]) {
            $0.propertiesToGroupBy = ["title"]
            $0.havingPredicate = NSPredicate(format: "sum:(points) > 0 AND title != 'a'")
        }
        #expect(equal(found, [["title": "b", "sum": 6]]), "\(found)")
    }

    @Test(
        "PRG-51 having may name computed columns, as variables, and their expressions",
        arguments: Stack.Kind.allCases)
    func havingColumns(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let sum = Self.column("sum", "sum:(points)")
        for named in [NSExpression(forVariable: "sum"), try #require(sum.expression)] {
            let found = try shop.fetch(["title", sum], sortedBy: ["title"]) {
                $0.propertiesToGroupBy = ["title"]
                $0.havingPredicate = NSPredicate(format: "%@ > 1", argumentArray: [named])
            }
            #expect(equal(found, [["title": "b", "sum": 6]]), "\(found)")
        }
        let text = try shop.fetch(["title", sum], sortedBy: ["title"]) {
            $0.propertiesToGroupBy = ["title"]
            $0.havingPredicate = NSPredicate(format: "$sum > 0 AND $title == 'a'")
        }
        #expect(equal(text, [["title": "a", "sum": 1]]), "\(text)")
        #expect(throws: CoreDataException.self) {
            try shop.fetch(["title", sum]) {
                $0.propertiesToGroupBy = ["title"]
                $0.havingPredicate = NSPredicate(format: "$nothing > 0")
            }
        }
    }

    @Test(
        "FET-65 groups are sorted by the names of expressions, and cut by limit and offset",
        arguments: Stack.Kind.allCases)
    func sortedByName(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let sum = Self.column("sum", "sum:(points)")
        let titles = { (change: (NSFetchRequest<NSDictionary>) -> Void) in
            try shop.fetch(["title", sum]) {
                $0.propertiesToGroupBy = ["title"]
                $0.sortDescriptors = [NSSortDescriptor(key: "sum", ascending: false)]
                change($0)
            }.map { $0["title"] as? String }
        }
        #expect(try titles { _ in } == ["b", "a", "c"])
        let page = try titles {
            $0.fetchLimit = 1
            $0.fetchOffset = 1
        }
        #expect(page == ["a"])
        #expect(throws: CoreDataException.self) {
            try shop.fetch(["title"]) {
                $0.sortDescriptors = [NSSortDescriptor(key: "sum", ascending: true)]
            }
        }
    }

    @Test(
        "FET-37 equal dictionaries once; objects and IDs are not affected", arguments: Stack.Kind.allCases)
    func distinct(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let found = try shop.fetch(["title"], sortedBy: ["title"]) { $0.returnsDistinctResults = true }
        #expect(found.map { $0["title"] as? String } == ["a", "b", "c"])
        let pairs = try shop.fetch(["title", "points"]) { $0.returnsDistinctResults = true }
        #expect(pairs.count == 4)
    }

    @Test(
        "FET-13, FET-67 unsaved changes are never in dictionaries nor in aggregates",
        arguments: Stack.Kind.allCases)
    func pendingChanges(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        try shop.context.performAndWait {
            shop.context.insert("Item", ["title": "d", "points": 100])
            try shop.context.all("Item", "title == 'a'").first?.setValue(50, forKey: "points")
        }
        let found = try shop.fetch([Self.column("sum", "sum:(points)")]) { $0.includesPendingChanges = true }
        #expect(equal(found, [["sum": 7]]), "\(found)")
        #expect(try shop.fetch(["title"]).count == 4)
    }

    @Test(
        "FET-36 properties of another entity are refused", arguments: Stack.Kind.allCases)
    func otherEntity(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        let list = try #require(shop.stack.coordinator.managedObjectModel.entitiesByName["List"])
        let name = try #require(list.propertiesByName["name"])
        let error = #expect(throws: CoreDataException.self) { try shop.fetch([name]) }
        #expect(error?.reason.hasSuffix("passed to setPropertiesToFetch: (entity mismatch)") == true)
    }
}

@Suite("Dictionary results of several stores") struct SeveralStoresDictionaryTests {
    private let stack: Stack
    private let context: NSManagedObjectContext
    private let stores: [NSPersistentStore]

    init() throws {
        stack = try Stack(.sqlite, FixtureModel.notes())
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        stores = [stack.store, second]
        context = stack.context()
        try context.performAndWait { [context, stores] in
            for (index, note) in [("c", 1), ("a", 2), ("b", 3), ("a", 2), ("d", 5), ("e", 4)].enumerated() {
                let object = context.insert("Note", ["text": note.0, "number": note.1])
                context.assign(object, to: stores[index % 2])
            }
            try context.save()
        }
    }

    private func texts(_ change: (NSFetchRequest<NSDictionary>) -> Void = { _ in }) throws -> [String?] {
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["text"]
        request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
        change(request)
        return try context.performAndWait { try context.fetch(request).map { $0["text"] as? String } }
    }

    @Test("FET-43 dictionaries are sorted over all stores, and cut once")
    func merged() throws {
        #expect(try texts() == ["a", "a", "b", "c", "d", "e"])
        let page = try texts {
            $0.fetchOffset = 1
            $0.fetchLimit = 3
        }
        #expect(page == ["a", "b", "c"])
        let byNumber = try texts { $0.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)] }
        #expect(byNumber == ["d", "e", "b", "a", "a", "c"])
    }

    @Test("FET-37, FET-43 equal dictionaries of two stores come once")
    func distinct() throws {
        let found = try texts {
            $0.returnsDistinctResults = true
            $0.fetchLimit = 3
        }
        #expect(found == ["a", "b", "c"])
    }

    @Test("FET-42 affectedStores chooses stores")
    func affected() throws {
        #expect(try texts { $0.affectedStores = [stores[0]] } == ["b", "c", "d"])
        #expect(try texts { $0.affectedStores = [] } == [])
    }

    @Test("FET-60, FET-43 aggregates over several stores are refused, of one they are not")
    func aggregates() throws {
        let sum = NSExpressionDescription()
        sum.name = "sum"
        sum.expression = NSExpression(format: "sum:(number)")
        sum.expressionResultType = .integer64AttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [sum]
        try context.performAndWait {
            let error = #expect(throws: CoreDataException.self) { try context.fetch(request) }
            #expect(error?.reason.contains("Set affectedStores to one of them") == true)
            request.affectedStores = [stores[1]]
            let found = try context.fetch(request)
            #expect(found == [["sum": 8]])
        }
    }
}
