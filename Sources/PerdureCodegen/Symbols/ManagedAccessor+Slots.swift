// SPDX-License-Identifier: Apache-2.0
// Accessors that read a slot without an object in between: where the property's Swift type is the natural one of
// the attribute or relationship in the model. Part of ManagedAccessor.swift.

import PerdureModelFormat

extension ManagedValue {
    /// Attribute types whose slots hold any object.
    static let objectTypes: Set<Int> = [
        AttributeType.undefined, AttributeType.transformable, AttributeType.composite, AttributeType.objectID,
    ]

    private static let integers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    private static let integerTypes: Set<Int> = [
        AttributeType.integer16, AttributeType.integer32, AttributeType.integer64,
    ]

    private static let floatTypes: Set<Int> = [AttributeType.double, AttributeType.float]

    /// The accessor over a slot; nil when type and model do not fit.
    var slotAccessor: ManagedAccessor? {
        guard case .slot(let slot, let kind) = place else { return nil }
        switch kind {
        case .attribute(let type): return attribute(type, slot)
        case .toOne: return toOne(slot)
        case .toMany(let isOrdered): return toMany(slot, isOrdered)
        case .fetched, .mixed: return nil
        }
    }

    private func attribute(_ attribute: Int, _ slot: Int) -> ManagedAccessor? {
        if let raw = rawType { return rawAttribute(raw, attribute, slot) }
        guard let name = base.commonName else { return nil }
        switch attribute {
        case AttributeType.boolean where name == "Bool":
            return type.isOptional
                ? ManagedAccessor(
                    get: "_optionalBool(at: \(slot))", set: "_setOptionalBool(value, at: \(slot))")
                : ManagedAccessor(get: "_bool(at: \(slot))", set: "_setBool(value, at: \(slot))")
        case _ where Self.integerTypes.contains(attribute) && Self.integers.contains(name):
            return integer(name, slot)
        case _ where Self.floatTypes.contains(attribute) && name == "Double":
            return type.isOptional
                ? ManagedAccessor(
                    get: "_optionalDouble(at: \(slot))", set: "_setOptionalDouble(value, at: \(slot))")
                : ManagedAccessor(get: "_double(at: \(slot))", set: "_setDouble(value, at: \(slot))")
        case _ where Self.floatTypes.contains(attribute) && name == "Float": return float(slot)
        case AttributeType.date where name == "Double": return timeInterval(slot)
        case AttributeType.decimal where name == "Decimal": return decimal(slot)
        default: return object(attribute, name, slot)
        }
    }

    private func integer(_ name: String, _ slot: Int) -> ManagedAccessor {
        let int64 = types.swift("Int64")
        let isPlain = ["Int16", "Int32", "Int64"].contains(name)
        if type.isOptional {
            let exact = "_optional\(name)(at: \(slot))"
            let other = "_integer(at: \(slot)).map { \(baseText)(truncatingIfNeeded: $0) }"
            return ManagedAccessor(
                get: isPlain ? exact : other,
                set: "_setInteger(value.map { \(int64)(truncatingIfNeeded: $0) }, at: \(slot))")
        }
        let exact = "_\(name.lowercased())(at: \(slot))"
        let other = "\(baseText)(truncatingIfNeeded: _int64(at: \(slot)))"
        let written = name == "Int64" ? "value" : "\(int64)(truncatingIfNeeded: value)"
        return ManagedAccessor(get: isPlain ? exact : other, set: "_setInt64(\(written), at: \(slot))")
    }

    private func float(_ slot: Int) -> ManagedAccessor {
        let double = types.swift("Double")
        return type.isOptional
            ? ManagedAccessor(
                get: "_optionalFloat(at: \(slot))",
                set: "_setOptionalDouble(value.map { \(double)($0) }, at: \(slot))")
            : ManagedAccessor(
                get: "_float(at: \(slot))", set: "_setDouble(\(double)(value), at: \(slot))")
    }

    /// A date as a scalar is its seconds since 2001.
    private func timeInterval(_ slot: Int) -> ManagedAccessor {
        let date = "\(types.foundation("Date"))(timeIntervalSinceReferenceDate: "
        let written = type.isOptional ? "value.map { \(date)$0) }" : "\(date)value)"
        return ManagedAccessor(
            get: completed("_date(at: \(slot))?.timeIntervalSinceReferenceDate"),
            set: "_setDate(\(written), at: \(slot))")
    }

