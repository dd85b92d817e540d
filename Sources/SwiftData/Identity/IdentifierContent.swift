// SPDX-License-Identifier: Apache-2.0
// What an identifier refers to: a managed object's ID, or the parts that were read from somewhere.

import Foundation
import Perdure

/// The parts of an identifier.
final class IdentifierContent: Sendable {
    /// The ID, where the identifier was made from one.
    let managedObjectID: NSManagedObjectID?
    /// The name of the entity.
    let entityName: String
    private let parts: Parts?

    /// The parts of an identifier without an ID.
    fileprivate struct Parts: Hashable, Sendable {
        let uri: URL
        let storeIdentifier: String?
        let isTemporary: Bool
        let primaryKey: String
    }

    init(_ id: NSManagedObjectID) {
        managedObjectID = id
        entityName = id.entity.name ?? ""
        parts = Self.ownParts(id)
    }

    /// The parts of an identifier of a program's own store, which gives its own keys.
    private static func ownParts(_ id: NSManagedObjectID) -> Parts? {
        guard !id.isTemporaryID, let store = id.persistentStore as? any ProgramKeyedStore else { return nil }
        return try? Parts(
            store: store.programIdentifier, entity: id.entity.name ?? "", key: store.primaryKey(of: id))
    }

    /// Takes parts that were read.
    private init(entityName: String, parts: Parts) {
        managedObjectID = nil
        self.entityName = entityName
        self.parts = parts
    }

    /// Takes parts of a program's own store.
    ///
    /// - Throws: `CocoaError` where the parts make no URL.
    init(storeIdentifier: String, entityName: String, primaryKey: String) throws {
        managedObjectID = nil
        self.entityName = entityName
        parts = try Parts(store: storeIdentifier, entity: entityName, key: primaryKey)
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
        if let left = lhs.managedObjectID, let right = rhs.managedObjectID { return left == right }
        return lhs.entityName == rhs.entityName && lhs.uri == rhs.uri
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(entityName)
        hasher.combine(primaryKey)
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
