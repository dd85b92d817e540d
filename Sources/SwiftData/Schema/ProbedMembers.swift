// SPDX-License-Identifier: Apache-2.0
// Asks a struct in which types it decodes its members: a composite keeps each field in the field's own type, so that a struct with
// coding of its own, as a date that is coded as a number, must be one encoded value. Part of CodingProbe.swift.

import Foundation

/// Ends a decoding that is only asked how it goes, as soon as that is known.
struct ProbeEnd: Error {}

/// The fields of a struct that is asked how it is coded.
final class ProbedMembers {
    private let types: [String: any Any.Type]
    /// Gives what stands for nothing in a field; nil where there is no such value.
    private let nothing: (_ name: String, _ type: any Any.Type) -> Any?
    /// Fields that were asked for in their own type.
    private var fitting: Set<String> = []
    /// Names that were asked for as something else.
    private var others: Set<String> = []
    /// Whether the last question was for a name of no field: an initializer that goes on can do without.
    private var isStuck = false
    /// Whether enough is known; the initializer need not see more values that stand for nothing.
    private var isDone = false

    init(
        _ fields: [(String, any Any.Type)], nothing: @escaping (_ name: String, _ type: any Any.Type) -> Any?
    ) {
        self.nothing = nothing
        types = Dictionary(fields) { first, _ in first }
    }

    /// Whether each member was asked for as a composite keeps it; an initializer may have come to its end, or not.
    func areComposite(isDecoded: Bool) -> Bool { others.isEmpty && (isDecoded || !isStuck) }

    func contains(_ name: String) -> Bool { types[name] != nil }

    /// What stands for nothing under a field; throws for the last one, and for what a composite does not have.
    ///
    /// A type that tries another type first, which former versions of it wrote, asks for the field's own one in the end.
    func value<T>(_ type: T.Type, _ name: String) throws -> T {
        guard let field = types[name] else {
            isStuck = !isDone
            throw ProbeEnd()
        }
        guard Self.wrapped(field) == Self.wrapped(type) else { throw other(name) }
        isStuck = false
        others.remove(name)
        fitting.insert(name)
        guard fitting.count < types.count, let value: T = value(of: name) else {
            isDone = true
            throw ProbeEnd()
        }
        return value
    }

    /// Notes that a member is coded by itself.
    func other(_ name: String) -> ProbeEnd {
        isStuck = false
        if !isDone { others.insert(name) }
        return ProbeEnd()
    }

    private func value<T>(of name: String) -> T? {
        // T is an optional: nil is a value of it.
        if T.self is any OptionalValue.Type { return .some((nil as Any?) as! T) }
        return nothing(name, T.self) as? T
    }

    private static func wrapped(_ type: any Any.Type) -> any Any.Type {
        (type as? any OptionalValue.Type)?.wrappedType ?? type
    }
}

/// The members by their keys.
struct ProbedKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: ProbedMembers
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { members.contains(key.stringValue) }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try members.value(type, key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw members.other(key.stringValue) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw members.other(key.stringValue)
    }

    func superDecoder() throws -> any Decoder { throw members.other("super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw members.other(key.stringValue) }
}
