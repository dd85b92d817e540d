// SPDX-License-Identifier: Apache-2.0
// A class with every accessor that generated code has, written as it writes them, and models that it fits and
// does not fit. For the suites of accessors.

import Foundation
import Perdure
import PerdureTestSupport

/// Slots stand in the order of `GadgetModel.names`.
class Gadget: NSManagedObject {
    var active: Bool {
        get { _bool(at: 0) }
        set { _setBool(newValue, at: 0) }
    }
    var optionalActive: Bool? {
        get { _optionalBool(at: 0) }
        set { _setOptionalBool(newValue, at: 0) }
    }
    var blob: Data? {
        get { _data(at: 1) }
        set { _setData(newValue, at: 1) }
    }
    var born: Date? {
        get { _date(at: 2) }
        set { _setDate(newValue, at: 2) }
    }
    var cost: NSDecimalNumber? {
        get { _decimal(at: 3) }
        set { _setDecimal(newValue, at: 3) }
    }
    var extra: Any? {
        get { _value(at: 4) }
        set { _setValue(newValue, at: 4) }
    }
    var height: Double {
        get { _double(at: 5) }
        set { _setDouble(newValue, at: 5) }
    }
    var optionalHeight: Double? {
        get { _optionalDouble(at: 5) }
        set { _setOptionalDouble(newValue, at: 5) }
    }
    var home: URL? {
        get { _url(at: 6) }
        set { _setURL(newValue, at: 6) }
    }
    var job: Gadget? {
        get { _toOne(at: 7, as: Gadget.self) }
        set { _setToOne(newValue, at: 7) }
    }
    var key: UUID? {
        get { _uuid(at: 8) }
        set { _setUUID(newValue, at: 8) }
    }
    var large: Int64 {
        get { _int64(at: 9) }
        set { _setInt64(newValue, at: 9) }
    }
    var optionalLarge: Int64? {
        get { _optionalInt64(at: 9) }
        set { _setInteger(newValue, at: 9) }
    }
    var number: NSNumber? {
        get { _number(at: 9) }
        set { _setNumber(newValue, at: 9) }
    }
    var medium: Int32 {
        get { _int32(at: 10) }
        set { _setInt64(Int64(newValue), at: 10) }
    }
    var optionalMedium: Int32? { _optionalInt32(at: 10) }
    var parts: Set<Gadget> {
        get { _members(at: 11, as: Gadget.self) }
        set { _setToMany(Array(newValue), at: 11) }
    }
    var partSet: NSSet? { _set(at: 11) }
    var ratio: Float {
        get { _float(at: 12) }
        set { _setDouble(Double(newValue), at: 12) }
    }
    var optionalRatio: Float? { _optionalFloat(at: 12) }
    var small: Int16 {
        get { _int16(at: 13) }
        set { _setInt64(Int64(newValue), at: 13) }
    }
    var optionalSmall: Int16? { _optionalInt16(at: 13) }
    var steps: [Gadget] {
        get { _orderedMembers(at: 14, as: Gadget.self) }
        set { _setToMany(newValue, at: 14) }
    }
    var stepSet: NSOrderedSet? { _orderedSet(at: 14) }
    var title: String? {
        get { _string(at: 15) }
        set { _setString(newValue, at: 15) }
    }
    var primitiveTitle: String? {
        get { _primitiveValue(at: 15) }
        set { _setPrimitiveValue(newValue, at: 15) }
    }
    var whole: Gadget? {
        get { _toOne(at: 16, as: Gadget.self) }
        set { _setToOne(newValue, at: 16) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(Gadget.self, slots: GadgetModel.names) { _ in [:] }
    }
}

/// A subclass without properties of its own, as destination of another class than the accessor says.
final class SmallGadget: Gadget {}

/// Models of entities whose class is Gadget.
enum GadgetModel: String, CaseIterable, Sendable {
    /// The model that the class was written for.
    case same
    /// A later version: each slot has moved.
    case moved

    static let names = [
        "active", "blob", "born", "cost", "extra", "height", "home", "job", "key", "large", "medium", "parts",
        "ratio", "small", "steps", "title", "whole",
    ]

    func make() -> NSManagedObjectModel {
        let gadget = Self.entity("Gadget", Gadget.self, without: [])
        let small = ModelSamples.entity("SmallGadget")
        small.managedObjectClassName = NSStringFromClass(SmallGadget.self)
        gadget.subentities = [small]
        if self == .moved { gadget.properties += ["a", "i", "u"].map { ModelSamples.attribute($0) } }
        return ModelSamples.model(gadget, small)
    }

    /// An entity with the properties of a gadget, without some.
    static func entity(_ name: String, _ type: NSManagedObject.Type, without missing: Set<String>)
        -> NSEntityDescription
    {
        let entity = ModelSamples.entity(name, attributes())
        entity.managedObjectClassName = NSStringFromClass(type)
        connect(entity, "whole", "parts", isOrdered: false)
        connect(entity, "job", "steps", isOrdered: true)
        entity.properties.removeAll { missing.contains($0.name) }
        return entity
    }

    private static func attributes() -> [NSPropertyDescription] {
        [
            ModelSamples.attribute("active", .boolean), ModelSamples.attribute("blob", .binaryData),
            ModelSamples.attribute("born", .date), ModelSamples.attribute("cost", .decimal),
            ModelSamples.attribute("extra", .transformable), ModelSamples.attribute("height", .double),
            ModelSamples.attribute("home", .uri), ModelSamples.attribute("key", .uuid),
            ModelSamples.attribute("large", .integer64) { $0.defaultValue = 7 },
            ModelSamples.attribute("medium", .integer32), ModelSamples.attribute("ratio", .float),
            ModelSamples.attribute("small", .integer16),
            ModelSamples.attribute("title") { $0.defaultValue = "new" },
        ]
    }

    private static func connect(
        _ entity: NSEntityDescription, _ one: String, _ many: String, isOrdered: Bool
    ) {
        let up = ModelSamples.relationship(one, to: entity)
        let down = ModelSamples.relationship(many, to: entity, maxCount: 0)
        down.isOrdered = isOrdered
        up.inverseRelationship = down
        down.inverseRelationship = up
        entity.properties += [up, down]
    }
}

extension NSManagedObjectContext {
    /// A new gadget.
    func gadget(_ title: String = "g") -> Gadget {
        let gadget = insert("Gadget", ["title": title])
        // The class that the entity names.
        return gadget as! Gadget
    }
}
