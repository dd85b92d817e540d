// SPDX-License-Identifier: Apache-2.0
// Makes a Codable struct of the elements of a composite attribute. A mandatory member without a value gets its type's zero,
// so that a row of another program is readable.

import Foundation
import Perdure
import PerdureBase

/// Decodes the members of one dictionary.
struct MemberDecoder: Decoder {
    fileprivate let values: [String: Any]
    fileprivate let forms: [String: ValueForm]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value of a dictionary.
    ///
    /// - Throws: What the type's own code throws.
    static func value(
        _ type: any Decodable.Type, _ values: [String: Any], _ fields: [ValueForm.Field]
    ) throws -> Any {
        let forms = Dictionary(fields.map { ($0.name, $0.form) }) { first, _ in first }
        return try type.init(from: MemberDecoder(values: values, forms: forms))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(MemberSource<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.refusal("list") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw Self.refusal("single value")
    }

    fileprivate static func refusal(_ what: String) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(codingPath: [], debugDescription: "a composite value has no \(what)"))
    }

    fileprivate func value<T: Decodable>(_ type: T.Type, _ key: String) -> T? {
        guard let form = forms[key], let stored = values[key] else { return nil }
        return form.value(type, of: stored, as: key)
    }
}

private struct MemberSource<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: MemberDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.values.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { decoder.values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let name = key.stringValue
        let form = decoder.forms[name]
        if let value = decoder.value(type, name) ?? form?.fallback(type) { return value }
        // A stored value that the type does not know makes the whole struct unreadable, so that somebody is told.
        guard !contains(key), let zeros = form?.zeros(type) else {
            throw MemberDecoder.refusal("value for \(name)")
        }
        return zeros
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        decoder.value(type, key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw MemberDecoder.refusal("container inside") }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw MemberDecoder.refusal("list inside")
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}
