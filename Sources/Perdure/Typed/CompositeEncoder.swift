// SPDX-License-Identifier: Apache-2.0
// Takes a composite value apart by the code that the compiler wrote for Encodable: names, types and values of the
// members, also of those that are nil.

import Foundation

/// Collects the members of one value.
final class CompositeEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate var members: [CompositeMember] = []

    /// The members of a value.
    ///
    /// - Throws: `EncodingError` for a member that is no plain value.
    static func members(of value: some CompositeValue) throws -> [CompositeMember] {
        let encoder = CompositeEncoder()
        try value.encode(to: encoder)
        return encoder.members
    }

    /// The dictionary that key-value coding gives for the members; nil is left out.
    static func dictionary(_ members: [CompositeMember]) -> [String: Any] {
        Dictionary(members.compactMap { member in member.value.map { (member.name, $0) } }) { $1 }
    }

    /// The dictionary of a value.
    static func dictionary(of value: some CompositeValue) throws -> [String: Any] {
        dictionary(try members(of: value))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MemberContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { RefusingContainer() }
}

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: CompositeEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {
        throw RefusingContainer.refusal(key.stringValue, "nil without a type")
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        encoder.members.append(try MemberTyping<T>.member(key.stringValue, value, isOptional: false))
    }

    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try add(value, key) }

    // One for each of these types, or the protocol's own implementation would leave out what is nil.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try add(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try add(value, key) }

    private func add<T: Encodable>(_ value: T?, _ key: Key) throws {
        encoder.members.append(try MemberTyping<T>.member(key.stringValue, value, isOptional: true))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingKeyedContainer<NestedKey>())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        RefusingContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// What attribute a member's type is.
private enum MemberTyping<T: Encodable> {
    static func member(_ name: String, _ value: T?, isOptional: Bool) throws -> CompositeMember {
        if let type = T.self as? any _PlainAttribute.Type {
            let object = (value as? any _PlainAttribute)?._object
            return CompositeMember(
                name: name, type: type._attributeType, isOptional: isOptional, value: object, nested: nil)
        }
        if let type = T.self as? any CompositeValue.Type {
            let values = try (value as? any CompositeValue).map { try CompositeEncoder.dictionary(of: $0) }
            return CompositeMember(
                name: name, type: .compositeAttributeType, isOptional: isOptional, value: values, nested: type
            )
        }
        guard let type = (T.self as? any RawRepresentable.Type).flatMap({ rawType($0) }) else {
            throw RefusingContainer.refusal(name, "a \(T.self)")
        }
        let object = (value as? any RawRepresentable).flatMap { $0.rawValue as? any _PlainAttribute }?._object
        return CompositeMember(
            name: name, type: type._attributeType, isOptional: isOptional, value: object, nested: nil)
    }

    private static func rawType<R: RawRepresentable>(_: R.Type) -> (any _PlainAttribute.Type)? {
        R.RawValue.self as? any _PlainAttribute.Type
    }
}

/// Refuses whatever has no columns of its own.
private struct RefusingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    static func refusal(_ member: String, _ what: String) -> EncodingError {
        EncodingError.invalidValue(
            member,
            EncodingError.Context(codingPath: [], debugDescription: "the member \"\(member)\" is \(what)"))
    }

    mutating func encodeNil() throws { throw Self.refusal("", "nil without a type") }
    mutating func encode<T: Encodable>(_ value: T) throws { throw Self.refusal("", "without a name") }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingKeyedContainer<NestedKey>())
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { CompositeEncoder() }
}

private struct RefusingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { throw refusal(key) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw refusal(key) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingKeyedContainer<NestedKey>())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        RefusingContainer()
    }

    mutating func superEncoder() -> any Encoder { CompositeEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { CompositeEncoder() }

    private func refusal(_ key: Key) -> EncodingError {
        RefusingContainer.refusal(key.stringValue, "inside another one that is no CompositeValue")
    }
}
