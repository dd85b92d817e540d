// SPDX-License-Identifier: Apache-2.0
// Codes types that hold one plain value: raw values that are structs, identifiers in a wrapper.

import Foundation
import Perdure

/// Takes the one value out of a value.
final class SingleEncoder: Encoder, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private var found: Any?

    /// The one plain value, in the form of key-value coding; nil where the type encodes something else.
    static func value(of value: Any) throws -> Any? {
        if let plain = value as? any _PlainAttribute { return plain._object }
        let encoder = SingleEncoder()
        try (value as? any Encodable)?.encode(to: encoder)
        return encoder.found
    }

    func encodeNil() throws {}
    func encode<T: Encodable>(_ value: T) throws { found = (value as? any _PlainAttribute)?._object }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // A type that decodes one value encodes no containers; what it puts into them is not kept.
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(IgnoredMembers<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { IgnoredValues(encoder: self) }
}

private struct IgnoredMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: any Encoder
    var codingPath: [any CodingKey] { [] }
    mutating func encodeNil(forKey key: Key) throws {}
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {}
    mutating func nestedContainer<K: CodingKey>(keyedBy type: K.Type, forKey key: Key)
        -> KeyedEncodingContainer<K>
    {
        encoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct IgnoredValues: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: any Encoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    mutating func encodeNil() throws {}
    mutating func encode<T: Encodable>(_ value: T) throws {}
    mutating func nestedContainer<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
        encoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { encoder }
}

/// Gives a type its one value.
struct SingleDecoder: Decoder, SingleValueDecodingContainer {
    let stored: Any
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value of a type around a plain value.
    static func value(
        _ type: any Decodable.Type, _ stored: Any, _ plain: any _PlainAttribute.Type
    ) throws -> Any { try type.init(from: SingleDecoder(stored: stored)) }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let plain = type as? any _PlainAttribute.Type, let value = plain._value(of: stored) as? T {
            return value
        }
        throw refusal
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw refusal
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal }

    private var refusal: DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "one value of another type"))
    }
}
