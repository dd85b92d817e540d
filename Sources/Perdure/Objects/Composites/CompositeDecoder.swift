// SPDX-License-Identifier: Apache-2.0
// Makes a composite value from the dictionary in an object, with the Decodable code that the compiler wrote.

import Foundation

/// Decodes the members of one dictionary.
struct CompositeDecoder: Decoder {
    let values: [String: Any]
    /// The default of each member.
    ///
    /// It is used for a mandatory member without a value, and for a value that the member's type does not know.
    let defaults: [String: Any]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value of a dictionary; nil when the dictionary does not fit the type.
    static func value<T: CompositeValue>(_ type: T.Type, _ values: [String: Any]) -> T? {
        guard let layout = try? CompositeLayout.of(type) else { return nil }
        return try? T(from: CompositeDecoder(values: values, defaults: layout.defaults))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(MemberContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.refusal("unkeyed") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.refusal("single") }

    fileprivate static func refusal(_ what: String) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(codingPath: [], debugDescription: "a composite value has no \(what)"))
    }

    /// A member's value in the member's type; nil for nil and for a raw value that the type does not know.
    fileprivate static func value<T: Decodable>(_ type: T.Type, _ object: Any?) -> T? {
        guard let object else { return nil }
        if let plain = type as? any _PlainAttribute.Type { return plain._value(of: object) as? T }
        if let composite = type as? any CompositeValue.Type {
            return (object as? [String: Any]).flatMap { CompositeDecoder.value(composite, $0) } as? T
        }
        return (type as? any RawRepresentable.Type).flatMap { raw($0, object) } as? T
    }

    private static func raw<R: RawRepresentable>(_ type: R.Type, _ object: Any) -> R? {
        let raw = (R.RawValue.self as? any _PlainAttribute.Type)?._value(of: object)
        return (raw as? R.RawValue).flatMap(R.init)
    }
}

private struct MemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: CompositeDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.values.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { decoder.values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let name = key.stringValue
        let found = CompositeDecoder.value(type, decoder.values[name])
        guard let value = found ?? CompositeDecoder.value(type, decoder.defaults[name]) else {
            throw CompositeDecoder.refusal("value for \(name)")
        }
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        CompositeDecoder.value(type, decoder.values[key.stringValue])
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw CompositeDecoder.refusal("container inside")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw CompositeDecoder.refusal("list inside")
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}
