// SPDX-License-Identifier: Apache-2.0
// Reads Foundation's values out of a keyed archive by an allow-list; the mirror of
// KeyedArchiveBuilder+PlainValues.swift. Part of KeyedArchive.swift.

import Foundation

extension KeyedArchive {
    /// How deeply collections of plain values may nest.
    static let plainValueDepth = 128

    /// Reads an archive that holds only property list types, UUIDs, URLs, decimals, nulls and collections of them.
    ///
    /// Throws an error that names the class when the archive holds anything else.
    package static func decodePlainValue(
        _ data: Data, limits: PropertyListLimits = .standard
    ) throws -> PlainValue {
        let archive = try KeyedArchive(data, limits: limits)
        return try archive.plainValue(.uid(try archive.root()))
    }

    /// Writes an archive that `decodePlainValue` and NSKeyedUnarchiver read.
    package static func encodePlainValue(_ value: PlainValue) throws -> Data {
        var builder = KeyedArchiveBuilder()
        let root = try builder.add(plain: value)
        return try builder.archive(root: root)
    }

    /// The plain value that a field holds.
    package func plainValue(_ field: PropertyListValue?) throws -> PlainValue {
        try plainValue(field, depth: 0)
    }

    private func plainValue(_ field: PropertyListValue?, depth: Int) throws -> PlainValue {
        guard depth < Self.plainValueDepth else {
            throw PropertyListError("the archive nests collections too deeply, or one holds itself")
        }
        switch try resolve(field) {
        case .null: return .null
        case .value(let value): return try plain(value)
        case .instance(let instance): return try plainValue(instance, depth: depth)
        }
    }

    private func plain(_ value: PropertyListValue) throws -> PlainValue {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .real(let value): .real(value)
        case .string(let value): .string(value)
        case .date(let value): .date(value)
        case .data(let value): .data(value)
        case .array, .set, .dictionary, .uid:
            throw PropertyListError("the archive holds a bare container where an object should stand")
        }
    }

    private func plainValue(_ instance: ArchivedInstance, depth: Int) throws -> PlainValue {
        switch instance.className {
        case "NSArray", "NSMutableArray": return .array(try plainElements(instance, depth))
        case "NSSet", "NSMutableSet": return .set(Set(try plainElements(instance, depth)))
        case "NSOrderedSet", "NSMutableOrderedSet": return .orderedSet(try plainElements(instance, depth))
        case "NSDictionary", "NSMutableDictionary", "NSKnownKeysDictionary1":
            let pairs = try (entries(of: instance) ?? []).map {
                (try plainValue($0.key, depth: depth + 1), try plainValue($0.value, depth: depth + 1))
            }
            return .dictionary(Dictionary(pairs) { _, last in last })
        default: return try plainScalar(instance)
        }
    }

    private func plainElements(_ instance: ArchivedInstance, _ depth: Int) throws -> [PlainValue] {
        try (elements(of: instance) ?? []).map { try plainValue($0, depth: depth + 1) }
    }

    private func plainScalar(_ instance: ArchivedInstance) throws -> PlainValue {
        let value: PlainValue? =
            switch instance.className {
            case "NSNull": .null
            case "NSString", "NSMutableString": string(of: instance).map { .string($0) }
            case "NSData", "NSMutableData": try data(of: instance).map { .data($0) }
            case "NSDate":
                // Foundation stops the process when it prints a date that is not a number.
                instance.fields["NS.time"]?.realValue.flatMap {
                    $0.isNaN ? nil : .date(Date(timeIntervalSinceReferenceDate: $0))
                }
            case "NSUUID": Self.uuid(instance).map { .uuid($0) }
            case "NSURL": try url(instance, depth: 0).map { .url($0) }
            case "NSDecimalNumber", "NSDecimalNumberPlaceholder": Self.decimal(instance).map { .decimal($0) }
            default:
                throw PropertyListError(
                    "the archive holds an object of class \(instance.className), which is not on the allow-list; "
                        + "use a value transformer of your own for it")
            }
        guard let value else { throw PropertyListError("an archived \(instance.className) is damaged") }
        return value
    }

    private func data(of instance: ArchivedInstance) throws -> Data? {
        let field = instance.fields["NS.data"] ?? instance.fields["NS.bytes"]
        guard case .value(let value) = try resolve(field) else { return nil }
        return value.dataValue
    }

    private func url(_ instance: ArchivedInstance, depth: Int) throws -> URL? {
        guard depth < 4, let text = try string(instance.fields["NS.relative"]) else { return nil }
        guard case .instance(let base) = try resolve(instance.fields["NS.base"]) else {
            return URL(string: text)
        }
        return URL(string: text, relativeTo: try url(base, depth: depth + 1))
    }

    private static func uuid(_ instance: ArchivedInstance) -> UUID? {
        guard let bytes = instance.fields["NS.uuidbytes"]?.dataValue.map(Array.init), bytes.count == 16 else {
            return nil
        }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
                bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// The mantissa is up to eight 16-bit words, in the byte order that `NS.mantissa.bo` names (1 is little endian).
    private static func decimal(_ instance: ArchivedInstance) -> Decimal? {
        let fields = instance.fields
        guard let bytes = fields["NS.mantissa"]?.dataValue.map(Array.init), bytes.count == 16,
            let exponent = fields["NS.exponent"]?.integerValue, (-128...127).contains(exponent),
            let length = fields["NS.length"]?.integerValue, (0...8).contains(length)
        else { return nil }
        let isNegative = fields["NS.negative"]?.booleanValue ?? false
        if length == 0, isNegative { return .nan }
        let isLittle = fields["NS.mantissa.bo"]?.integerValue != 2
        var mantissa: UInt128 = 0
        for word in (0..<Int(length)).reversed() {
            let (low, high) =
                isLittle ? (bytes[2 * word], bytes[2 * word + 1]) : (bytes[2 * word + 1], bytes[2 * word])
            mantissa = mantissa << 16 | UInt128(high) << 8 | UInt128(low)
        }
        return Decimal(mantissa: mantissa, exponent: Int(exponent), isNegative: isNegative)
    }
}