    private func decimal(_ slot: Int) -> ManagedAccessor {
        let number = types.foundation("NSDecimalNumber")
        let written = type.isOptional ? "value.map { \(number)(decimal: $0) }" : "\(number)(decimal: value)"
        return ManagedAccessor(
            get: completed("_decimal(at: \(slot))?.decimalValue"), set: "_setDecimal(\(written), at: \(slot))"
        )
    }

    /// The entry points for types that are objects in Objective-C: name of the Swift type, reader, writer.
    private static let objects: [Int: (type: String, reader: String, writer: String)] = [
        AttributeType.string: ("String", "_string", "_setString"),
        AttributeType.date: ("Date", "_date", "_setDate"),
        AttributeType.binary: ("Data", "_data", "_setData"),
        AttributeType.uuid: ("UUID", "_uuid", "_setUUID"),
        AttributeType.uri: ("URL", "_url", "_setURL"),
        AttributeType.decimal: ("NSDecimalNumber", "_decimal", "_setDecimal"),
    ]

    private func object(_ attribute: Int, _ name: String, _ slot: Int) -> ManagedAccessor? {
        guard let entry = Self.objects[attribute], entry.type == name else { return nil }
        return ManagedAccessor(
            get: completed("\(entry.reader)(at: \(slot))"), set: "\(entry.writer)(value, at: \(slot))")
    }

    private func rawAttribute(_ raw: RawType, _ attribute: Int, _ slot: Int) -> ManagedAccessor? {
        let written = type.isOptional ? "value?.rawValue" : "value.rawValue"
        if raw.isInteger, Self.integerTypes.contains(attribute) {
            let int64 = types.swift("Int64")
            let read =
                type.isOptional ? "_integer(at: \(slot))" : "\(types.swift("Optional"))(_int64(at: \(slot)))"
            return ManagedAccessor(
                get: completed("\(read).flatMap { \(baseText)(rawValue: .init(truncatingIfNeeded: $0)) }"),
                set: type.isOptional
                    ? "_setInteger((\(written)).map { \(int64)(truncatingIfNeeded: $0) }, at: \(slot))"
                    : "_setInt64(\(int64)(truncatingIfNeeded: \(written)), at: \(slot))")
        }
        guard raw.name == "String", attribute == AttributeType.string else { return nil }
        return ManagedAccessor(
            get: completed("_string(at: \(slot)).flatMap { \(baseText)(rawValue: $0) }"),
            set: "_setString(\(written), at: \(slot))")
    }

    private func toOne(_ slot: Int) -> ManagedAccessor? {
        guard isManagedClass(base) else { return nil }
        return ManagedAccessor(
            get: completed("_toOne(at: \(slot), as: \(baseText).self)"),
            set: "_setToOne(value, at: \(slot))")
    }

    private func toMany(_ slot: Int, _ isOrdered: Bool) -> ManagedAccessor? {
        if let name = base.commonName, name == (isOrdered ? "NSOrderedSet" : "NSSet") {
            return ManagedAccessor(
                get: completed("_\(isOrdered ? "orderedSet" : "set")(at: \(slot))"),
                set: "_setValue(value, at: \(slot))")
        }
        guard case .nominal(let nominal, let arguments) = base, nominal.module == "Swift",
            arguments.count == 1, isManagedClass(arguments[0]), ["Set", "Array"].contains(nominal.name)
        else { return nil }
        let reader = nominal.name == "Set" ? "_members" : "_orderedMembers"
        let list =
            nominal.name == "Set"
            ? "\(types.swift("Array"))(value\(type.isOptional ? " ?? []" : ""))"
            : "value\(type.isOptional ? " ?? []" : "")"
        return ManagedAccessor(
            get: "\(reader)(at: \(slot), as: \(elementText).self)", set: "_setToMany(\(list), at: \(slot))")
    }

    /// Whether a type is a class of managed objects, as far as the sources at hand tell.
    private func isManagedClass(_ type: ResolvedType) -> Bool {
        guard case .nominal(let nominal, _) = type else { return false }
        if nominal.module == "Perdure" { return nominal.name == "NSManagedObject" }
        return nominal.module == target.module && target.classNames.contains(nominal.name)
    }
}
