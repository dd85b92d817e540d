// SPDX-License-Identifier: Apache-2.0
// The values of a mergeable dictionary: property-list values as they are, and Codable values in the same form.

import Foundation
import PerdurePropertyList

/// Turns values into property-list values and back.
enum MergeableLeaf {
    // A property list needs a dictionary or an array at its top; this is the dictionary's key.
    private static let key = "v"

    /// The property-list form of a value; nil for a value without one.
    static func plist(_ value: Any) -> PropertyListValue? {
        if let plist = PropertyListValue(program: value) { return plist }
        return (value as? any Encodable).flatMap { encoded($0) }
    }

    private static func encoded(_ value: some Encodable) -> PropertyListValue? {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let data = try? encoder.encode([key: value]) else { return nil }
        return try? PropertyList.read(data).dictionaryValue?[key]
    }

    /// The value as a type; nil for a value of another type.
    static func value<Value>(_ plist: PropertyListValue, as type: Value.Type) -> Value? {
        if let plain = plain(plist.programValue, as: type) { return plain }
        guard let decodable = type as? any Decodable.Type else { return nil }
        return decoded(plist, decodable) as? Value
    }

    /// The value as a plain type; an integer is no Boolean and a Boolean no integer, although Foundation's numbers are
    /// both.
    private static func plain<Value>(_ value: Any, as type: Value.Type) -> Value? {
        if let plain = value as? Value { return plain }
        guard let number = value as? Int, let integer = type as? any BinaryInteger.Type else { return nil }
        return exactly(number, integer) as? Value
    }

    private static func exactly<Number: BinaryInteger>(_ number: Int, _ type: Number.Type) -> Number? {
        Number(exactly: number)
    }

    private static func decoded<Value: Decodable>(_ plist: PropertyListValue, _ type: Value.Type) -> Value? {
        guard let data = try? BinaryPropertyList.write(.dictionary([key: plist])) else { return nil }
        return try? PropertyListDecoder().decode([String: Value].self, from: data)[key]
    }
}
