// SPDX-License-Identifier: Apache-2.0
// The values of transformable and undefined attributes in a slot. The stored form of a transformable value comes from the
// attribute's ValueTransformer, or is the archive of Apple's default transformer.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore

/// A value of any class in a slot, with the archive that it came from or was stored as.
final class TransformedValue {
    let value: Any
    /// The rare facts of the attribute; nil for an attribute without any.
    let details: AttributeCoding.Details?
    /// Whether this is the attribute's default value, which the transformer must accept (PRG-58).
    let isDefault: Bool
    /// The archive, kept so that an unchanged value is stored byte for byte as before.
    var archive: Data?

    init(
        _ value: Any, _ details: AttributeCoding.Details? = nil, archive: Data? = nil, isDefault: Bool = false
    ) {
        self.value = value
        self.details = details
        self.archive = archive
        self.isDefault = isDefault
    }

    /// Opens stored bytes; bytes that cannot be opened are the value themselves.
    convenience init(archive: Data, _ details: AttributeCoding.Details?) {
        let transformer = ValueTransformer.named(details?.transformer)
        let value = transformer?.value(of: archive, as: details?.archivedClass)
        self.init(value ?? archive, details, archive: archive)
    }

    /// The bytes to store; nil when the transformer gives none.
    ///
    /// - Throws: `CoreDataException` when the value is not of a kind that can be archived, or the transformer is
    ///   unknown; 134060 for a transformer that is out of use.
    func archived(entity: String, property: String) throws -> Data? {
        if let archive { return archive }
        let name = details?.transformer ?? ""
        if StandardTransformers.readOnlyNames.contains(name) {
            throw ObjectErrors.obsoleteTransformer(name, entity: entity, property: property)
        }
        guard let named = ValueTransformer.named(name) else {
            throw ObjectErrors.unknownTransformer(name, entity: entity, property: property)
        }
        archive = named.data(of: value, as: details?.archivedClass)
        if archive == nil { try refuse(named, entity, property) }
        return archive
    }

    /// Throws the reason when an archiving transformer gives nothing; other transformers may, except for a default value.
    private func refuse(_ transformer: ValueTransformer, _ entity: String, _ property: String) throws {
        if let archiving = transformer as? NSSecureUnarchiveFromDataTransformer {
            let more = details?.archivedClass.map { [$0] } ?? []
            let reason = Self.failure { try archiving.archived(value, allowing: more) }
            throw ObjectErrors.cannotArchive(value, entity: entity, property: property, reason)
        }
        if transformer is any CodableTransforming {
            throw TypedErrors.cannotEncode(value, entity: entity, property: property)
        }
        if isDefault { throw ObjectErrors.cannotArchive(value, entity: entity, property: property, nil) }
    }

    /// Why the stored bytes were not opened; nil when they were, or when another kind of transformer reads them.
    var openingFailure: String? {
        guard let archive, value is Data,
            let archiving = ValueTransformer.named(details?.transformer)
                as? NSSecureUnarchiveFromDataTransformer
        else { return nil }
        return Self.failure {
            try archiving.opened(archive, allowing: details?.archivedClass.map { [$0] } ?? [])
        }
    }

    private static func failure<T>(_ body: () throws -> T) -> String? {
        do { _ = try body() } catch { return "\(error)" }
        return nil
    }

    /// Equality by isEqual or Equatable; a value without either equals only itself.
    func isEqual(_ other: TransformedValue) -> Bool {
        if self === other { return true }
        if let archive, archive == other.archive { return true }
        return Self.areEqual(value, other.value)
    }

    static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? NSObject, let right = right as? NSObject { return left.isEqual(right) }
        if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
        if type(of: left) is AnyClass, type(of: right) is AnyClass {
            return (left as AnyObject) === (right as AnyObject)
        }
        return (left as? any Equatable).map { isEqual($0, right) } ?? false
    }

    private static func isEqual<T: Equatable>(_ left: T, _ right: Any) -> Bool { right as? T == left }
}

extension PlainValue {
    /// The value as programs see it.
    var anyValue: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .uuid(let value): value
        case .url(let value): value
        case .array(let values): values.map(\.anyValue)
        case .set(let values): NSSet(array: values.map(\.anyValue))
        case .orderedSet(let values): NSOrderedSet(array: values.map(\.anyValue))
        case .dictionary(let pairs): Self.dictionary(pairs)
        }
    }

    private static func dictionary(_ pairs: [PlainValue: PlainValue]) -> Any {
        var named: [String: Any] = [:]
        let others = NSMutableDictionary()
        for (key, value) in pairs {
            if case .string(let name) = key { named[name] = value.anyValue }
            // Every plain value is a Foundation value, and all of these can be keys.
            if let key = key.anyValue as? AnyHashable { others[key] = value.anyValue }
        }
        return named.count == pairs.count ? named : others
    }

    /// The plain form of a value; nil when the value, or a part of it, is of another kind.
    init?(any value: Any) {
        guard let plain = Self.scalar(value) ?? Self.collection(value) else { return nil }
        self = plain
    }

    static func scalar(_ value: Any) -> PlainValue? {
        switch value {
        case is NSNull: .null
        case let value as String: .string(value)
        case let value as Data: .data(value)
        case let value as Date: .date(value)
        case let value as UUID: .uuid(value)
        case let value as URL: .url(value)
        case let value as NSDecimalNumber: .decimal(value.decimalValue)
        case let value as Decimal: .decimal(value)
        case let value as NSNumber: number(value)
        default: nil
        }
    }

    private static func number(_ number: NSNumber) -> PlainValue {
        switch number.objCType.pointee {
        // An Int8 has the same type letter as a Boolean, but there are only two Boolean objects.
        case CChar(UInt8(ascii: "c")) where number !== NSNumber(value: number.boolValue):
            .integer(number.int64Value)
        case CChar(UInt8(ascii: "c")), CChar(UInt8(ascii: "B")): .boolean(number.boolValue)
        case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")): .real(number.doubleValue)
        case CChar(UInt8(ascii: "Q")): .unsigned(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }

    private static func collection(_ value: Any) -> PlainValue? {
        switch value {
        case let values as [Any]: plain(values).map { .array($0) }
        case let values as NSArray: plain(values.map { $0 }).map { .array($0) }
        case let values as NSOrderedSet: plain(values.array).map { .orderedSet($0) }
        case let values as NSSet: plain(values.allObjects).map { .set(Set($0)) }
        case let pairs as [AnyHashable: Any]: dictionary(pairs)
        default: nil
        }
    }

    private static func plain(_ values: [Any]) -> [PlainValue]? {
        let plain = values.compactMap { PlainValue(any: $0) }
        return plain.count == values.count ? plain : nil
    }

    private static func dictionary(_ pairs: [AnyHashable: Any]) -> PlainValue? {
        var result: [PlainValue: PlainValue] = [:]
        for (key, value) in pairs {
            guard let key = PlainValue(any: key.base), let value = PlainValue(any: value) else { return nil }
            result[key] = value
        }
        return .dictionary(result)
    }
}
