// SPDX-License-Identifier: Apache-2.0
// The identity of a model, for any thread and any context. IdentifierContent.swift is what it refers to.

import Foundation
import Perdure

/// The identity of a model: temporary until the model is saved.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
    // Programs look for this field with a Mirror.
    let implementation: IdentifierContent

    /// A value that identifies the identifier.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        let content: IdentifierContent
        /// The URL, as programs see it in logs.
        public var description: String {
            "SwiftData.PersistentIdentifier.ID(url: \(content.uri.absoluteString))"
        }
        /// Whether both stand for the same row.
        public static func == (lhs: ID, rhs: ID) -> Bool { lhs.content == rhs.content }
        /// Hashes the key.
        public func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
    }

    init(_ id: NSManagedObjectID) { implementation = IdentifierContent(id) }
    init(_ content: IdentifierContent) { implementation = content }

    /// A value that identifies the identifier.
    public var id: ID { ID(content: implementation) }
    /// The name of the model's entity.
    public var entityName: String { implementation.entityName }
    /// The identifier of the store; nil for a model that is not saved.
    public var storeIdentifier: String? { implementation.storeIdentifier }

    /// Makes the identifier of a model in a store of the program's own.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The store's identifier.
    ///   - entityName: The entity's name.
    ///   - primaryKey: What identifies the model in the store.
    /// - Returns: The identifier.
    /// - Throws: `CocoaError` where the parts make no URL.
    public static func identifier<T>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier
    where T: Comparable, T: CustomStringConvertible, T: Decodable, T: Encodable, T: Hashable {
        let content = try IdentifierContent(
            storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: primaryKey.description)
        return PersistentIdentifier(content)
    }

    /// Whether both stand for the same row.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.implementation == rhs.implementation }
    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { implementation.hash(into: &hasher) }
    /// Orders by entity, store and key.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.implementation < rhs.implementation }

    private enum Key: CodingKey {
        case implementation
    }

    /// Reads an identifier; it equals the one that was written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        implementation = try values.decode(IdentifierContent.self, forKey: .implementation)
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(implementation, forKey: .implementation)
    }
}

extension PersistentIdentifier: CustomStringConvertible {
    /// The URL, as programs see it in logs.
    public var description: String {
        "PersistentIdentifier(id: \(id.description), implementation: \(implementation))"
    }
}
