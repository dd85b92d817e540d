// SPDX-License-Identifier: Apache-2.0
// The errors of store engines. Errors/ErrorTranslation.swift in Perdure turns these into Apple's domains, codes and userInfo
// keys.

import Foundation
import PerdurePropertyList

/// An error of a store engine, with the facts as payload.
///
/// ## Stability
/// Cases may be added and changed in any version before 0.1.0.
public enum StoreError: Error, Sendable {
    /// The model cannot be compiled: the text says which name is ambiguous or points nowhere.
    case invalidSchema(String)
    /// The file is not a store of this type, or is damaged: the reason says what was found.
    case notAStore(path: String, reason: String)
    /// The file cannot be opened, created or written: the system's or the database's words.
    case cannotOpen(path: String, code: Int32, reason: String)
    /// The store must not be written: it was opened read-only, its medium is read-only, or `reason` says why.
    case readOnly(path: String, reason: String? = nil)
    /// The store's schema lacks a table or a column that the model needs.
    case schemaMismatch(path: String, entity: String, property: String?, reason: String)
    /// The database reported an error while running a statement.
    case database(code: Int32, extendedCode: Int32, message: String, statement: String?)
    /// A lock was not given within the time allowed.
    case busy(path: String, operation: String, waited: TimeInterval)
    /// A commit may or may not have happened, and it could not be found out.
    case inDoubt(path: String, reason: String)
    /// A predicate, sort term or column has no form that this store can run.
    case unsupported(UnsupportedRequest)
    /// A value cannot be stored: entity, property, and why.
    case invalidValue(entity: String, property: String, reason: String)
    /// A change of a mergeable attribute does not fit the newest stored value.
    case merge(MergeFailure)
    /// A uniqueness constraint stands in the way of a batch.
    case violatedConstraint(entity: String, attributes: [String])
    /// A relationship with the deny rule still has members: the object, and the relationship.
    case deniedDeletion(entity: String, property: String, key: ObjectKey)
    /// A file of the external data folder is missing, is no plain file, or cannot be read or written.
    case externalData(entity: String, property: String, name: String, reason: String)
    /// The metadata or the model cache cannot be read.
    case invalidMetadata(path: String, reason: String)
    /// The file holds no store any more, or another store: another process emptied or replaced the file while it was open.
    case replaced(path: String, isDestroyed: Bool)
    /// Another program has given the store another version of its model while it was open: the path, and the metadata now.
    case migrated(path: String, metadata: [String: PropertyListValue])
    /// A database server reported an error: its code of five characters, its words, and which server and database.
    case server(state: String, message: String, place: String)
    /// A database server refused a statement: what it said, and what the store was doing.
    case refused(ServerRefusal)
    /// The connection to a store was lost during an operation, which has certainly not been committed.
    case lost(place: String, reason: String)
    /// An object that a relationship was to point to is gone: the relationship, and the key of the missing object.
    case missingDestination(entity: String, property: String, key: ObjectKey)
    /// The store does not permit an operation to this user: where, and which operation.
    case notPermitted(place: String, operation: String)
    /// The engine has been closed.
    case closed
    /// The caller has cancelled the fetch.
    case cancelled
}

/// Why a request cannot run: what Core Data reports as an NSInvalidArgumentException.
public struct UnsupportedRequest: Error, Sendable, Equatable {
    /// What cannot run, and why.
    public let reason: String
    /// Makes a refusal.
    public init(_ reason: String) { self.reason = reason }
}
