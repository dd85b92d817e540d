// SPDX-License-Identifier: Apache-2.0
// @count, @sum.k and the other operators of key paths. An operator takes all keys behind it: they are read
// from each member, or, when the operator comes first (`@sum.items.price`), from the object itself.

import Foundation
import PerdureBase

/// The operators of key paths.
enum CollectionOperator: String {
    case count = "@count"
    case sum = "@sum"
    case minimum = "@min"
    case maximum = "@max"
    case average = "@avg"
    case unionOfObjects = "@unionOfObjects"
    case distinctUnionOfObjects = "@distinctUnionOfObjects"
    case unionOfArrays = "@unionOfArrays"
    case distinctUnionOfArrays = "@distinctUnionOfArrays"
    case unionOfSets = "@unionOfSets"
    case distinctUnionOfSets = "@distinctUnionOfSets"
    case firstObject = "@firstObject"
    case lastObject = "@lastObject"

    static func apply(_ key: String, to value: Any, rest: ArraySlice<String>) throws -> Any? {
        guard let operation = CollectionOperator(rawValue: key) else {
            throw CoreDataException.invalidArgument("unknown collection operator \(key) in a key path")
        }
        switch operation {
        case .firstObject, .lastObject:
            let members = try members(of: value, operation)
            return try KeyPathReader.read(
                rest, from: operation == .firstObject ? members.first : members.last)
        default:
            return try operation.result(of: values(of: value, operation, rest: rest))
        }
    }

    private static func members(of value: Any, _ operation: CollectionOperator) throws -> [Any] {
        if let members = KeyPathReader.members(of: value) { return members }
        throw CoreDataException.invalidArgument(
            "\(operation.rawValue) needs a collection and was used on a value of type \(type(of: value))")
    }

    private static func values(
        of value: Any, _ operation: CollectionOperator, rest: ArraySlice<String>
    ) throws -> [Any] {
        guard let members = KeyPathReader.members(of: value) else {
            if rest.isEmpty { return try Self.members(of: value, operation) }
            return KeyPathReader.flattened(try KeyPathReader.read(rest, from: value))
        }
        if rest.isEmpty { return members }
        return try members.compactMap { try KeyPathReader.read(rest, from: $0) }
    }

    private func result(of values: [Any]) throws -> Any? {
        switch self {
        case .count: return values.count
        case .sum: return try Statistics.sum(numbers(values)).anyValue
        case .average: return try Statistics.average(numbers(values)).anyValue
        case .minimum: return try Statistics.extreme(numbers(values), .orderedAscending).anyValue
        case .maximum: return try Statistics.extreme(numbers(values), .orderedDescending).anyValue
        case .unionOfObjects: return values.filter { !($0 is NSNull) }
        case .distinctUnionOfObjects: return Self.distinct(values.filter { !($0 is NSNull) })
        case .unionOfArrays, .unionOfSets: return KeyPathReader.flattened(values)
        case .distinctUnionOfArrays, .distinctUnionOfSets:
            return Self.distinct(KeyPathReader.flattened(values))
        case .firstObject, .lastObject: return values.first
        }
    }

    private func numbers(_ values: [Any]) -> [ConstantValue] {
        KeyPathReader.flattened(values).map { ConstantValue($0) }
    }

    /// The values without repetitions, in the order of their first appearance.
    private static func distinct(_ values: [Any]) -> [Any] {
        var seen: Set<ConstantValue> = []
        return values.filter { seen.insert(ConstantValue($0).comparisonKey).inserted }
    }
}
