// SPDX-License-Identifier: Apache-2.0
// The entity of the accessors' benchmark, with the kinds of properties that Item.swift lacks.

import CoreData
import Foundation

/// The accessors are those of generated code; the class is in another module than the library, as users have it.
final class Sample: NSManagedObject {
    var active: Bool {
        get { _bool(at: 0) }
        set { _setBool(newValue, at: 0) }
    }
    var created: Date? {
        get { _date(at: 1) }
        set { _setDate(newValue, at: 1) }
    }
    var name: String? {
        get { _string(at: 2) }
        set { _setString(newValue, at: 2) }
    }
    var number: Int64 {
        get { _int64(at: 3) }
        set { _setInt64(newValue, at: 3) }
    }
    var rating: Int32 {
        get { _int32(at: 4) }
        set { _setInt64(Int64(newValue), at: 4) }
    }
    var sample: Sample? {
        get { _toOne(at: 5, as: Sample.self) }
        set { _setToOne(newValue, at: 5) }
    }
    var score: Double {
        get { _double(at: 7) }
        set { _setDouble(newValue, at: 7) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            Sample.self,
            slots: ["active", "created", "name", "number", "rating", "sample", "samples", "score"]
        ) { _ in [:] }
    }

    static func makeModel() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Sample"
        entity.managedObjectClassName = NSStringFromClass(Sample.self)
        let (one, many) = (NSRelationshipDescription(), NSRelationshipDescription())
        (one.name, one.destinationEntity, one.maxCount, one.inverseRelationship) = ("sample", entity, 1, many)
        (many.name, many.destinationEntity, many.inverseRelationship) = ("samples", entity, one)
        entity.properties =
            [
                Item.attribute("active", .booleanAttributeType),
                Item.attribute("created", .dateAttributeType),
                Item.attribute("name", .stringAttributeType),
                Item.attribute("number", .integer64AttributeType),
                Item.attribute("rating", .integer32AttributeType),
                Item.attribute("score", .doubleAttributeType),
            ] + [one, many]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    func fill(_ i: Int64) {
        active = i % 2 == 0
        created = Date(timeIntervalSinceReferenceDate: Double(i) + 0.25)
        name = "A sample with a name of more than fifteen bytes: \(i)"
        number = i
        rating = Int32(i % 100)
        score = Double(i) * 0.5
    }
}
