// SPDX-License-Identifier: Apache-2.0
// The facts in the userInfo of Core Data's errors, typed. The keys are in ErrorKeys.swift.

import Foundation
import PerdureFoundationGaps

extension CocoaError {
    /// The object that failed to validate.
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
    /// The name of the property that failed to validate.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
    /// The value that failed to validate.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
    /// The predicate that a value did not satisfy.
    public var validationPredicate: NSPredicate? { userInfo[NSValidationPredicateErrorKey] as? NSPredicate }
    /// The conflicts that a merge policy did not resolve.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
    /// The stores that the error concerns.
    public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }
    /// The objects that the error concerns.
    public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }
}
