// SPDX-License-Identifier: Apache-2.0
// Core Data's error codes as members of CocoaError and CocoaError.Code, so that
// `catch CocoaError.managedObjectConstraintMerge` works. The integers are in CoreDataErrorCode.swift, Apple's
// former names in CocoaError+FormerNames.swift.

import Foundation

extension CocoaError.Code {
    /// A general error of Core Data.
    public static var coreData: CocoaError.Code { CocoaError.Code(rawValue: NSCoreDataError) }
    /// An entity migration policy failed.
    public static var entityMigrationPolicy: CocoaError.Code {
        CocoaError.Code(rawValue: NSEntityMigrationPolicyError)
    }
    /// External records could not be imported.
    public static var externalRecordImport: CocoaError.Code {
        CocoaError.Code(rawValue: NSExternalRecordImportError)
    }
    /// No mapping model could be inferred.
    public static var inferredMappingModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSInferredMappingModelError)
    }
    /// A merge policy could not settle a violated uniqueness constraint.
    public static var managedObjectConstraintMerge: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectConstraintMergeError)
    }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectContextLockingError)
    }
    /// A relationship leads out of the store.
    public static var managedObjectExternalRelationship: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectExternalRelationshipError)
    }
    /// A merge policy could not settle a conflict.
    public static var managedObjectMerge: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectMergeError)
    }
    /// A fault could not be filled: its object is gone from the store.
    public static var managedObjectReferentialIntegrity: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError)
    }
    /// A validation predicate failed, or a subclass refused a value.
    public static var managedObjectValidation: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectValidationError)
    }
    /// Migration failed.
    public static var migration: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationError) }
    /// Migration was cancelled.
    public static var migrationCancelled: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationCancelledError)
    }
    /// The destination store of a migration failed.
    public static var migrationManagerDestinationStore: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationManagerDestinationStoreError)
    }
    /// The source store of a migration failed.
    public static var migrationManagerSourceStore: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationManagerSourceStoreError)
    }
    /// No mapping model was found.
    public static var migrationMissingMappingModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationMissingMappingModelError)
    }
    /// The model that made the store was not found.
    public static var migrationMissingSourceModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationMissingSourceModelError)
    }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreCoordinatorLockingError)
    }
    /// The store cannot hold what the model asks for.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompatibleSchemaError)
    }
    /// The store was made with another version of the model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompatibleVersionHashError)
    }
    /// Some of several stores failed to save.
    public static var persistentStoreIncompleteSave: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompleteSaveError)
    }
    /// The store type is unknown.
    public static var persistentStoreInvalidType: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreInvalidTypeError)
    }
    /// The store cannot be opened.
    public static var persistentStoreOpen: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreOpenError)
    }
    /// An operation on a store failed.
    public static var persistentStoreOperation: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreOperationError)
    }
    /// Saving failed.
    public static var persistentStoreSave: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreSaveError)
    }
    /// Saving met conflicts.
    public static var persistentStoreSaveConflicts: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreSaveConflictsError)
    }
    /// The store did not answer in time.
    public static var persistentStoreTimeout: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreTimeoutError)
    }
    /// The file is a store of another type.
    public static var persistentStoreTypeMismatch: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreTypeMismatchError)
    }
    /// The store does not know this kind of request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
    }
    /// SQLite failed; `NSSQLiteErrorDomain` in userInfo holds its code.
    public static var sqlite: CocoaError.Code { CocoaError.Code(rawValue: NSSQLiteError) }
    /// A date is after its limit.
    public static var validationDateTooLate: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationDateTooLateError)
    }
    /// A date is before its limit.
    public static var validationDateTooSoon: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationDateTooSoonError)
    }
    /// A value is not a valid date.
    public static var validationInvalidDate: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationInvalidDateError)
    }
    /// A property that is not optional has no value.
    public static var validationMissingMandatoryProperty: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationMissingMandatoryPropertyError)
    }
    /// Several validations failed; `NSDetailedErrorsKey` lists them.
    public static var validationMultipleErrors: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationMultipleErrorsError)
    }
    /// A number is above its limit.
    public static var validationNumberTooLarge: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationNumberTooLargeError)
    }
    /// A number is below its limit.
    public static var validationNumberTooSmall: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationNumberTooSmallError)
    }
    /// A relationship with the deny rule still has members.
    public static var validationRelationshipDeniedDelete: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipDeniedDeleteError)
    }
    /// A to-many relationship has too many members.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipExceedsMaximumCountError)
    }
    /// A to-many relationship has too few members.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipLacksMinimumCountError)
    }
    /// A text does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringPatternMatchingError)
    }
    /// A text is longer than its limit.
    public static var validationStringTooLong: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringTooLongError)
    }
    /// A text is shorter than its limit.
    public static var validationStringTooShort: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringTooShortError)
    }
}

