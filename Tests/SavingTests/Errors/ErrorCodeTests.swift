// SPDX-License-Identifier: Apache-2.0
// The codes of Core Data's errors (SAV-120), and how they are caught.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Error codes") struct ErrorCodeTests {
    /// Every code of the table by its constant, and as a code of CocoaError where Apple has one.
    static let table: [(code: Int, constant: Int, cocoa: CocoaError.Code?)] = [
        (132000, NSManagedObjectContextLockingError, .managedObjectContextLocking),
        (132010, NSPersistentStoreCoordinatorLockingError, .persistentStoreCoordinatorLocking),
        (133000, NSManagedObjectReferentialIntegrityError, .managedObjectReferentialIntegrity),
        (133010, NSManagedObjectExternalRelationshipError, .managedObjectExternalRelationship),
        (133020, NSManagedObjectMergeError, .managedObjectMerge),
        (133021, NSManagedObjectConstraintMergeError, .managedObjectConstraintMerge),
        (134000, NSPersistentStoreInvalidTypeError, .persistentStoreInvalidType),
        (134010, NSPersistentStoreTypeMismatchError, .persistentStoreTypeMismatch),
        (134020, NSPersistentStoreIncompatibleSchemaError, .persistentStoreIncompatibleSchema),
        (134030, NSPersistentStoreSaveError, .persistentStoreSave),
        (134040, NSPersistentStoreIncompleteSaveError, .persistentStoreIncompleteSave),
        (134050, NSPersistentStoreSaveConflictsError, .persistentStoreSaveConflicts),
        (134060, NSCoreDataError, .coreData),
        (134070, NSPersistentStoreOperationError, .persistentStoreOperation),
        (134080, NSPersistentStoreOpenError, .persistentStoreOpen),
        (134090, NSPersistentStoreTimeoutError, .persistentStoreTimeout),
        (134091, NSPersistentStoreUnsupportedRequestTypeError, .persistentStoreUnsupportedRequestType),
        (134100, NSPersistentStoreIncompatibleVersionHashError, .persistentStoreIncompatibleVersionHash),
        (134110, NSMigrationError, .migration), (134111, NSMigrationConstraintViolationError, nil),
        (134120, NSMigrationCancelledError, .migrationCancelled),
        (134130, NSMigrationMissingSourceModelError, .migrationMissingSourceModel),
        (134140, NSMigrationMissingMappingModelError, .migrationMissingMappingModel),
        (134150, NSMigrationManagerSourceStoreError, .migrationManagerSourceStore),
        (134160, NSMigrationManagerDestinationStoreError, .migrationManagerDestinationStore),
        (134170, NSEntityMigrationPolicyError, .entityMigrationPolicy), (134180, NSSQLiteError, .sqlite),
        (134190, NSInferredMappingModelError, .inferredMappingModel),
        (134200, NSExternalRecordImportError, .externalRecordImport),
        (134301, NSPersistentHistoryTokenExpiredError, nil),
        (134504, NSManagedObjectModelReferenceNotFoundError, nil),
        (134505, NSStagedMigrationFrameworkVersionMismatchError, nil),
        (134506, NSStagedMigrationBackwardMigrationError, nil),
    ]

    @Test("SAV-120 SAV-123 every code has its constant, and is caught as CocoaError")
    func codes() {
        for (code, constant, cocoa) in Self.table {
            #expect(constant == code)
            let error: any Error = NSError(domain: NSCocoaErrorDomain, code: code)
            #expect((error as? CocoaError)?.errorCode == code)
            guard let cocoa else { continue }
            #expect(cocoa.rawValue == code)
            do { throw error } catch let caught as CocoaError where caught.code == cocoa {} catch {
                Issue.record("\(code) is not caught by its name")
            }
        }
        #expect(NSSQLiteErrorDomain == "NSSQLiteErrorDomain")
    }

    @Test("SAV-121 the keys of userInfo")
    func keys() {
        let keys = [
            NSAffectedStoresErrorKey: "NSAffectedStoresErrorKey",
            NSAffectedObjectsErrorKey: "NSAffectedObjectsErrorKey",
            NSPersistentStoreSaveConflictsErrorKey: "conflictList", NSDetailedErrorsKey: "NSDetailedErrors",
            NSValidationObjectErrorKey: "NSValidationErrorObject",
            NSValidationKeyErrorKey: "NSValidationErrorKey",
            NSValidationValueErrorKey: "NSValidationErrorValue",
            NSValidationPredicateErrorKey: "NSValidationErrorPredicate",
        ]
        for (key, text) in keys { #expect(key == text) }
    }

    @Test("SAV-46 SAV-120 SAV-121 SAV-123 what saves throw is typed: conflicts", arguments: Other.allCases)
    func conflict(_ other: Other) throws {
        let stage = try ConflictStage(other)
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.otherDoes("a=2")
            do {
                try stage.a.save()
                Issue.record("the save must fail")
            } catch CocoaError.managedObjectMerge {
                let error = stage.save().map { CocoaError(_nsError: $0) }
                #expect(error?.persistentStoreSaveConflicts?.map(\.sourceObject) == [stage.row])
            }
        }
    }

    /// A department that throws lists of errors.
    final class Strict: NSManagedObject {
        override func validateForInsert() throws {
            let single = { (code: Int) in NSError(domain: NSCocoaErrorDomain, code: code) }
            let list = { (errors: [NSError]) in
                NSError(domain: NSCocoaErrorDomain, code: 1560, userInfo: [NSDetailedErrorsKey: errors])
            }
            throw list([single(1610), list([single(1620), list([single(1660)])])])
        }
    }

    @Test("SAV-122 nested lists of validation errors become one list", arguments: Stack.Kind.allCases)
    func nestedLists(_ kind: Stack.Kind) throws {
        let context = try Stack(kind, FixtureModel.scenarios(["Department": Strict.self])).context()
        context.performAndWait {
            for name in ["x", "y"] { context.insert("Department", ["name": name]) }
            let error = #expect(throws: CocoaError.self) { try context.save() }
            #expect(error?.code == .validationMultipleErrors)
            let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError]
            #expect(details?.map(\.code) == [1610, 1620, 1660, 1610, 1620, 1660])
        }
    }
}
