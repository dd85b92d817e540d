// SPDX-License-Identifier: Apache-2.0
// The model that FaultWriter and the tests that start it share.

import Foundation
import Perdure

/// A model in which a test can tell a whole transaction from a torn one.
public enum FaultModel {
    /// How many items each batch has.
    public static let itemsPerBatch = 7

    /// The model of Batch with its own items, and of Counter.
    public static func batches() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Batch", .attribute("number", .integer64AttributeType),
                .attribute("size", .integer64AttributeType),
                .toMany("items", "Item", inverse: "batch", rule: .cascadeDeleteRule)),
            EntitySketch(
                "Item", .attribute("place", .integer64AttributeType),
                .attribute("content", .binaryDataAttributeType),
                .toOne("batch", "Batch", inverse: "items")),
            EntitySketch("Counter", .attribute("value", .integer64AttributeType)))
    }

    /// Inserts a batch with all of its items.
    ///
    /// - Parameters:
    ///   - number: the batch's number.
    ///   - context: the batch's context.
    ///   - bytes: how many bytes each item carries.
    public static func insertBatch(_ number: Int, into context: NSManagedObjectContext, bytes: Int = 200) {
        let batch = context.insert("Batch", ["number": number, "size": itemsPerBatch])
        let content = Data(repeating: UInt8(truncatingIfNeeded: number), count: bytes)
        for place in 0..<itemsPerBatch {
            context.insert("Item", ["place": place, "batch": batch, "content": content])
        }
    }
}
