// SPDX-License-Identifier: Apache-2.0
// The lazy list of a batched fetch.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Lists of batches")
struct FetchedBatchesTests {
    @Test("FET-39, FET-103 the count is exact without reading, each batch is one statement")
    func statements() throws {
        let shop = try BatchSizeTests.filled()
        var list: FetchedBatches<NSManagedObject>?
        let first = try shop.stack.statements {
            list = try shop.context.fetchBatches(BatchSizeTests.request())
        }
        #expect(first.count == 1)
        let found = try #require(list)
        try shop.expect(statements: 0) { #expect(found.count == 125 && found.batchCount == 13) }
        try shop.expect(statements: 1) { _ = found[0].text("name") }
        try shop.expect(statements: 0) { _ = found[9].text("name") }
        let rest = try shop.stack.statements {
            for (rank, object) in found.enumerated() { #expect(object.number("rank") == rank) }
        }
        #expect(rest.count == 12)
    }

    @Test(
        "FET-39 elements are made when they are asked for, and nobody keeps them",
        arguments: Stack.Kind.lasting)
    func released(_ kind: Stack.Kind) throws {
        let shop = try BatchSizeTests.filled(125, kind)
        let list = try shop.context.fetchBatches(BatchSizeTests.request())
        #expect(shop.context.registeredObjects.isEmpty)
        weak var first: NSManagedObject?
        for (rank, object) in list.enumerated() {
            if rank == 0 { first = object }
            #expect(object.number("rank") == rank)
        }
        #expect(first == nil && shop.context.registeredObjects.isEmpty)
        let kept = list[3]
        #expect(list[3] === kept && list.map(\.objectID)[3] == kept.objectID)
    }

    @Test(
        "FET-39 batches by number, in any order, with their objects' values if the request says so",
        arguments: Stack.Kind.lasting)
    func batches(_ kind: Stack.Kind) throws {
        let shop = try BatchSizeTests.filled(25, kind)
        let request = BatchSizeTests.request()
        request.returnsObjectsAsFaults = false
        let list = try shop.context.fetchBatches(request)
        #expect(try list.batch(at: 2).map { $0.number("rank") }.elementsEqual(20..<25))
        #expect(try list.batch(at: 0).count == 10)
        #expect(list[12].isFault == false)
        #expect(list.last?.number("rank") == 24 && list.reversed().first?.number("rank") == 24)
        #expect(list.objectID(at: 24) == list[24].objectID)
    }

    @Test(
        "FET-39 a store that cannot be read: batch(at:) throws, a subscript gives a fault",
        arguments: Stack.Kind.lasting)
    func errors(_ kind: Stack.Kind) throws {
        let shop = try BatchSizeTests.filled(25, kind)
        let list = try shop.context.fetchBatches(BatchSizeTests.request())
        try shop.stack.change(file: "DROP TABLE ZCUSTOMER", server: "DROP TABLE customer CASCADE")
        #expect(list[0].isFault && list.count == 25)
        #expect(throws: NSError.self) { try list.batch(at: 1) }
        #expect(throws: NSError.self) { try list[0].tryValue(forKey: "name") }
    }

    @Test(
        "FET-39 requests that give no objects are refused, a size of 0 is 100", arguments: Stack.Kind.lasting)
    func refusals(_ kind: Stack.Kind) throws {
        let shop = try BatchSizeTests.filled(5, kind)
        let request = BatchSizeTests.request(0)
        #expect(try shop.context.fetchBatches(request).batchSize == 100)
        request.resultType = .countResultType
        #expect(throws: CoreDataException.self) { try shop.context.fetchBatches(request) }
        let wrong = NSFetchRequest<OtherClass>(entityName: "Customer")
        #expect(throws: CoreDataException.self) { try shop.context.fetchBatches(wrong) }
        #expect(try shop.context.fetchBatches(Shop.request("Tag")).isEmpty)
    }

    @Test(
        "FET-39 objects that are saved after the fetch are found by their permanent IDs",
        arguments: Stack.Kind.lasting)
    func savedLater(_ kind: Stack.Kind) throws {
        let shop = try BatchSizeTests.filled(3, kind)
        shop.context.insert("Customer", ["name": "new", "rank": 50])
        let list = try shop.context.fetchBatches(BatchSizeTests.request(2))
        #expect(list.objectID(at: 3).isTemporaryID)
        try shop.context.save()
        #expect(!list.objectID(at: 3).isTemporaryID && list[3].text("name") == "new")
        shop.context.reset()
        #expect(list[3].text("name") == "new")
    }

    @Test("FET-39 in a store in memory")
    func inMemory() throws {
        let shop = try Shop(.inMemory)
        try shop.fill(customers: 25)
        let context = shop.stack.context()
        let list = try context.fetchBatches(BatchSizeTests.request())
        #expect(list.map { $0.number("rank") }.elementsEqual(0..<25))
        #expect(try context.fetch(BatchSizeTests.request()).map { $0.number("rank") }.elementsEqual(0..<25))
    }
}

private final class OtherClass: NSManagedObject {}
