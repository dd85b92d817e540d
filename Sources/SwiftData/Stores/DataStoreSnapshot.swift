// SPDX-License-Identifier: Apache-2.0
// The values of one model on their way to a store of a program's own, and back. DefaultSnapshot is one for all classes.

import Foundation
import Perdure
import PerdureBase

/// The values that snapshots keep.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one model.
///
/// A context reads a snapshot by encoding it: a container with the properties' names as keys, relationships as identifiers.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
    /// The model's identifier.
    var persistentIdentifier: PersistentIdentifier { get }
    /// Takes the values of a model.
    init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData])
    /// The same values under another identifier, and with other identifiers of related models.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// The keys of a snapshot's coding.
public enum DataStoreSnapshotCodingKey: CodingKey {
    /// The identifier.
    case persistentIdentifier
    /// A property by its name.
    case modeledProperty(String)

    /// The key as text.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: "persistentIdentifier"
        case .modeledProperty(let name): name
        }
    }

    /// The key of a text.
    public init?(stringValue: String) {
        self =
            stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// Nil.
    public var intValue: Int? { nil }
    /// Nil: no number is a key.
    public init?(intValue: Int) { nil }
}

/// The values of a model of any class.
public struct DefaultSnapshot: DataStoreSnapshot, @unchecked Sendable {
    // Sendable because the values are values of attributes, and nothing changes after init.

    /// The model's identifier.
    public let persistentIdentifier: PersistentIdentifier
    private let values: [String: any Codable]
    /// What the program has set of a new model, by slots as its object has them; nil where all values count.
    let assigned: UInt64?

    private init(
        _ persistentIdentifier: PersistentIdentifier, _ values: [String: any Codable],
        assigned: UInt64? = nil
    ) {
        self.persistentIdentifier = persistentIdentifier
        self.values = values
        self.assigned = assigned
    }

    /// Takes the values of a model.
    public init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        let object = backingData._heldObject
        let known = object.map { PersistentIdentifier($0.objectID) } ?? backingData.persistentModelID
        guard let known else {
            CoreDataException.invalidArgument(
                "A DefaultSnapshot is made of data with an identifier: \(type(of: backingData)) has none."
            ).stop()
        }
        let assigned = object.flatMap { $0.isInserted ? $0.assigned : nil }
        self.init(known, object.map { $0.snapshotValues } ?? [:], assigned: assigned)
    }

    /// Reads a snapshot; the class is that of a container with a store of a program's own.
    ///
    /// - Throws: A decoding error where no open container has such a class.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        guard let facts = SnapshotClasses.facts(of: identifier) else {
            throw DecodingError.dataCorruptedError(
                forKey: .persistentIdentifier, in: container,
                debugDescription: "No container with a DataStore has the class of \(identifier).")
        }
        var values: [String: any Codable] = [:]
        for property in facts.properties {
            guard let type = property.snapshotType else { continue }
            let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
            guard container.contains(key), try !container.decodeNil(forKey: key) else { continue }
            values[property.name] = try container.decode(type, forKey: key)
        }
        self.init(identifier, values)
    }

    /// Writes the identifier and each value that is not nil, by the names of properties.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            try container.encode(value, forKey: .modeledProperty(name))
        }
    }

    /// The same values under another identifier, and with other identifiers of related models.
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot {
        let others = remappedIdentifiers ?? [:]
        let values = values.mapValues { value -> any Codable in
            switch value {
            case let one as PersistentIdentifier: others[one] ?? one
            case let many as [PersistentIdentifier]: many.map { others[$0] ?? $0 }
            default: value
            }
        }
        return DefaultSnapshot(persistentIdentifier, values, assigned: assigned)
    }
}
