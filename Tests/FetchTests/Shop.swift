// SPDX-License-Identifier: Apache-2.0
// A store with relationships of every kind, for suites that count the statements of fetches.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Customers with orders, orders with lines, products with tags, in a store.
final class Shop {
    let stack: Stack
    /// Kept, because objects do not keep their contexts alive.
    let context: NSManagedObjectContext
    /// Keeps the store.
    private let former: Shop?

    init(_ kind: Stack.Kind = .sqlite) throws {
        stack = try Stack(kind, Shop.model())
        context = stack.context()
        former = nil
    }

    /// Five entities: every kind of relationship, and one with a subentity.
    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Customer", .attribute("name"), .attribute("note"),
                .attribute("rank", .integer64AttributeType, default: 0),
                .toMany("orders", "Order", inverse: "customer"),
                .toOne("favourite", "Product", inverse: "fans"),
                .toMany("visited", "Place")),
            EntitySketch("Partner", parent: "Customer", .attribute("share", .doubleAttributeType)),
            EntitySketch(
                "Order", .attribute("number", .integer64AttributeType, default: 0),
                .toOne("customer", "Customer", inverse: "orders"),
                .toMany("lines", "Line", inverse: "order", isOrdered: true)),
            EntitySketch(
                "Line", .attribute("text"), .toOne("order", "Order", inverse: "lines"),
                .toOne("product", "Product", inverse: "lines")),
            EntitySketch(
                "Product", .attribute("title"), .toMany("lines", "Line", inverse: "product"),
                .toMany("fans", "Customer", inverse: "favourite"),
                .toMany("tags", "Tag", inverse: "products")),
            EntitySketch("Tag", .attribute("label"), .toMany("products", "Product", inverse: "tags")),
            EntitySketch("Place", .attribute("name")))
    }

    /// Six customers, every second one a partner, each with a favourite product, two visited places and two orders of
    /// two lines; three products with two of three tags each.
    func fill() throws {
        let tags = (0..<3).map { context.insert("Tag", ["label": "tag \($0)"]) }
        let products = (0..<3).map { number in
            context.insert(
                "Product",
                ["title": "product \(number)", "tags": Set([tags[number], tags[(number + 1) % 3]])])
        }
        for number in 0..<6 {
            let customer = context.insert(
                number % 2 == 0 ? "Customer" : "Partner",
                [
                    "name": "customer \(number)", "note": "note \(number)", "rank": number,
                    "favourite": products[number % 3],
                    "visited": Set(
                        (0..<2).map { context.insert("Place", ["name": "place \(number)-\($0)"]) }),
                ])
            for index in 0..<2 { insertOrder(number * 10 + index, of: customer, products) }
        }
        try context.save()
    }

    private func insertOrder(_ number: Int, of customer: NSManagedObject, _ products: [NSManagedObject]) {
        let order = context.insert("Order", ["number": number, "customer": customer])
        let lines = [1, 0].map { index in
            context.insert("Line", ["text": "\(number)-\(index)", "product": products[index]])
        }
        order.setValue(NSOrderedSet(array: lines), forKey: "lines")
    }

    /// Customers with names and ranks only.
    func fill(customers count: Int) throws {
        for number in 0..<count {
            context.insert("Customer", ["name": "c\(number)", "note": "n\(number)", "rank": number])
        }
        try context.save()
    }

    /// A context that has fetched nothing, on a coordinator whose row caches are empty.
    func reopened() throws -> Shop {
        let place = try #require(stack.place)
        return try Shop(sharing: self, Stack(at: place, Shop.model()))
    }

    private init(sharing former: Shop, _ stack: Stack) throws {
        self.former = former
        self.stack = stack
        context = stack.context()
    }

    /// Checks how many statements a body costs.
    func expect(
        statements count: Int, at place: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) throws {
        let found = try stack.statements(during: body)
        #expect(found.count == count, "\(found)", sourceLocation: place)
    }

    /// A request in the order of a key.
    static func request(_ entity: String, by key: String? = nil, prefetching paths: [String] = [])
        -> NSFetchRequest<NSManagedObject>
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
        request.relationshipKeyPathsForPrefetching = paths
        return request
    }
}

extension NSManagedObject {
    /// The members of a relationship, or its only one.
    func ends(_ key: String) -> [NSManagedObject] {
        switch value(forKey: key) {
        case let object as NSManagedObject: [object]
        case let objects as Set<NSManagedObject>: Array(objects)
        case let objects as NSOrderedSet: objects.array.compactMap { $0 as? NSManagedObject }
        default: []
        }
    }

    /// A text attribute.
    func text(_ key: String) -> String? { value(forKey: key) as? String }
}
