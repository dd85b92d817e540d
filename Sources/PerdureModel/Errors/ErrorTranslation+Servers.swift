// SPDX-License-Identifier: Apache-2.0
// The errors of database servers by their codes (SQLSTATE). Part of ErrorTranslation.swift.
//
//   refused, unknown, TLS       134080       table or column missing      134020
//   right missing               513, reading 257     deadline             134090
//   connection lost             134070, while saving 134030       disk full       640
//   value refused               15xx, 16xx   no such destination          133000
//   damaged                     259          any other error              134180

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdureStore

extension ErrorTranslation {
    static func translateServer(_ error: StoreError, path: String?) -> any Error {
        switch error {
        case .server(let state, let message, let place):
            translate(
                ServerRefusal(state: state, message: message, place: place, operation: .writing), error, path)
        case .refused(let refusal): translate(refusal, error, path)
        case .lost(let place, let reason):
            make(
                NSPersistentStoreSaveError, ErrorMessages.lost(place, reason), error, path: path)
        case .notPermitted(let place, let operation):
            make(
                NSFileWriteNoPermissionError, ErrorMessages.notPermitted(place, operation), error, path: path)
        default: make(NSPersistentStoreOperationError, "\(error)", error, path: path)
        }
    }

    private static func translate(_ refusal: ServerRefusal, _ error: StoreError, _ path: String?)
        -> any Error
    {
        // What the evaluator in memory raises is raised here too.
        if refusal.operation == .reading, ["22003", "22012"].contains(refusal.state) {
            return CoreDataException.invalidArgument(
                "A number of the request is beyond what the server can compute, or is divided by 0: \(refusal.message)."
            )
        }
        return make(
            code(of: refusal), ErrorMessages.refused(refusal), error,
            path: path ?? refusal.place,
            facts: [
                ErrorKeys.serverState: refusal.state, ErrorKeys.serverTable: refusal.table,
                ErrorKeys.serverColumn: refusal.column, ErrorKeys.serverConstraint: refusal.constraint,
                ErrorKeys.entity: refusal.entity, ErrorKeys.property: refusal.property,
                NSValidationKeyErrorKey: refusal.property,
            ])
    }

    private static func code(of refusal: ServerRefusal) -> Int {
        switch refusal.state {
        case "42501":
            refusal.operation == .writing ? NSFileWriteNoPermissionError : NSFileReadNoPermissionError
        case "25006": NSFileWriteNoPermissionError
        case _ where refusal.operation == .opening && missingObjects.contains(refusal.state):
            NSPersistentStoreIncompatibleSchemaError
        case _ where valueCodes[refusal.state] != nil:
            valueCodes[refusal.state] ?? NSManagedObjectValidationError
        case "22003":
            refusal.isTooSmall
                ? NSValidationNumberTooSmallError : NSValidationNumberTooLargeError
        case "53100": NSFileWriteOutOfSpaceError
        case "53200", "53400", "57P01", "57P02": NSPersistentStoreOperationError
        case "40001", "40P01", "55P03", "57014": NSPersistentStoreTimeoutError
        case "XX001", "XX002": NSFileReadCorruptFileError
        default: NSSQLiteError
        }
    }

    /// Tables, columns, namespaces and types that are not there.
    private static let missingObjects: Set<String> = ["42P01", "42703", "3F000", "42704"]

    private static let valueCodes: [String: Int] = [
        "23505": NSManagedObjectConstraintMergeError,
        "23503": NSManagedObjectReferentialIntegrityError,
        "23502": NSValidationMissingMandatoryPropertyError,
        "23514": NSManagedObjectValidationError,
        "22001": NSValidationStringTooLongError, "54000": NSValidationStringTooLongError,
        "22P02": NSManagedObjectValidationError, "22007": NSManagedObjectValidationError,
        "22008": NSManagedObjectValidationError,
        "22021": NSManagedObjectValidationError,
    ]
}
