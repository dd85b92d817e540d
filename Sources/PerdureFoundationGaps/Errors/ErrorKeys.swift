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
package enum ErrorKeys {
    /// Apple's key for the reason as text.
    package static let reason = "reason"
    /// Apple's key for a store's metadata.
    package static let metadata = "metadata"
    /// The version hashes of the model that does not fit a store; the next key has the store's hashes.
    package static let modelHashes = "modelVersionHashes"
    package static let storeHashes = "storeVersionHashes"
    package static let differingEntities = "differingEntities"
    package static let entity = "entity"
    package static let property = "property"
    package static let objectID = "objectID"
    /// Several of them.
    package static let objectIDs = "objectIDs"
    /// The attributes of a uniqueness constraint.
    package static let constraint = "constraint"
    /// SQLite's extended result code.
    package static let extendedCode = "NSSQLiteExtendedErrorCode"
    package static let statement = "statement"
    /// The five-character code of a database server's error (SQLSTATE).
    package static let serverState = "PostgreSQLErrorKey"
    /// What a server named beside it.
    package static let serverTable = "PostgreSQLTableKey"
    package static let serverColumn = "PostgreSQLColumnKey"
    package static let serverConstraint = "PostgreSQLConstraintKey"
}
