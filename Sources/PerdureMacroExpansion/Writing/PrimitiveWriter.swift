// SPDX-License-Identifier: Apache-2.0
// `primitiveTitle`: what a property's slot holds, read and set without an announcement. An attribute's is
// optional, so that accessors written by hand can tell "nothing yet" from a value.

/// Writes a property's primitive accessors.
struct PrimitiveWriter {
    let property: ManagedProperty
    let slot: String

    /// The declaration's lines; empty for fetched properties, which have none.
    var lines: [String] {
        guard property.hasSlot else { return [] }
        return [
            "\(property.access)var primitive\(property.capitalized): \(declaredType) {",
            "    get { \(getter) }",
            "    set { \(setter) }",
            "}",
        ]
    }

    private var declaredType: String {
        switch property.type.shape {
        case .set where property.kind == .relationship, .array where property.kind == .relationship:
            property.type.text
        default: property.type.optionalText
        }
    }

    private var getter: String {
        if property.kind == .mergeableSet {
            return "_primitiveMergeableSet(at: \(slot), of: \(property.type.element).self)"
        }
        guard property.kind == .relationship else {
            return "_primitive\(suffix)(at: \(slot), as: \(property.type.text).self)"
        }
        switch property.type.shape {
        case .single: return "_primitiveToOne(at: \(slot), as: \(property.type.text).self)"
        case .set(let element): return "_primitiveMembers(at: \(slot), as: \(element).self)"
        case .array(let element): return "_primitiveOrderedMembers(at: \(slot), as: \(element).self)"
        case .objectSet: return "primitiveValue(forKey: \"\(property.name)\") as? NSSet"
        case .orderedObjectSet: return "primitiveValue(forKey: \"\(property.name)\") as? NSOrderedSet"
        }
    }

    private var setter: String {
        guard property.kind == .relationship else { return "_setPrimitive\(suffix)(newValue, at: \(slot))" }
        switch property.type.shape {
        case .single: return "_setPrimitiveToOne(newValue, at: \(slot))"
        case .set: return "_setPrimitiveToMany(Array(newValue), at: \(slot))"
        case .array: return "_setPrimitiveToMany(newValue, at: \(slot))"
        case .objectSet, .orderedObjectSet: return "setPrimitiveValue(newValue, forKey: \"\(property.name)\")"
        }
    }

    /// Which entry points fit the property's type.
    var suffix: String {
        switch property.kind {
        case .transformed, .mergeableDictionary: "Transformed"
        case .mergeableSet: "MergeableSet"
        case .transient: property.type.plain == nil ? "Transient" : ""
        default: ""
        }
    }

    /// The statement that gives a new object its own initial value; nil when the model has it.
    var initialization: String? {
        guard case .perObject = property.initial, property.isAttribute, let value = property.initial.operand
        else {
            return nil
        }
        return "_setPrimitive\(suffix)(\(value) as \(property.type.text), at: \(slot))"
    }
}
