// SPDX-License-Identifier: Apache-2.0
// Lets a type decode from nothing: zeros, empty texts, empty lists, first cases. ValueForm+Zeros.swift says for whom.

import Foundation
import Perdure

/// Gives a type zeros for whatever it asks for.
struct ZeroDecoder: Decoder {
    /// The types that are being made: a value of one of them inside of itself would have no end.
    private var outer: [ObjectIdentifier] = []
    /// The name of an enum's case: the only key that is there.
    fileprivate var name: String?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The zero of a type.
    ///
    /// - Throws: What the type's own code throws where it refuses zeros.
    func zero<T: Decodable>(_ type: T.Type) throws -> T {
        if let plain = type as? any _PlainAttribute.Type, let zero = ValueForm.zero(plain) as? T {
            return zero
        }
        // T is an optional: nil is a value of it.
        if type is any OptionalValue.Type { return (nil as Any?) as! T }
        guard !outer.contains(ObjectIdentifier(type)) else { throw Self.refusal(type) }
        guard case .cases(let names, let hasPayloads) = TypeReading.kind(of: type) else {
            return try T(from: inside(type))
        }
        if !hasPayloads, let first = TypeReading.value(type, caseNumber: 0, of: names.count) { return first }
        for name in names {
            if let value = try? T(from: inside(type, name)) { return value }
        }
        throw Self.refusal(type)
    }

    private func inside(_ type: any Any.Type, _ name: String? = nil) -> ZeroDecoder {
        var inner = self
        inner.outer.append(ObjectIdentifier(type))
        inner.name = name
        return inner
    }

    private static func refusal(_ type: any Any.Type) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "no zero of the type \(type)"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ZeroMembers<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { ZeroValues(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { ZeroValues(decoder: self) }
}

private struct ZeroMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ZeroDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.name.flatMap(Key.init(stringValue:)).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { key.stringValue == decoder.name }
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.zero(type) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> { payload.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        payload.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { payload }
    func superDecoder(forKey key: Key) -> any Decoder { payload }

    /// What is inside has members of its own.
    private var payload: ZeroDecoder {
        var inner = decoder
        inner.name = nil
        return inner
    }
}

/// A list without elements, or one zero.
private struct ZeroValues: UnkeyedDecodingContainer, SingleValueDecodingContainer {
    let decoder: ZeroDecoder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.zero(type) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedDecodingContainer<
        NestedKey
    > { decoder.container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func superDecoder() -> any Decoder { decoder }
}
