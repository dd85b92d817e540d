// SPDX-License-Identifier: Apache-2.0
// Takes a Codable struct apart into the elements of a composite attribute, with the code that the compiler wrote for it.
// MemberDecoder.swift puts it together.

import Foundation
import Perdure
import PerdureBase

/// Collects the members of one value.
final class MemberEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let forms: [String: ValueForm]
    fileprivate let property: String
    fileprivate var members: [String: Any] = [:]

    private init(_ fields: [ValueForm.Field], _ property: String) {
        forms = Dictionary(fields.map { ($0.name, $0.form) }) { first, _ in first }
        self.property = property
    }

    /// The members of a value that are not nil.
    ///
    /// - Throws: What the type's own code throws, or an exception for a key that is no field.
    static func members(of value: Any, _ fields: [ValueForm.Field], _ property: String) throws -> [String:
        Any]
    {
        let encoder = MemberEncoder(fields, property)
        try (value as? any Encodable)?.encode(to: encoder)
        return encoder.members
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MemberValues<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingValues(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { RefusingValues(encoder: self) }

    fileprivate func refusal(_ key: String) -> CoreDataException {
        CoreDataException.invalidArgument(
            "The type of the property \(property) encodes \"\(key)\", which is none of its stored properties "
                + "\(forms.keys.sorted()): let its coding keys have the properties' names, or write "
                + "@Attribute(.codable), which stores it as one value.")
    }

    fileprivate func add(_ value: any Encodable, _ key: String) throws {
        guard let form = forms[key] else { throw refusal(key) }
        if case .encoded = form { return members[key] = try EncodedValue.json(of: value) }
        members[key] = try form.stored(value, as: key)
    }
}

private struct MemberValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: MemberEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {}
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.add(value, key.stringValue)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingMembers<NestedKey>(encoder: encoder))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        RefusingValues(encoder: encoder)
    }

    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// Refuses members without a name of a field.
private struct RefusingValues: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: MemberEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    mutating func encodeNil() throws { throw encoder.refusal("nil") }
    mutating func encode<T: Encodable>(_ value: T) throws { throw encoder.refusal("\(T.self)") }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingMembers<NestedKey>(encoder: encoder))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { encoder }
}

private struct RefusingMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: MemberEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { throw encoder.refusal(key.stringValue) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        throw encoder.refusal(key.stringValue)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingMembers<NestedKey>(encoder: encoder))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        RefusingValues(encoder: encoder)
    }

    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
