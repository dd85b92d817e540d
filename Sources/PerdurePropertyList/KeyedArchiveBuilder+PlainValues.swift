// SPDX-License-Identifier: Apache-2.0
// Adds Foundation's values to a keyed archive, in the form that Apple's classes archive themselves; the
// mirror of KeyedArchive+PlainValues.swift. Part of KeyedArchiveBuilder.swift.

import Foundation

extension KeyedArchiveBuilder {
    /// Adds a plain value with all that it holds.
    package mutating func add(plain value: PlainValue) throws -> PropertyListValue {
        try add(plain: value, depth: 0)
    }

    private mutating func add(plain value: PlainValue, depth: Int) throws -> PropertyListValue {
        guard depth < KeyedArchive.plainValueDepth else {
            throw PropertyListError("collections nest too deeply for an archive")
        }
        switch value {
        case .array(let elements):
            return add(array: try elements.map { try add(plain: $0, depth: depth + 1) })
        case .set(let elements): return add(set: try elements.map { try add(plain: $0, depth: depth + 1) })
        case .orderedSet(let elements):
            return add(orderedSet: try elements.map { try add(plain: $0, depth: depth + 1) })
        case .dictionary(let values):
            return add(
                entries: try values.map {
                    (try add(plain: $0.key, depth: depth + 1), try add(plain: $0.value, depth: depth + 1))
                })
        default: return add(scalar: value)
        }
    }

    private mutating func add(scalar value: PlainValue) -> PropertyListValue {
        switch value {
        case .boolean(let value): add(value: .boolean(value))
        case .integer(let value): add(value: .integer(value))
        case .unsigned(let value): add(value: .unsigned(value))
        case .real(let value): add(value: .real(value))
        case .decimal(let value): add(decimal: value)
        case .string(let value): add(string: value)
        case .data(let value):
            add(classes: ["NSMutableData", "NSData", "NSObject"], fields: ["NS.data": .data(value)])
        case .date(let value): add(date: value)
        case .uuid(let value): add(uuid: value)
        case .url(let value): add(url: value)
        case .null, .array, .set, .orderedSet, .dictionary: add(classes: ["NSNull", "NSObject"], fields: [:])
        }
    }

    /// Adds a date.
    package mutating func add(date: Date) -> PropertyListValue {
        add(classes: ["NSDate", "NSObject"], fields: ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    }

    /// Adds a UUID.
    package mutating func add(uuid: UUID) -> PropertyListValue {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
        return add(classes: ["NSUUID", "NSObject"], fields: ["NS.uuidbytes": .data(bytes)])
    }

    /// Adds a URL, with its base when it has one.
    package mutating func add(url: URL) -> PropertyListValue {
        let base = url.baseURL.map { add(url: $0) } ?? Self.null
        let text = add(string: url.relativeString)
        return add(classes: ["NSURL", "NSObject"], fields: ["NS.base": base, "NS.relative": text])
    }

    /// Adds a decimal number in the form of the placeholder class that Apple's NSDecimalNumber names.
    package mutating func add(decimal: Decimal) -> PropertyListValue {
        let mantissa = decimal.isNaN ? 0 : decimal.mantissa
        let words = (128 - mantissa.leadingZeroBitCount + 15) / 16
        return add(
            classes: ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
            fields: [
                "NS.mantissa": .data(Swift.withUnsafeBytes(of: mantissa.littleEndian) { Data($0) }),
                "NS.mantissa.bo": .integer(1),
                "NS.exponent": .integer(Int64(mantissa == 0 ? 0 : decimal.exponent)),
                "NS.negative": .boolean(decimal.isNaN || decimal.isSignMinus),
                "NS.length": .integer(Int64(words)), "NS.compact": .boolean(true),
            ])
    }
}

/// A decimal's parts as integers. Foundation offers no other public way to its 128 bits.
extension Decimal {
    init(mantissa: UInt128, exponent: Int, isNegative: Bool) {
        let digits = Decimal(string: mantissa.description) ?? 0
        self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits)
    }

    /// The digits without sign and exponent.
    var mantissa: UInt128 { UInt128(significand.magnitude.description) ?? 0 }
}
