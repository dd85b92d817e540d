// SPDX-License-Identifier: Apache-2.0
// The userInfo keys and domains of Core Data's errors. The codes are in CoreDataErrorCode.swift.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The errors inside an `NSValidationMultipleErrorsError`: an array of NSError.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The object that failed to validate.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The name of the property that failed to validate.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The value that failed to validate; absent when it is nil.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The predicate that a value did not satisfy.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The conflicts of a save: an array of NSMergeConflict or NSConstraintConflict.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The stores that an error concerns.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The objects that an error concerns.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The domain of errors that SQLite reports, and the userInfo key of SQLite's result code.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

/// Keys of userInfo that have no public constant.
enum ErrorKeys {
    /// Apple's key for the reason as text.
    static let reason = "reason"
    /// Apple's key for a store's metadata.
    static let metadata = "metadata"
    /// The version hashes of the model that does not fit a store; the next key has the store's hashes.
    static let modelHashes = "modelVersionHashes"
    static let storeHashes = "storeVersionHashes"
    static let differingEntities = "differingEntities"
    static let entity = "entity"
    static let property = "property"
    static let objectID = "objectID"
    /// The attributes of a uniqueness constraint.
    static let constraint = "constraint"
    /// SQLite's extended result code.
    static let extendedCode = "NSSQLiteExtendedErrorCode"
    static let statement = "statement"
    /// The five-character code of a database server's error (SQLSTATE).
    static let serverState = "PerdureServerState"
}