extension CocoaError {
    /// A general error of Core Data.
    public static var coreData: CocoaError.Code { .coreData }
    /// An entity migration policy failed.
    public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
    /// External records could not be imported.
    public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
    /// No mapping model could be inferred.
    public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
    /// A merge policy could not settle a violated uniqueness constraint.
    public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
    /// A relationship leads out of the store.
    public static var managedObjectExternalRelationship: CocoaError.Code {
        .managedObjectExternalRelationship
    }
    /// A merge policy could not settle a conflict.
    public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
    /// A fault could not be filled: its object is gone from the store.
    public static var managedObjectReferentialIntegrity: CocoaError.Code {
        .managedObjectReferentialIntegrity
    }
    /// A validation predicate failed, or a subclass refused a value.
    public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
    /// Migration failed.
    public static var migration: CocoaError.Code { .migration }
    /// Migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
    /// The destination store of a migration failed.
    public static var migrationManagerDestinationStore: CocoaError.Code { .migrationManagerDestinationStore }
    /// The source store of a migration failed.
    public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
    /// No mapping model was found.
    public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
    /// The model that made the store was not found.
    public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code {
        .persistentStoreCoordinatorLocking
    }
    /// The store cannot hold what the model asks for.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code {
        .persistentStoreIncompatibleSchema
    }
    /// The store was made with another version of the model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        .persistentStoreIncompatibleVersionHash
    }
    /// Some of several stores failed to save.
    public static var persistentStoreIncompleteSave: CocoaError.Code { .persistentStoreIncompleteSave }
    /// The store type is unknown.
    public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
    /// The store cannot be opened.
    public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
    /// An operation on a store failed.
    public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
    /// Saving failed.
    public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
    /// Saving met conflicts.
    public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
    /// The store did not answer in time.
    public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
    /// The file is a store of another type.
    public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
    /// The store does not know this kind of request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
        .persistentStoreUnsupportedRequestType
    }
    /// SQLite failed; `NSSQLiteErrorDomain` in userInfo holds its code.
    public static var sqlite: CocoaError.Code { .sqlite }
    /// A date is after its limit.
    public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
    /// A date is before its limit.
    public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
    /// A value is not a valid date.
    public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
    /// A property that is not optional has no value.
    public static var validationMissingMandatoryProperty: CocoaError.Code {
        .validationMissingMandatoryProperty
    }
    /// Several validations failed; `NSDetailedErrorsKey` lists them.
    public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
    /// A number is above its limit.
    public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
    /// A number is below its limit.
    public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
    /// A relationship with the deny rule still has members.
    public static var validationRelationshipDeniedDelete: CocoaError.Code {
        .validationRelationshipDeniedDelete
    }
    /// A to-many relationship has too many members.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// A to-many relationship has too few members.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        .validationRelationshipLacksMinimumCount
    }
    /// A text does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }
    /// A text is longer than its limit.
    public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
    /// A text is shorter than its limit.
    public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
}
