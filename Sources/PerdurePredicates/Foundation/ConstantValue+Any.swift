// SPDX-License-Identifier: Apache-2.0
// From values of any type to constants: what users pass as arguments and what keys read. The way back is
// ConstantValue+AnyValue.swift.

import Foundation

extension ConstantValue {
    /// The constant for a value of any type; an object without a constant form becomes `.object`.
    package init(_ value: Any?) {
        guard let value else {
            self = .null
            return
        }
        self = Self.common(value) ?? Self.foundationObject(value) ?? Self.uncommon(value)
    }

    /// The constant for a value that a program passes; NSNull equals nil, but is printed as NSNull.
    init(given value: Any?) {
        if let value, type(of: value) == NSNull.self {
            self = .object(ConstantObject(NSNull()))
        } else {
            self.init(value)
        }
    }

    /// The constant for a common type; comparing types by identity costs far less than a dynamic cast.
    static func common(_ value: Any) -> ConstantValue? {
        let type = type(of: value)
        if type == String.self { return (value as? String).map { .string($0) } }
        if type == Int.self { return (value as? Int).map { .integer(Int64($0)) } }
        if type == Int64.self { return (value as? Int64).map { .integer($0) } }
        if type == Double.self { return (value as? Double).map { .double($0) } }
        if type == Bool.self { return (value as? Bool).map { .boolean($0) } }
        if type == Date.self { return (value as? Date).map { .date($0) } }
        if type == Int32.self { return (value as? Int32).map { .integer(Int64($0)) } }
        if type == Int16.self { return (value as? Int16).map { .integer(Int64($0)) } }
        if type == Decimal.self { return (value as? Decimal).map { .decimal($0) } }
        if type == Float.self { return (value as? Float).map { .double(Double($0)) } }
        if type == UUID.self { return (value as? UUID).map { .uuid($0) } }
        if type == Data.self { return (value as? Data).map { .data($0) } }
        if type == URL.self { return (value as? URL).map { .url($0) } }
        return nil
    }

    private static func foundationObject(_ value: Any) -> ConstantValue? {
        guard type(of: value) is AnyClass else { return nil }
        switch value as AnyObject {
        case is NSNull: return .null
        case let number as NSNumber: return constant(number)
        case let string as NSString: return .string(string as String)
        case let date as NSDate: return .date(date as Date)
        case let data as NSData: return .data(data as Data)
        case let uuid as NSUUID: return .uuid(uuid as UUID)
        case let url as NSURL: return .url(url as URL)
        case let array as NSArray: return .array(array.map { ConstantValue($0) })
        case let set as NSOrderedSet: return .array(set.map { ConstantValue($0) })
        case let set as NSSet: return .set(Set(set.map { ConstantValue($0) }))
        case let dictionary as NSDictionary: return constant(dictionary)
        case let object: return .object(ConstantObject(object))
        }
    }

    private static func constant(_ number: NSNumber) -> ConstantValue {
        if let decimal = number as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        switch String(cString: number.objCType) {
        case "c", "B": return .boolean(number.boolValue)
        case "d", "f": return .double(number.doubleValue)
        case "Q" where number.uint64Value > UInt64(Int64.max): return .decimal(Decimal(number.uint64Value))
        default: return .integer(number.int64Value)
        }
    }

    private static func constant(_ dictionary: NSDictionary) -> ConstantValue {
        var entries: [String: ConstantValue] = [:]
        for (key, value) in dictionary { entries["\(key)"] = ConstantValue(value) }
        return .dictionary(entries)
    }

    private static func uncommon(_ value: Any) -> ConstantValue {
        switch value {
        case let value as ConstantValue: return value
        case let value as StoredReference: return .reference(value)
        case let value as any WrappedValue: return ConstantValue(value.wrapped)
        case let value as any BinaryInteger: return anyInteger(value)
        case let value as any BinaryFloatingPoint: return .double(anyDouble(value))
        case let value as any StringProtocol: return .string(String(describing: value))
        case let value as [Any]: return .array(value.map { ConstantValue($0) })
        case let value as Set<AnyHashable>: return .set(Set(value.map { ConstantValue($0.base) }))
        case let value as [AnyHashable: Any]: return entries(of: value)
        case let value as any RawRepresentable: return rawValue(value)
        default: return .object(ConstantObject(value as AnyObject))
        }
    }

    private static func anyInteger(_ value: some BinaryInteger) -> ConstantValue {
        if let number = Int64(exactly: value) { return .integer(number) }
        return Decimal(string: "\(value)").map { .decimal($0) } ?? .null
    }

    private static func anyDouble(_ value: some BinaryFloatingPoint) -> Double { Double(value) }

    private static func entries(of value: [AnyHashable: Any]) -> ConstantValue {
        var entries: [String: ConstantValue] = [:]
        for (key, element) in value { entries["\(key.base)"] = ConstantValue(element) }
        return .dictionary(entries)
    }

    /// Enums compare by their raw values.
    private static func rawValue(_ value: some RawRepresentable) -> ConstantValue {
        ConstantValue(value.rawValue)
    }
}

/// An optional inside of an `Any`.
protocol WrappedValue {
    var wrapped: Any? { get }
    static var wrappedType: Any.Type { get }
}

extension Optional: WrappedValue {
    var wrapped: Any? { self }
    static var wrappedType: Any.Type { Wrapped.self }
}
