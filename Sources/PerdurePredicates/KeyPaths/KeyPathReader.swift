// SPDX-License-Identifier: Apache-2.0
// Follows key paths through objects, dictionaries and collections, as key-value coding does on Apple's
// systems. Keys that start with "@" are in CollectionOperator.swift; single keys in KeyReader.swift.

import Foundation
import PerdureBase

/// Follows key paths.
package enum KeyPathReader {
    /// How many keys a path may have: each key costs a step, a table or a level of recursion.
    package static let longest = 256

    /// Why a path is refused.
    package static func refusal(_ keys: some Collection<String>) -> String {
        let start = keys.prefix(3).joined(separator: ".")
        return
            "the key path \"\(start)…\" has \(keys.count) keys, and \(longest) are the limit; use a shorter one"
    }

    /// Reads keys one after the other.
    ///
    /// - Parameters:
    ///   - keys: The keys; those with an "@" are collection operators on all keys behind them.
    ///   - root: Where the path starts.
    /// - Returns: The value; nil as soon as a step gives nil; for a key of a collection the list of its
    ///   members' values, with NSNull for nil, but without members where the key itself has many values.
    /// - Throws: CoreDataException for a key that a value does not have.
    package static func read(_ keys: ArraySlice<String>, from root: Any?) throws -> Any? {
        guard keys.count <= longest else { throw CoreDataException.invalidArgument(refusal(keys)) }
        var value = root
        var isNested = false
        for index in keys.indices {
            guard let current = value.flatMap(unwrapped) else { return nil }
            let key = keys[index]
            if index > keys.startIndex, let entries = current as? DictionaryEntries {
                return entries.value(at: keys[index...]).flatMap(unwrapped)
            }
            if let object = current as? any KeyValueReadable, key.utf8.first != UInt8(ascii: "@") {
                value = try object.readValue(forKey: key)
                continue
            }
            if key.utf8.first == UInt8(ascii: "@") {
                // Several to-many steps are one collection for @count, as they are for the other operators.
                let isCount = key == CollectionOperator.count.rawValue
                let whole = isNested && isCount ? flattened(current) : current
                return try CollectionOperator.apply(key, to: whole, rest: keys[(index + 1)...])
            }
            if let members = members(of: current) {
                if members.first(where: { !($0 is NSNull) }) is DictionaryEntries {
                    return members.map { entry(of: $0, at: keys[index...]) ?? NSNull() }
                }
                value = try values(at: keys[...index], of: members, isNested: isNested, from: root)
                isNested = true
            } else {
                value = try KeyReader.read(key, from: current)
            }
        }
        return value.flatMap(unwrapped)
    }

    /// The values of the last key of a path: one for each member, with NSNull for nil.
    ///
    /// Where the key has many values, a member without an object adds none, as in the inner joins of SQL.
    private static func values(
        at path: ArraySlice<String>, of members: [Any], isNested: Bool, from root: Any?
    ) throws -> [Any] {
        var hasNil = false
        let values: [Any] = try members.map { member in
            if isNested, let inner = Self.members(of: member) {
                return try Self.values(at: path, of: inner, isNested: true, from: root)
            }
            if let value = try read(path.suffix(1), from: member) { return value }
            hasNil = true
            return NSNull()
        }
        guard hasNil, leadsToCollection(path, from: root, values) else { return values }
        return values.filter { !($0 is NSNull) }
    }

    /// Whether the last key of a path has many values: the model says so, and the values show it where there is no model.
    private static func leadsToCollection(_ path: ArraySlice<String>, from root: Any?, _ values: [Any])
        -> Bool
    {
        guard let root else { return false }
        let objects = root is any ModelReadable ? [root] : members(of: root) ?? []
        let owner = objects.lazy.compactMap { $0 as? any ModelReadable }.first
        return owner?.leadsToCollection(path) ?? values.contains { members(of: $0) != nil }
    }

    private static func entry(of member: Any, at keys: ArraySlice<String>) -> Any? {
        (member as? DictionaryEntries)?.value(at: keys)
    }

    /// The members of an array, set or ordered set; nil for anything else.
    package static func members(of value: Any) -> [Any]? {
        let type = type(of: value)
        if type == String.self || type == Int64.self || type == Int.self || type == Double.self { return nil }
        if type is AnyClass {
            // Iterating works for subclasses too, where casts and `allObjects` of Foundation on Linux do not.
            switch value as AnyObject {
            case let array as NSArray: return array.map { $0 }
            case let set as NSSet: return set.map { $0 }
            case let set as NSOrderedSet: return set.map { $0 }
            default: return nil
            }
        }
        if let array = value as? [Any] { return array }
        if let set = value as? Set<AnyHashable> { return set.map(\.base) }
        if let constant = value as? ConstantValue { return members(of: constant) }
        return nil
    }

    private static func members(of constant: ConstantValue) -> [Any]? {
        switch constant {
        case .array(let elements): elements
        case .set(let elements): Array(elements)
        case .object(let box): members(of: box.object)
        default: nil
        }
    }

    /// The members of a collection and of the collections in it.
    package static func flattened(_ value: Any?) -> [Any] {
        guard let value = value.flatMap(unwrapped), !(value is NSNull) else { return [] }
        guard let members = members(of: value) else { return [value] }
        return members.flatMap { Self.members(of: $0) == nil ? [$0] : flattened($0) }
    }

    /// The value inside of an optional inside of an `Any`; nil for nil.
    private static func unwrapped(_ value: Any) -> Any? {
        let type = type(of: value)
        if type == String.self || type == Int64.self || type == Int.self { return value }
        if type is AnyClass { return value is NSNull ? nil : value }
        guard let optional = value as? any WrappedValue else { return value }
        return optional.wrapped.flatMap(unwrapped)
    }
}
