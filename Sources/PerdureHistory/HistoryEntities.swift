// SPDX-License-Identifier: Apache-2.0
// The two entities of history fetches, transactions and changes. No model has them.

import Foundation
import Perdure
import PerdureModel

/// The entities of transactions and changes.
enum HistoryEntities {
    static let transaction = make(
        "TRANSACTION",
        [
            ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
            ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
            ("timestamp", .dateAttributeType), ("token", .undefinedAttributeType),
            ("transactionNumber", .integer64AttributeType),
        ])

    static let change = make(
        "CHANGE",
        [
            ("changeID", .integer64AttributeType), ("changeType", .integer64AttributeType),
            ("changedEntity", .integer64AttributeType), ("changedID", .integer64AttributeType),
            ("changedObjectID", .objectIDAttributeType), ("tombstone", .undefinedAttributeType),
            ("updatedProperties", .undefinedAttributeType),
        ])

    private static func make(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription
    {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            return attribute
        }
        return entity
    }

    static func fetchRequest(_ entity: NSEntityDescription) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        return request
    }
}
