// SPDX-License-Identifier: Apache-2.0
// Attribute types as Swift types, by Xcode's rules: objects are optional whatever the model says, numbers are
// scalars where the attribute says so and NSNumber? where it does not.

import PerdureModelFormat

/// Makes the accessors of attributes.
struct AttributeAccessors: Sendable {
    let types: TypeNames
    /// The module that code is generated for.
    let module: String

    /// The accessor of an attribute at a slot.
    ///
    /// - Throws: `ModelFormatError` for a type that Swift cannot say.
    func accessor(_ attribute: AttributeDocument, at slot: Int, entity: String) throws -> AccessorCode {
        if let collection = try mergeable(attribute, slot, entity) { return collection }
        if let type = attribute.traits.userInfo[UserInfoKey.type] {
            return try declared(type, attribute, slot, entity)
        }
        if attribute.traits.toolAttributes["usesScalarValueType"] == "YES",
            let scalar = scalar(attribute.type, slot)
        {
            return scalar
        }
        switch attribute.type {
        case AttributeType.undefined:
            return AccessorCode(
                type: "Any?", get: "_value(at: \(slot))", set: "_setValue(newValue, at: \(slot))",
                primitive: .init(
                    type: "Any?", get: "_primitiveValue(at: \(slot))",
                    set: "_setPrimitiveValue(newValue, at: \(slot))"))
        case AttributeType.transformable:
            return any(try transformableType(attribute, entity), slot)
        case AttributeType.composite:
            return any("[\(types.swift("String")): Any]", slot)
        case AttributeType.objectID:
            return any(types.coreData("NSManagedObjectID"), slot)
        default:
            return object(attribute.type, slot)
        }
    }

    /// A set or a dictionary that merges.
    private func mergeable(_ attribute: AttributeDocument, _ slot: Int, _ entity: String) throws
        -> AccessorCode?
    {
        guard let merging = try MergeDocument(attribute, entity: entity) else { return nil }
        switch merging.kind {
        case .counter, .value: return nil
        case .set:
            let element = merging.elements.swiftType(types)
            let type = "\(types.swift("Set"))<\(element)>"
            return AccessorCode(
                type: type, get: "_mergeableSet(at: \(slot), of: \(element).self)",
                set: "_setMergeableSet(newValue, at: \(slot))",
                primitive: .init(
                    type: "\(type)?", get: "_primitiveMergeableSet(at: \(slot), of: \(element).self)",
                    set: "_setPrimitiveMergeableSet(newValue, at: \(slot))"))
        case .dictionary:
            let type = "[\(types.swift("String")): Any]"
            return AccessorCode(
                type: type, get: "_mergeableDictionary(at: \(slot), of: Any.self)",
                set: "_setMergeableDictionary(newValue, at: \(slot))", primitive: .value(type, at: slot))
        }
    }

    /// A type from the user info: a raw value, a coded value, or anything in memory.
    private func declared(
        _ text: String, _ attribute: AttributeDocument, _ slot: Int, _ entity: String
    ) throws -> AccessorCode {
        // The property is optional either way.
        let value = text.hasSuffix("?") ? String(text.dropLast()) : text
        let type = try checked(value, "user info '\(UserInfoKey.type)'", attribute, entity)
        if attribute.type == AttributeType.undefined { return any(type, slot) }
        return AccessorCode(
            type: "\(type)?", get: "_attribute(at: \(slot), as: \(type).self)",
            set: "_setAttribute(newValue, at: \(slot))",
            primitive: .init(
                type: "\(type)?", get: "_primitive(at: \(slot), as: \(type).self)",
                set: "_setPrimitive(newValue, at: \(slot))"))
    }

    private func transformableType(_ attribute: AttributeDocument, _ entity: String) throws -> String {
        var name = attribute.valueClassName ?? ""
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasPrefix(module + ".") { name.removeFirst(module.count + 1) }
        guard !name.isEmpty, name != "NSObject" else { return types.foundation("NSObject") }
        return try checked(name, "custom class", attribute, entity)
    }

    private func checked(
        _ type: String, _ origin: String, _ attribute: AttributeDocument, _ entity: String
    ) throws -> String {
        guard SwiftName.isType(type) else {
            throw ModelFormatError(
                .inconsistent, "its \(origin) '\(type)' is no type that Swift allows", entity: entity,
                property: attribute.traits.name)
        }
        return type
    }

    private func any(_ type: String, _ slot: Int) -> AccessorCode {
        AccessorCode(
            type: "\(type)?", get: "_value(at: \(slot)) as? \(type)",
            set: "_setValue(newValue, at: \(slot))", primitive: .value(type, at: slot))
    }

    private func object(_ type: Int, _ slot: Int) -> AccessorCode {
        let (name, entry): (String, String) =
            switch type {
            case AttributeType.string: (types.swift("String"), "String")
            case AttributeType.date: (types.foundation("Date"), "Date")
            case AttributeType.binary: (types.foundation("Data"), "Data")
            case AttributeType.uuid: (types.foundation("UUID"), "UUID")
            case AttributeType.uri: (types.foundation("URL"), "URL")
            case AttributeType.decimal: (types.foundation("NSDecimalNumber"), "Decimal")
            default: (types.foundation("NSNumber"), "Number")
            }
        let reader =
            entry == entry.uppercased()
            ? entry.lowercased() : entry.prefix(1).lowercased() + entry.dropFirst()
        return AccessorCode(
            type: "\(name)?", get: "_\(reader)(at: \(slot))", set: "_set\(entry)(newValue, at: \(slot))",
            primitive: .value(name, at: slot))
    }

    /// The accessor of an attribute as a scalar; nil for a type that has none.
    private func scalar(_ type: Int, _ slot: Int) -> AccessorCode? {
        switch type {
        case AttributeType.integer16: integer("Int16", slot)
        case AttributeType.integer32: integer("Int32", slot)
        case AttributeType.integer64: number("Int64", "int64", "_setInt64(newValue, at: \(slot))", "0", slot)
        case AttributeType.boolean: number("Bool", "bool", "_setBool(newValue, at: \(slot))", "false", slot)
        case AttributeType.double:
            number("Double", "double", "_setDouble(newValue, at: \(slot))", "0", slot)
        case AttributeType.float:
            number("Float", "float", "_setDouble(\(types.swift("Double"))(newValue), at: \(slot))", "0", slot)
        case AttributeType.date: timeInterval(slot)
        default: nil
        }
    }

    private func integer(_ name: String, _ slot: Int) -> AccessorCode {
        let set = "_setInt64(\(types.swift("Int64"))(newValue), at: \(slot))"
        return number(name, name.lowercased(), set, "0", slot)
    }

    private func number(
        _ name: String, _ reader: String, _ set: String, _ zero: String, _ slot: Int
    ) -> AccessorCode {
        let type = types.swift(name)
        return AccessorCode(
            type: type, get: "_\(reader)(at: \(slot))", set: set,
            primitive: .value(type, at: slot))
    }

    /// A date as a scalar is its seconds since 2001.
    private func timeInterval(_ slot: Int) -> AccessorCode {
        let date = types.foundation("Date")
        let seconds = "timeIntervalSinceReferenceDate"
        return AccessorCode(
            type: types.foundation("TimeInterval"), get: "_date(at: \(slot))?.\(seconds) ?? 0",
            set: "_setDate(\(date)(\(seconds): newValue), at: \(slot))",
            primitive: .value(date, at: slot))
    }
}
