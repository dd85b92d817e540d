// SPDX-License-Identifier: Apache-2.0
// What an identifier refers to: a managed object's ID, or the parts that were read from somewhere.

import Foundation
import Perdure
import PerdureIncrementalStores

/// The parts of an identifier.
final class IdentifierContent: Sendable {
    /// The ID, where the identifier was made from one.
    let managedObjectID: NSManagedObjectID?
    private let given: Given?

    /// What an identifier without an ID was made of.
    private struct Given: Sendable {
        let entityName: String
        let parts: Parts
    }

    /// The parts of an identifier without an ID.
    fileprivate struct Parts: Hashable, Sendable {
        let uri: URL
        let storeIdentifier: String?
        let isTemporary: Bool
        let primaryKey: String
    }

    /// Takes an ID, and what a program's own store says of it, which may be gone when the identifier is used.
    init(_ id: NSManagedObjectID) {
        managedObjectID = id
        given = Self.ownParts(id).map { Given(entityName: id.entity.name ?? "", parts: $0) }
    }

    /// The name of the entity.
    var entityName: String { given?.entityName ?? managedObjectID?.entity.name ?? "" }

    private var parts: Parts? { given?.parts }

    /// The parts of an identifier of a program's own store, which gives its own keys.
    private static func ownParts(_ id: NSManagedObjectID) -> Parts? {
        // Files are asked first, because a cast to a class costs least and saves make an identifier for each model.
        guard !id.isTemporaryID, let own = id.persistentStore as? NSIncrementalStore,
            let store = own as? any ProgramKeyedStore
        else { return nil }
        return try? Parts(
            store: store.programIdentifier, entity: id.entity.name ?? "", key: store.primaryKey(of: id))
    }

    /// Takes parts that were read.
    private init(entityName: String, parts: Parts) {
        managedObjectID = nil
        given = Given(entityName: entityName, parts: parts)
    }

    /// Takes parts of a program's own store.
    ///
    /// - Throws: `CocoaError` where the parts make no URL.
    init(storeIdentifier: String, entityName: String, primaryKey: String) throws {
        managedObjectID = nil
        given = Given(
            entityName: entityName,
            parts: try Parts(store: storeIdentifier, entity: entityName, key: primaryKey))
    }

    var uri: URL { parts?.uri ?? managedObjectID?.uriRepresentation() ?? URL(fileURLWithPath: "/") }
    var isTemporary: Bool { managedObjectID?.isTemporaryID ?? parts?.isTemporary ?? true }

    var storeIdentifier: String? {
        if let parts { return parts.storeIdentifier }
        guard let managedObjectID else { return nil }
        return managedObjectID.isTemporaryID ? nil : managedObjectID.uriRepresentation().host
    }

    var primaryKey: String { parts?.primaryKey ?? uri.lastPathComponent }
}

extension IdentifierContent.Parts {
    /// The parts of an identifier of a program's own store.
    ///
    /// - Throws: `CocoaError` where they make no URL.
    fileprivate init(store: String, entity: String, key: String) throws {
        var components = URLComponents()
        components.scheme = "x-coredata"
        components.host = store
        components.path = "/\(entity)/\(key)"
        guard let uri = components.url else { throw CocoaError(.coderInvalidValue) }
        self.init(uri: uri, storeIdentifier: store, isTemporary: false, primaryKey: key)
    }
}

extension IdentifierContent: Hashable, Comparable {
    static func == (lhs: IdentifierContent, rhs: IdentifierContent) -> Bool {
        if lhs === rhs { return true }
        if let left = lhs.managedObjectID, let right = rhs.managedObjectID, left == right { return true }
        // Two containers have IDs of their own for one row. Most others differ by their numbers, which cost less than a URI.
        return lhs.number == rhs.number && lhs.entityName == rhs.entityName && lhs.uri == rhs.uri
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(entityName)
        hasher.combine(number)
    }

    private var number: Int64? {
        parts.map { Self.number(in: $0.primaryKey) } ?? managedObjectID?.key.number
    }

    /// The number in a key: that of the row, or below zero that of a model which is not saved; nil for a program's own key.
    private static func number(in key: String) -> Int64? {
        if key.hasPrefix("p") { return Int64(key.dropFirst()) }
        return key.hasPrefix("t") ? Int64(key.suffix(12), radix: 16).map(-) : nil
    }

    static func < (lhs: IdentifierContent, rhs: IdentifierContent) -> Bool { lhs.orderKey < rhs.orderKey }

    /// What identifiers are ordered by; numbers of rows count as numbers.
    private var orderKey: (String, String, Int64, String) {
        let key = primaryKey
        return (entityName, storeIdentifier ?? "", Int64(key.dropFirst()) ?? .max, key)
    }
}

extension IdentifierContent: Codable {
    private enum Key: CodingKey {
        case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName
    }

    convenience init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            entityName: try values.decode(String.self, forKey: .entityName),
            parts: Parts(
                uri: try values.decode(URL.self, forKey: .uriRepresentation),
                storeIdentifier: try values.decodeIfPresent(String.self, forKey: .storeIdentifier),
                isTemporary: try values.decode(Bool.self, forKey: .isTemporary),
                primaryKey: try values.decode(String.self, forKey: .primaryKey)))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(primaryKey, forKey: .primaryKey)
        try values.encode(uri, forKey: .uriRepresentation)
        try values.encode(isTemporary, forKey: .isTemporary)
        try values.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
        try values.encode(entityName, forKey: .entityName)
    }
}

extension IdentifierContent: CustomReflectable, CustomStringConvertible {
    /// The fields that programs look for.
    var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "isTemporary": isTemporary, "primaryKey": primaryKey, "uriRepresentation": uri,
                "storeIdentifier": storeIdentifier as Any, "entityName": entityName,
                "managedObjectID": managedObjectID as Any,
            ])
    }

    var description: String { "SwiftData.PersistentIdentifierImplementation" }
}
