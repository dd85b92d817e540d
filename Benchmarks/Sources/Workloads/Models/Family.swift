// SPDX-License-Identifier: Apache-2.0
// Owners with ten parts each: what predicates over relationships, prefetching and groups are measured on.

import CoreData
import Foundation

/// An object with parts; its number is indexed.
final class Owner: NSManagedObject {
    static let partsEach: Int64 = 10

    var name: String? {
        get { _string(at: 0) }
        set { _setString(newValue, at: 0) }
    }
    var number: Int64 {
        get { _int64(at: 1) }
        set { _setInt64(newValue, at: 1) }
    }
    var parts: Set<Part> { _members(at: 2, as: Part.self) }

    override class var _classProperties: ClassProperties? {
        ClassProperties(Owner.self, slots: ["name", "number", "parts"]) { _ in [:] }
    }
}

/// A part; its kind is one of a hundred.
final class Part: NSManagedObject {
    var kind: Int32 {
        get { _int32(at: 0) }
        set { _setInt64(Int64(newValue), at: 0) }
    }
    var name: String? {
        get { _string(at: 1) }
        set { _setString(newValue, at: 1) }
    }
    var number: Int64 {
        get { _int64(at: 2) }
        set { _setInt64(newValue, at: 2) }
    }
    var owner: Owner? {
        get { _toOne(at: 3, as: Owner.self) }
        set { _setToOne(newValue, at: 3) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(Part.self, slots: ["kind", "name", "number", "owner"]) { _ in [:] }
    }
}

/// The two entities, and their rows.
enum Family {
    static func makeEntities() -> [NSEntityDescription] {
        let (owner, part) = (NSEntityDescription(), NSEntityDescription())
        (owner.name, part.name) = ("Owner", "Part")
        owner.managedObjectClassName = NSStringFromClass(Owner.self)
        part.managedObjectClassName = NSStringFromClass(Part.self)
        let (many, one) = (NSRelationshipDescription(), NSRelationshipDescription())
        (many.name, many.destinationEntity, many.inverseRelationship) = ("parts", part, one)
        (one.name, one.destinationEntity, one.maxCount, one.inverseRelationship) = ("owner", owner, 1, many)
        let number = Item.attribute("number", .integer64AttributeType)
        owner.properties = [Item.attribute("name", .stringAttributeType), number, many]
        part.properties =
            [
                Item.attribute("kind", .integer32AttributeType), Item.attribute("name", .stringAttributeType),
                Item.attribute("number", .integer64AttributeType),
            ] + [one]
        let element = NSFetchIndexElementDescription(property: number, collationType: .binary)
        owner.indexes = [NSFetchIndexDescription(name: "byNumber", elements: [element])]
        return [owner, part]
    }

    /// Owners 1…count with their parts.
    static func fill(_ stack: Stack, count: Int64) throws {
        for i in 1...count {
            let owner = Owner(entity: try stack.entity("Owner"), insertInto: stack.context)
            owner.name = "Owner \(i)"
            owner.number = i
            for k in 0..<Owner.partsEach {
                let part = Part(entity: try stack.entity("Part"), insertInto: stack.context)
                part.number = (i - 1) * Owner.partsEach + k
                part.kind = Int32(part.number * 7 % 100)
                part.name = "Part \(part.number)"
                part.owner = owner
            }
        }
        try stack.context.save()
    }
}

extension Seed {
    /// Owners with ten parts each.
    static let family = Seed(name: "family") { file, workspace in
        let stack = try Stack(file, model: workspace.model)
        try stack.context.performAndWait { try Family.fill(stack, count: workspace.owners) }
        try stack.close()
    }
}
