// SPDX-License-Identifier: Apache-2.0
// Property-list values as the values of Foundation that programs know, and back.

import Foundation
import PerdurePropertyList

extension PlainValue {
    /// The value as programs see it.
    package var anyValue: Any {
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
    package init?(any value: Any) {
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
