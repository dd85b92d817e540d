// SPDX-License-Identifier: Apache-2.0
// StoreError, case by case. Part of ErrorTranslation.swift.
//
//   not a store, damaged         259      cannot be opened, created     134080
//   read-only                    513      column or table missing       134020
//   lock not given in time       134090   commit in doubt               134030
//   full disk                    640      any other error of SQLite     134180
//   destroyed, replaced, migrated  134100
//   called off                   3072         constraint violated          133021
//   deletion denied              1600         destination gone             133000
//
// ErrorTranslation+Servers.swift has the errors of servers.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePropertyList
import PerdureStore

extension ErrorTranslation {
    static func translate(_ error: StoreError, url: URL?) -> any Error {
        let path = place(url)
        switch error {
        case .unsupported(let request): return CoreDataException.invalidArgument(request.reason)
        case .invalidSchema(let reason):
            return make(
                NSPersistentStoreIncompatibleSchemaError, ErrorMessages.invalidSchema(reason), error,
                path: path)
        case .notAStore(let path, let reason):
            return make(
                NSFileReadCorruptFileError, ErrorMessages.notAStore(path, reason), error, path: path,
                facts: sqlite(26, path))
        case .invalidMetadata(let path, let reason):
            return make(
                NSFileReadCorruptFileError, ErrorMessages.invalidMetadata(path, reason), error, path: path)
        case .cannotOpen(let path, EACCES, let reason):
            return make(
                NSFileReadNoPermissionError, ErrorMessages.mayNotRead(path, reason), error, path: path)
        case .cannotOpen(let path, let code, let reason):
            return make(
                NSPersistentStoreOpenError, ErrorMessages.cannotOpen(path, reason), error, path: path,
                facts: sqlite(Int(code), path))
        case .readOnly(let path, let reason):
            return make(
                NSFileWriteNoPermissionError, ErrorMessages.readOnly(path, reason), error, path: path)
        case .schemaMismatch(let path, let entity, let property, let reason):
            return make(
                NSPersistentStoreIncompatibleSchemaError,
                ErrorMessages.schemaMismatch(path, entity, property, reason), error, path: path,
                facts: [ErrorKeys.entity: entity, ErrorKeys.property: property])
        case .cancelled:
            return make(
                CocoaError.Code.userCancelled.rawValue, ErrorMessages.cancelled, error, path: path)
        case .replaced(let path, let isDestroyed):
            return lostStore(error, path: path, isDestroyed: isDestroyed)
        case .migrated(let path, let metadata): return migratedStore(error, path: path, metadata)
        case .database, .busy, .inDoubt, .closed: return translateOperation(error, path: path)
        case .server, .refused, .lost, .notPermitted: return translateServer(error, path: path)
        case .invalidValue, .externalData, .violatedConstraint, .deniedDeletion, .missingDestination:
            return translateValue(error, path: path)
        case .merge(let failure): return failure.error()
        }
    }

    private static func lostStore(_ error: StoreError, path: String, isDestroyed: Bool) -> NSError {
        let deed = isDestroyed ? "destroyed" : "replaced"
        return lostStore(error, path, ErrorMessages.lostStore(path, deed), deed)
    }

    private static func migratedStore(
        _ error: StoreError, path: String, _ metadata: [String: PropertyListValue]
    ) -> NSError {
        lostStore(
            error, path, ErrorMessages.migratedStore(path), "migrated",
            facts: [ErrorKeys.metadata: metadata.compactMapValues(\.object)])
    }

    /// Programs compare the "reason", so it is exactly one word.
    private static func lostStore(
        _ error: StoreError, _ path: String, _ message: String, _ reason: String, facts: [String: Any?] = [:]
    ) -> NSError {
        let general = make(
            NSPersistentStoreIncompatibleVersionHashError, message, error, path: path, facts: facts)
        var facts = general.userInfo
        facts[ErrorKeys.reason] = reason
        return NSError(domain: general.domain, code: general.code, userInfo: facts)
    }

    private static func translateOperation(_ error: StoreError, path: String?) -> NSError {
        switch error {
        case .database(let code, let extendedCode, let message, let statement):
            return make(
                cocoaCode(ofSQLite: code), ErrorMessages.database(message, code: extendedCode, path: path),
                error,
                path: path,
                facts: [
                    NSSQLiteErrorDomain: Int(code), ErrorKeys.extendedCode: Int(extendedCode),
                    ErrorKeys.statement: statement,
                ])
        case .busy(let path, let operation, let waited):
            return make(
                NSPersistentStoreTimeoutError, ErrorMessages.busy(path, operation, waited), error, path: path,
                facts: sqlite(5, path))
        case .inDoubt(let path, let reason):
            return make(NSPersistentStoreSaveError, ErrorMessages.inDoubt(path, reason), error, path: path)
        default: return make(NSPersistentStoreOperationError, ErrorMessages.closed, error, path: path)
        }
    }

    private static func translateValue(_ error: StoreError, path: String?) -> NSError {
        switch error {
        case .invalidValue(let entity, let property, let reason):
            make(
                NSManagedObjectValidationError, ErrorMessages.invalidValue(entity, property, reason), error,
                path: path, facts: [ErrorKeys.entity: entity, NSValidationKeyErrorKey: property])
        case .violatedConstraint(let entity, let attributes):
            make(
                NSManagedObjectConstraintMergeError, ErrorMessages.violatedConstraint(entity, attributes),
                error,
                path: path, facts: [ErrorKeys.entity: entity, ErrorKeys.constraint: attributes])
        case .deniedDeletion(let entity, let property, let key):
            make(
                NSValidationRelationshipDeniedDeleteError,
                ErrorMessages.deniedDeletion(entity, property, key.number), error, path: path,
                facts: [ErrorKeys.entity: entity, NSValidationKeyErrorKey: property])
        case .missingDestination(let entity, let property, let key):
            make(
                NSManagedObjectReferentialIntegrityError,
                ErrorMessages.missingDestination(entity, property, key.number), error, path: path,
                facts: [ErrorKeys.entity: entity, NSValidationKeyErrorKey: property])
        case .externalData(let entity, let property, let name, let reason):
            make(
                NSPersistentStoreOperationError, ErrorMessages.externalData(entity, property, name, reason),
                error,
                path: path, facts: [ErrorKeys.entity: entity, ErrorKeys.property: property])
        default: make(NSPersistentStoreOperationError, "\(error)", error, path: path)
        }
    }

    /// SQLite's code, for a file.
    private static func sqlite(_ code: Int, _ path: String) -> [String: Any?] {
        path.contains("://") ? [:] : [NSSQLiteErrorDomain: code]
    }

    /// Cocoa's code for a primary result code of SQLite.
    private static func cocoaCode(ofSQLite code: Int32) -> Int {
        switch code {
        case 5, 6: NSPersistentStoreTimeoutError
        case 8: NSFileWriteNoPermissionError
        case 11, 26: NSFileReadCorruptFileError
        case 13: NSFileWriteOutOfSpaceError
        case 14: NSPersistentStoreOpenError
        default: NSSQLiteError
        }
    }
}
