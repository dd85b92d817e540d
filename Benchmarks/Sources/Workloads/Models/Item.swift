// SPDX-License-Identifier: Apache-2.0
// The entity of all benchmarks: six attributes, two of them strings.

import CoreData
import Foundation

/// What a typed accessor costs is part of what is measured: these are what generated code does.
final class Item: NSManagedObject {
    var count: Int32 {
        get { _int32(at: 0) }
        set { _setInt64(Int64(newValue), at: 0) }
    }
    var created: Date? {
        get { _date(at: 1) }
        set { _setDate(newValue, at: 1) }
    }
    var name: String? {
        get { _string(at: 2) }
        set { _setString(newValue, at: 2) }
    }
    var note: String? {
        get { _string(at: 3) }
        set { _setString(newValue, at: 3) }
    }
    var number: Int64 {
        get { _int64(at: 4) }
        set { _setInt64(newValue, at: 4) }
    }
    var score: Double {
        get { _double(at: 5) }
        set { _setDouble(newValue, at: 5) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            Item.self, slots: ["count", "created", "name", "note", "number", "score"]
        ) { _ in [:] }
    }

    /// The model, made in code: Item, and the entities of Family.swift.
    static func makeModel() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Item"
        entity.managedObjectClassName = NSStringFromClass(Item.self)
        entity.properties = [
            attribute("count", .integer32AttributeType), attribute("created", .dateAttributeType),
            attribute("name", .stringAttributeType), attribute("note", .stringAttributeType),
            attribute("number", .integer64AttributeType), attribute("score", .doubleAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity] + Family.makeEntities()
        return model
    }

    static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
    }

    func fill(_ i: Int64) {
        count = Int32(i % 1000)
        created = Date(timeIntervalSinceReferenceDate: Double(i) + 0.25)
        name = "Item \(i)"
        note = "A note of some length about item \(i)"
        number = i
        score = Double(i) * 0.5
    }
}
