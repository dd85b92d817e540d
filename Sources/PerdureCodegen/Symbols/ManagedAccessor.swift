// SPDX-License-Identifier: Apache-2.0
// The code of one accessor: the expression that it returns, and its statement with `value`. The accessors in this file go
// through objects and fit every place. ManagedAccessor+Slots.swift reads slots of a fitting type directly.

/// A getter's expression and a setter's statement.
struct ManagedAccessor: Equatable {
    var get: String
    var set: String
}

/// A managed property with everything on which its accessor depends.
struct ManagedValue {
    var type: ResolvedType
    var syntax: TypeSyntax
    var place: AccessorStorage
    /// The name in messages: "Movie.title".
    var name: String
    /// The key of the property's mutable collection.
    var key: String
    var types: TypeNames
    var target: ManagedTarget

    /// The accessor's code.
    var accessor: ManagedAccessor { slotAccessor ?? objectAccessor }

    var base: ResolvedType { type.unwrapped }

    /// The type without its optional, as code names it.
    var baseText: String {
        if case .optional(let wrapped) = syntax { return wrapped.text }
        return syntax.text
    }

    private static let numberReaders = [
        "Int": "intValue", "Int8": "int8Value", "Int16": "int16Value", "Int32": "int32Value",
        "Int64": "int64Value", "UInt": "uintValue", "UInt8": "uint8Value", "UInt16": "uint16Value",
        "UInt32": "uint32Value", "UInt64": "uint64Value", "Float": "floatValue", "Double": "doubleValue",
        "Bool": "boolValue",
    ]

    /// The accessor through an object, which fits every place.
    var objectAccessor: ManagedAccessor {
        if let name = base.commonName, let reader = Self.numberReaders[name] { return numberAccessor(reader) }
        if base.commonName == "Decimal" { return decimalAccessor }
        if let raw = rawAccessor { return raw }
        if let collection = collectionAccessor { return collection }
        switch base {
        case .any: return ManagedAccessor(get: completed(place.read), set: place.write("value"))
        case .anyObject:
            return ManagedAccessor(
                get: completed("\(place.read).map { $0 as AnyObject }"), set: place.write("value"))
        default:
            // An alias may hide an optional; the cast then returns a double optional.
            let hidden = type.isOptional && baseText == syntax.text
            let cast = hidden ? "(\(place.read) as? \(baseText)) ?? nil" : "\(place.read) as? \(baseText)"
            return ManagedAccessor(get: completed(cast), set: place.write("value"))
        }
    }

    private func numberAccessor(_ reader: String) -> ManagedAccessor {
        let number = types.foundation("NSNumber")
        let written =
            type.isOptional ? "value.map { \(number)(value: $0) }" : "\(number)(value: value)"
        return ManagedAccessor(
            get: completed("(\(place.read) as? \(number))?.\(reader)"), set: place.write(written))
    }

    private var decimalAccessor: ManagedAccessor {
        let number = types.foundation("NSDecimalNumber")
        let written =
            type.isOptional ? "value.map { \(number)(decimal: $0) }" : "\(number)(decimal: value)"
        return ManagedAccessor(
            get: completed("(\(place.read) as? \(number))?.decimalValue"), set: place.write(written))
    }

    /// The accessor of a type stored as its raw value; nil where the model stores objects unchanged.
    ///
    /// As on Apple's systems, a type that is not optional reads nil as the value with the number 0.
    private var rawAccessor: ManagedAccessor? {
        guard let raw = rawType, !storesObjects else { return nil }
        let isZero = raw.isInteger && !type.isOptional
        let value = ManagedValue(
            type: isZero ? raw.type : .optional(raw.type), syntax: .optional(.named([.init(name: raw.name)])),
            place: place, name: name, key: key, types: types, target: target)
        let inner = value.objectAccessor
        let read = isZero ? "\(types.swift("Optional"))(\(inner.get))" : "(\(inner.get))"
        let optional = types.swift("Optional")
        let written =
            type.isOptional ? "value?.rawValue" : isZero ? "value.rawValue" : "\(optional)(value.rawValue)"
        return ManagedAccessor(
            get: completed("\(read).flatMap { \(baseText)(rawValue: $0) }"),
            set: "let value = \(written)\n\(inner.set)")
    }

    var storesObjects: Bool {
        switch place.kind {
        case .attribute(let type): Self.objectTypes.contains(type)
        default: false
        }
    }

    private var collectionAccessor: ManagedAccessor? {
        if let mutable = mutableCollection { return mutable }
        guard case .nominal(let nominal, let arguments) = base, arguments.count == 1,
            nominal.module == "Swift",
            leadsToObjects(arguments[0])
        else { return nil }
        let members = "__members(\(place.read), as: \(elementText).self)"
        switch nominal.name {
        case "Set":
            return ManagedAccessor(
                get: completed("\(members).map { \(types.swift("Set"))($0) }"), set: place.write("value"))
        case "Array": return ManagedAccessor(get: completed(members), set: place.write("value"))
        default: return nil
        }
    }

    /// Whether a collection's elements may be managed objects, of a relationship or a fetched property.
    private func leadsToObjects(_ element: ResolvedType) -> Bool {
        if case .attribute = place.kind { return false }
        guard case .nominal(let nominal, _) = element else { return false }
        return nominal.kind == .class || nominal.kind == .unknown
    }

    private var mutableCollection: ManagedAccessor? {
        guard let name = base.commonName, ["NSMutableSet", "NSMutableOrderedSet"].contains(name) else {
            return nil
        }
        if case .attribute = place.kind { return nil }
        let method = name == "NSMutableSet" ? "mutableSetValue" : "mutableOrderedSetValue"
        return ManagedAccessor(
            get: "\(method)(forKey: \(SwiftName.literal(key)))", set: place.write("value"))
    }

    /// The type of a collection's elements, as code names it.
    var elementText: String {
        var wrapped = syntax
        if case .optional(let type) = wrapped { wrapped = type }
        if case .array(let element) = wrapped { return element.text }
        if case .named(let parts) = wrapped, let element = parts.last?.arguments.first { return element.text }
        return "\(baseText).Element"
    }

    /// The expression of an optional, converted to the property's type.
    func completed(_ expression: String) -> String {
        type.isOptional ? expression : "\(expression) ?? \(fallback)"
    }

    private static let zeros: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
        "Double", "Decimal", "CGFloat", "NSNumber", "NSDecimalNumber",
    ]

    /// The value that a property reads in place of nil if its type is not optional.
    private var fallback: String {
        switch base.commonName {
        case "String": "\"\""
        case "Bool": "false"
        case "NSNumber", "NSDecimalNumber": "0"
        case "Data", "NSSet", "NSMutableSet", "NSOrderedSet", "NSArray", "NSDictionary", "NSData", "NSString":
            "\(baseText)()"
        case "Date": "\(types.foundation("Date"))(timeIntervalSinceReferenceDate: 0)"
        case let name? where Self.zeros.contains(name): "0"
        default: collectionFallback
        }
    }

    private var collectionFallback: String {
        if case .nominal(let nominal, let arguments) = base, nominal.module == "Swift", !arguments.isEmpty {
            switch nominal.name {
            case "Set", "Array": return "[]"
            case "Dictionary": return "[:]"
            default: break
            }
        }
        return "__missing(\(SwiftName.literal(name)))"
    }
}
