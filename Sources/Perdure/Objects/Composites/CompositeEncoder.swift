// SPDX-License-Identifier: Apache-2.0
// Takes a composite value apart, with the Encodable code that the compiler wrote. The result has the names, types and values of
// all members, including members that are nil.

import Foundation

/// Collects the members of one value.
final class CompositeEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate var members: [CompositeMember] = []

    /// The members of a value.
    ///
    /// - Throws: `EncodingError` for a member of a type that a composite cannot hold.
    static func members(of value: some CompositeValue) throws -> [CompositeMember] {
        let encoder = CompositeEncoder()
        try value.encode(to: encoder)
        return encoder.members
    }

    /// The dictionary of the members, as key-value coding shows it; members that are nil are left out.
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

    // Each of these types needs its own method, because the protocol's default implementation leaves out nil.
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

/// The attribute type that a member's Swift type stands for.
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

/// Refuses members that have no columns of their own.
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
