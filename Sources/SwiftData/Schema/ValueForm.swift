// SPDX-License-Identifier: Apache-2.0
// In which form a property of a Swift type stands in a store. ValueForm+Values.swift turns values into it and back,
// TypeReading.swift looks into enums and structs.

import Foundation
import Perdure

/// The form of one property.
indirect enum ValueForm {
    /// One column of a plain type.
    case plain(any _PlainAttribute.Type)
    /// What a transformer makes of the value.
    case transformed(by: String)
    /// An enum with raw values: one element, named as the property.
    case rawValue(any RawRepresentable.Type, any _PlainAttribute.Type)
    /// An enum without payloads: one element for each case, of which one holds its name.
    case cases([String])
    /// An enum with payloads that the compiler codes: one element for each case, of which one holds the payload as JSON.
    case payloads([String], any Codable.Type)
    /// A struct: one element for each field.
    case structure([Field], any Codable.Type)
    /// A type that encodes one plain value.
    case single(any _PlainAttribute.Type, any Codable.Type)
    /// One encoded value: collections, and whatever asks for it.
    case encoded(any Codable.Type)
    /// One model.
    case one(any PersistentModel.Type)
    /// Several models.
    case many(any PersistentModel.Type)
    /// A type that no store can keep.
    case unknown(any Any.Type)

    /// A field of a struct.
    struct Field {
        let name: String
        let form: ValueForm
        let isOptional: Bool
    }

    /// The form of a property.
    init(_ property: Schema.PropertyMetadata) {
        if let relationship = Self.relationship(property.valueType) {
            self = relationship
        } else {
            let type = (property.valueType as? any OptionalValue.Type)?.wrappedType ?? property.valueType
            self = Self.attribute(type, options: (property.metadata as? Schema.Attribute)?.options ?? [])
        }
    }

    /// The form of a property whose type is a model or an array of models; nil for any other one.
    static func relationship(_ type: any Any.Type) -> ValueForm? {
        let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
        if let model = type as? any PersistentModel.Type { return .one(model) }
        return ((type as? any ArrayValue.Type)?.elementType as? any PersistentModel.Type).map { .many($0) }
    }

    /// The destination of a relationship.
    var destination: (any PersistentModel.Type)? {
        switch self {
        case .one(let type), .many(let type): type
        default: nil
        }
    }

    var isToMany: Bool {
        if case .many = self { return true }
        return false
    }

    private static func attribute(_ type: any Any.Type, options: [Schema.Attribute.Option]) -> ValueForm {
        if let name = options.lazy.compactMap(\.transformerName).first { return .transformed(by: name) }
        if let plain = type as? any _PlainAttribute.Type { return .plain(plain) }
        guard let codable = type as? any Codable.Type else { return .unknown(type) }
        if options.contains(.codable) { return .encoded(codable) }
        return composed(codable)
    }

    /// The form of a Codable type that is not plain.
    static func composed(_ type: any Codable.Type) -> ValueForm {
        if let raw = type as? any RawRepresentable.Type, let plain = rawType(raw) {
            return .rawValue(raw, plain)
        }
        if type is any Collection.Type { return .encoded(type) }
        switch TypeReading.kind(of: type) {
        case .cases(let names, hasPayloads: false): return .cases(names)
        case .cases(let names, hasPayloads: true):
            return CodingProbe.isKeyed(type, by: names) ? .payloads(names, type) : .encoded(type)
        case .structure:
            switch CodingProbe.shape(of: type, nothing: nothing) {
            case .single(let plain): return .single(plain, type)
            case .keyed: return .structure(TypeReading.fields(of: type).map(field), type)
            case .other: return .encoded(type)
            }
        case .other: return .encoded(type)
        }
    }

    /// What stands for nothing in a field of a struct.
    private static func nothing(_ name: String, _ type: any Any.Type) -> Any? {
        let form = field(name, type).form
        func value<T>(_ type: T.Type) -> Any? { form.fallback(type) ?? form.zeros(type) }
        return _openExistential(type, do: value)
    }

    private static func rawType<R: RawRepresentable>(_: R.Type) -> (any _PlainAttribute.Type)? {
        R.RawValue.self as? any _PlainAttribute.Type
    }

    /// The form of a struct's field: raw values stand in a column of their own, and structs are composites again.
    static func field(_ name: String, _ type: any Any.Type) -> Field {
        let wrapped = (type as? any OptionalValue.Type)?.wrappedType
        return Field(name: name, form: member(wrapped ?? type), isOptional: wrapped != nil)
    }

    private static func member(_ type: any Any.Type) -> ValueForm {
        if let plain = type as? any _PlainAttribute.Type { return .plain(plain) }
        guard let codable = type as? any Codable.Type else { return .unknown(type) }
        let form = composed(codable)
        return switch form {
        case .rawValue(_, let plain): .single(plain, codable)
        case .structure, .single: form
        default: .encoded(codable)
        }
    }
}
