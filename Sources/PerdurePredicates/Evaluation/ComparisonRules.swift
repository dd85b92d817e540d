// SPDX-License-Identifier: Apache-2.0
// When values are equal and how they are ordered: numbers across their types, strings by canonical
// equivalence, objects by isEqual, stored objects by their references. The operators built on it are in
// ComparisonOperators.swift.

import Foundation
import PerdureBase

enum ComparisonRules {
    /// Whether two values are equal; values of different kinds are not.
    static func equal(_ left: ConstantValue, _ right: ConstantValue, _ options: ComparisonOptions) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)):
            StringMatching.equal(left, right, options: options)
        case (.uuid(let uuid), .string(let text)), (.string(let text), .uuid(let uuid)):
            UUID(uuidString: text) == uuid
        default: equalTexts(left, right, options) ?? (left.comparisonKey == right.comparisonKey)
        }
    }

    /// Whether two strings or URLs have equal texts; nil for other values.
    private static func equalTexts(
        _ left: ConstantValue, _ right: ConstantValue, _ options: ComparisonOptions
    )
        -> Bool?
    {
        guard let left = left.text, let right = right.text else { return nil }
        return StringMatching.equal(left, right, options: options)
    }

    /// The order of two values; nil when one of them is NaN.
    static func order(
        _ left: ConstantValue, _ right: ConstantValue, _ options: ComparisonOptions = []
    ) throws -> ComparisonResult? {
        switch (left, right) {
        case (.integer(let left), .integer(let right)):
            return result(left, right)
        case (.string, .string), (.string, .url), (.url, .string), (.url, .url):
            return StringMatching.compare(left.text ?? "", right.text ?? "", options: options)
        case (.date(let left), .date(let right)):
            return result(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        case (.uuid(let left), .uuid(let right)):
            return result(left.uuidString, right.uuidString)
        case (.data(let left), .data(let right)):
            if left == right { return .orderedSame }
            return left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
        case (.reference(let left), .reference(let right)):
            return result(left.number, right.number)
        default:
            return try orderOfNumbers(left, right)
        }
    }

    private static func orderOfNumbers(_ left: ConstantValue, _ right: ConstantValue) throws
        -> ComparisonResult?
    {
        guard let first = Number(left), let second = Number(right) else { throw incomparable(left, right) }
        return first.order(to: second)
    }

    static func result<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }

    private static func incomparable(_ left: ConstantValue, _ right: ConstantValue) -> CoreDataException {
        .invalidArgument(
            "Can't order \(PredicatePrinter.format(.constant(left))) (\(left.kind)) and "
                + "\(PredicatePrinter.format(.constant(right))) (\(right.kind)); compare values of one kind")
    }
}

extension ConstantValue {
    /// The text of a string or a URL; nil for other values.
    var text: String? {
        switch self {
        case .string(let text): text
        case .url(let url): url.absoluteString
        default: nil
        }
    }

    /// A key for lookups: values that compare equal have equal keys.
    var comparisonKey: ConstantValue {
        switch self {
        case .boolean(let value): return .integer(value ? 1 : 0)
        case .double(let value): return Int64(exactly: value).map { .integer($0) } ?? self
        case .decimal(let value): return Self.key(of: value)
        case .url(let url): return .string(url.absoluteString)
        case .array(let elements): return .array(elements.map(\.comparisonKey))
        case .set(let elements): return .set(Set(elements.map(\.comparisonKey)))
        case .dictionary(let entries): return .dictionary(entries.mapValues(\.comparisonKey))
        case .object(let box):
            if let reference = (box.object as? any StoredReferenceReadable)?.storedReference {
                return .reference(reference)
            }
            if let object = box.object as? any IdentityReadable {
                return .object(ConstantObject(object.identity))
            }
            return self
        default: return self
        }
    }

    /// Integers exactly, fractions as doubles, which is how stores keep them.
    private static func key(of value: Decimal) -> ConstantValue {
        if value.isNaN { return .double(.nan) }
        if value.exponent >= 0 || value.wholePart == value {
            return Number.exactInteger(value).map { .integer($0) } ?? .decimal(value)
        }
        return .double(value.nearestDouble)
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "nil"
        case .boolean: "a boolean"
        case .integer, .double, .decimal: "a number"
        case .string: "a string"
        case .date: "a date"
        case .data: "data"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .array, .set: "a collection"
        case .dictionary: "a dictionary"
        case .reference: "a stored object"
        case .object(let box): "an object of type \(type(of: box.object))"
        }
    }
}
