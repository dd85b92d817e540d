// SPDX-License-Identifier: Apache-2.0
// Reads the values of a snapshot of any type: it encodes itself, and each value is caught under its key.

import Foundation

/// A snapshot's values by names, without those that are nil.
struct SnapshotRow {
    let identifier: PersistentIdentifier
    let values: [String: Any]

    /// Reads a snapshot.
    ///
    /// - Throws: What its own coding throws; an encoding error where that is no container of values.
    init(_ snapshot: some DataStoreSnapshot) throws {
        let reader = SnapshotReader()
        try snapshot.encode(to: reader)
        if let problem = reader.problem {
            throw EncodingError.invalidValue(
                snapshot,
                EncodingError.Context(
                    codingPath: [],
                    debugDescription: "\(type(of: snapshot)) encodes \(problem): encode each property as one "
                        + "value under its name."))
        }
        identifier = snapshot.persistentIdentifier
        values = reader.values
    }
}

/// Catches values under their keys.
private final class SnapshotReader: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    var values: [String: Any] = [:]
    /// What no property can be read from.
    var problem: String?

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CaughtValues<Key>(reader: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        problem = "a list"
        return NamelessValues(reader: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { NamelessValues(reader: self) }

    func nested(_ what: String, _ key: any CodingKey) -> SnapshotReader {
        problem = "\(what) under \"\(key.stringValue)\""
        return self
    }
}

private struct CaughtValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let reader: SnapshotReader
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {}

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard let optional = value as? any OptionalValue else {
            return reader.values[key.stringValue] = value
        }
        reader.values[key.stringValue] = optional.content
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(CaughtValues<NestedKey>(reader: reader.nested("a container", key)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        NamelessValues(reader: reader.nested("a list by hand", key))
    }

    mutating func superEncoder() -> any Encoder { reader }
    mutating func superEncoder(forKey key: Key) -> any Encoder { reader.nested("a superclass", key) }
}

/// A snapshot around another one encodes that; lists have no names.
private struct NamelessValues: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let reader: SnapshotReader
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    mutating func encodeNil() throws {}
    mutating func encode<T: Encodable>(_ value: T) throws { try value.encode(to: reader) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(CaughtValues<NestedKey>(reader: reader))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { reader }
}
