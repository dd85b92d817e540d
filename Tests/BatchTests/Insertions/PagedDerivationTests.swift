// SPDX-License-Identifier: Apache-2.0
// Insertions in pages whose rows take over values, from which the rows of another entity compute theirs.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch insertions in pages and derived values") struct PagedDerivationTests {
    /// A request that gives its rows one by one, more than a page of them.
    private static func rows(_ count: Int) -> NSBatchInsertRequest {
        var number = 0
        return NSBatchInsertRequest(entityName: "Row") { (dictionary: NSMutableDictionary) -> Bool in
            if number == count { return true }
            dictionary["code"] = number
            dictionary["price"] = 10
            number += 1
            return false
        }
    }

    @Test(
        "PRG-48 derived values of another entity's rows are new, though a new row has the number of one",
        arguments: Stack.Kind.lasting)
    func derived(_ kind: Stack.Kind) throws {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Row", unique: [["code"]], .attribute("code", .integer64AttributeType),
                    .attribute("price", .integer64AttributeType), .toOne("shelf", "Shelf", inverse: "rows")),
                EntitySketch(
                    "Shelf", .derived("total", .integer64AttributeType, "rows.@sum.price"),
                    .toMany("rows", "Row", inverse: "shelf"))))
        let context = stack.context()
        let shelves = try context.performAndWait {
            let shelves = (0..<60).map { _ in context.insert("Shelf") }
            for (code, shelf) in shelves.suffix(10).enumerated() {
                context.insert("Row", ["code": code, "price": 1, "shelf": shelf])
            }
            try context.save()
            return shelves.suffix(10).map(\.objectID)
        }
        let writer = stack.context(NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType))
        try writer.performAndWait { _ = try writer.execute(Self.rows(1_200)) }
        let reader = stack.context()
        try reader.performAndWait {
            let totals = try shelves.map {
                try reader.existingObject(with: $0).value(forKey: "total") as? Int
            }
            #expect(totals == Array(repeating: 10, count: 10))
        }
    }
}
