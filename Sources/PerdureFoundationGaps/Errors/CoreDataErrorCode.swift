// SPDX-License-Identifier: Apache-2.0
// Core Data's error codes as integers, by Apple's names. CocoaError+CoreData.swift has the same codes as members of CocoaError.
// ErrorTranslation.swift chooses the codes.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A validation predicate failed, or a subclass refused a value.
public let NSManagedObjectValidationError = 1550
/// A uniqueness constraint was violated, found by validation.
public let NSManagedObjectConstraintValidationError = 1551
/// Several validations failed; `NSDetailedErrorsKey` lists them.
public let NSValidationMultipleErrorsError = 1560
/// A property that is not optional has no value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// A to-many relationship has too few members.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// A to-many relationship has too many members.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// A relationship with the deny rule still has members.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// A number is above its limit.
public let NSValidationNumberTooLargeError = 1610
/// A number is below its limit.
public let NSValidationNumberTooSmallError = 1620
/// A date is after its limit.
public let NSValidationDateTooLateError = 1630
/// A date is before its limit.
public let NSValidationDateTooSoonError = 1640
/// A value is not a valid date.
public let NSValidationInvalidDateError = 1650
/// A text is longer than its limit.
public let NSValidationStringTooLongError = 1660
/// A text is shorter than its limit.
public let NSValidationStringTooShortError = 1670
/// A text does not match its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// A URI is malformed.
public let NSValidationInvalidURIError = 1690
/// A context could not be locked.
public let NSManagedObjectContextLockingError = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// A fault could not be filled: its object is gone from the store.
public let NSManagedObjectReferentialIntegrityError = 133000
/// A relationship leads out of the store.
public let NSManagedObjectExternalRelationshipError = 133010
/// A merge policy could not settle a conflict.
public let NSManagedObjectMergeError = 133020
/// A merge policy could not settle a violated uniqueness constraint.
public let NSManagedObjectConstraintMergeError = 133021
/// The store type is unknown.
public let NSPersistentStoreInvalidTypeError = 134000
/// The file is a store of another type.
public let NSPersistentStoreTypeMismatchError = 134010
/// The store cannot hold what the model asks for.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// Saving failed.
public let NSPersistentStoreSaveError = 134030
/// Some of several stores failed to save.
public let NSPersistentStoreIncompleteSaveError = 134040
/// Saving met conflicts.
public let NSPersistentStoreSaveConflictsError = 134050
/// A general error of Core Data.
public let NSCoreDataError = 134060
/// An operation on a store failed.
public let NSPersistentStoreOperationError = 134070
/// The store cannot be opened.
public let NSPersistentStoreOpenError = 134080
/// The store did not answer in time.
public let NSPersistentStoreTimeoutError = 134090
/// The store does not know this kind of request.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// The store was made with another version of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// Migration failed.
public let NSMigrationError = 134110
/// Migration met a violated uniqueness constraint.
public let NSMigrationConstraintViolationError = 134111
/// Migration was cancelled.
public let NSMigrationCancelledError = 134120
/// The model that made the store was not found.
public let NSMigrationMissingSourceModelError = 134130
/// No mapping model was found.
public let NSMigrationMissingMappingModelError = 134140
/// The source store of a migration failed.
public let NSMigrationManagerSourceStoreError = 134150
/// The destination store of a migration failed.
public let NSMigrationManagerDestinationStoreError = 134160
/// An entity migration policy failed.
public let NSEntityMigrationPolicyError = 134170
/// SQLite failed; `NSSQLiteErrorDomain` in userInfo holds its code.
public let NSSQLiteError = 134180
/// No mapping model could be inferred.
public let NSInferredMappingModelError = 134190
/// External records could not be imported.
public let NSExternalRecordImportError = 134200
/// The history before this token has been deleted.
public let NSPersistentHistoryTokenExpiredError = 134301
/// A model reference leads to no model.
public let NSManagedObjectModelReferenceNotFoundError = 134504
/// The store's version is newer than every stage of the migration.
public let NSStagedMigrationFrameworkVersionMismatchError = 134505
/// A staged migration would lead back to an older model.
public let NSStagedMigrationBackwardMigrationError = 134506
