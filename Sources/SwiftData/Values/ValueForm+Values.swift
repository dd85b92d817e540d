// SPDX-License-Identifier: Apache-2.0
// Turns values into the form in which managed objects keep them, and back. Part of ValueForm.swift.

import Foundation
import Perdure
import PerdureBase

extension ValueForm {
    /// The value as managed objects keep it; nil for nil.
    ///
    /// - Parameters:
    ///   - value: The value, without an optional around it.
    ///   - name: The name of the property.
    /// - Returns: The value, or nil.
    /// - Throws: What the type's own code throws, or an exception that names the property.
    func stored(_ value: Any, as name: String) throws -> Any? {
        switch self {
        case .plain: return (value as? any _PlainAttribute)?._object
        case .transformed: return value
        case .rawValue: return try Self.raw(value).map { [name: $0] }
        case .cases(let names):
            let number = Self.number(value)
            return names.indices.contains(number) ? [names[number]: names[number]] : nil
        case .payloads(let names, _): return try Self.payload(value, names, name)
        case .structure(let fields, _): return try MemberEncoder.members(of: value, fields, name)
        case .single: return try SingleEncoder.value(of: value)
        case .encoded: return try EncodedValue.data(of: value)
        case .one, .many: return value
        case .unknown(let type):
            throw CoreDataException.invalidArgument(
                "The property \(name) has the type \(type), which no store can keep: make it Codable, write "
                    + "@Attribute(.transformable(by:)), or mark it with @Transient.")
        }
    }

    /// The value of what a managed object keeps; nil for what the type does not know.
    func value(of stored: Any, as name: String) -> Any? {
        switch self {
        case .plain(let type): return type._value(of: stored)
        case .transformed: return stored
        case .rawValue(let type, let plain):
            guard let raw = (stored as? [String: Any])?[name] else { return nil }
            return Self.value(type, raw, plain)
        case .cases, .payloads: return nil
        case .structure(let fields, let type):
            return (stored as? [String: Any]).flatMap { try? MemberDecoder.value(type, $0, fields) }
        case .single(let plain, let type): return try? SingleDecoder.value(type, stored, plain)
        case .encoded(let type): return (stored as? Data).flatMap { try? EncodedValue.value(type, $0) }
        case .one, .many, .unknown: return nil
        }
    }

    /// The value of a type that the caller knows.
    func value<T>(_ type: T.Type, of stored: Any, as name: String) -> T? {
        switch self {
        case .cases(let names):
            guard let found = (stored as? [String: Any])?.values.lazy.compactMap({ $0 as? String }).first,
                let number = names.firstIndex(of: found)
            else { return nil }
            return TypeReading.value(type, caseNumber: number, of: names.count)
        case .payloads(_, let codable):
            return (stored as? [String: Any]).flatMap { Self.payload($0, codable) } as? T
        default: return value(of: stored, as: name) as? T
        }
    }

    /// What stands for a missing value under a type that has no nil: the first case, a struct of nothing, no elements.
    func fallback<T>(_ type: T.Type) -> T? {
        switch self {
        case .cases(let names): return TypeReading.value(type, caseNumber: 0, of: names.count)
        case .rawValue(let raw, _): return Self.firstCase(raw) as? T
        case .structure(let fields, let codable):
            return (try? MemberDecoder.value(codable, [:], fields)) as? T
        case .encoded(let codable): return Self.empty(codable) as? T
        case .plain(let plain): return Self.zero(plain) as? T
        case .single(let plain, let codable):
            return Self.zero(plain).flatMap { try? SingleDecoder.value(codable, $0._object, plain) } as? T
        default: return nil
        }
    }

    private static func number(_ value: Any) -> Int {
        func number<T>(_ value: T) -> Int { TypeReading.caseNumber(of: value) }
        return _openExistential(value, do: number)
    }

    private static func raw(_ value: Any) throws -> Any? {
        ((value as? any RawRepresentable)?.rawValue as? any _PlainAttribute)?._object
    }

    private static func value(
        _ type: any RawRepresentable.Type, _ stored: Any, _ plain: any _PlainAttribute.Type
    ) -> Any? {
        func make<R: RawRepresentable>(_: R.Type) -> Any? {
            (plain._value(of: stored) as? R.RawValue).flatMap { R(rawValue: $0) }
        }
        return make(type)
    }

    /// The first case of an enum: its number is 0.
    private static func firstCase(_ type: any RawRepresentable.Type) -> Any? {
        guard case .cases(let names, hasPayloads: false) = TypeReading.kind(of: type) else { return nil }
        func first<R: RawRepresentable>(_ type: R.Type) -> Any? {
            TypeReading.value(type, caseNumber: 0, of: names.count)
        }
        return first(type)
    }

    private static func empty(_ type: any Codable.Type) -> Any? {
        for text in ["[]", "{}"] {
            if let value = try? JSONCoding.decoder.decode(type, from: Data(text.utf8)) { return value }
        }
        return nil
    }

    static func zero(_ type: any _PlainAttribute.Type) -> (any _PlainAttribute)? {
        switch type {
        case is String.Type: ""
        case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
        case is Data.Type: Data()
        case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        case is URL.Type: URL(fileURLWithPath: "/")
        case is Bool.Type: false
        default: type._value(of: NSNumber(value: 0)) ?? type._value(of: NSDecimalNumber.zero)
        }
    }

    // MARK: Payloads

    /// The payload of a case as JSON, under the case's name: what the type's coding has behind that name.
    ///
    /// - Throws: What the type's own code throws, or an exception that names the property where there are other names.
    private static func payload(_ value: Any, _ names: [String], _ property: String) throws -> [String: Any]?
    {
        guard let value = value as? any Encodable else { return nil }
        let whole = try JSONSerialization.jsonObject(
            with: JSONCoding.encoder.encode(value), options: .fragmentsAllowed)
        guard let found = whole as? [String: Any], !found.isEmpty, found.keys.allSatisfy(names.contains)
        else {
            throw CoreDataException.invalidArgument(
                "The property \(property) has the type \(type(of: value)), which decodes its cases by their names and "
                    + "encodes something else: write @Attribute(.codable).")
        }
        return try found.mapValues {
            try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed)
        }
    }

    private static func payload(_ stored: [String: Any], _ type: any Codable.Type) -> Any? {
        let payloads = stored.compactMapValues { payload in
            (payload as? Data).flatMap {
                try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)
            }
        }
        guard !payloads.isEmpty, let whole = try? JSONSerialization.data(withJSONObject: payloads)
        else { return nil }
        return try? JSONCoding.decoder.decode(type, from: whole)
    }
}
