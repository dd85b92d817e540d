// SPDX-License-Identifier: Apache-2.0
// Lets a new model with a known unique value change the stored row only where the program has set something: defaults of
// declarations that are evaluated for each model, such as UUID(), would overwrite stored values.

import Foundation
import Perdure

/// The merge policy of models.
final class UpsertPolicy: NSMergePolicy, @unchecked Sendable {
    // Sendable as its superclass is; it has no state.

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        for conflict in list where conflict.databaseSnapshot != nil {
            for case let object as any UpsertingObject in conflict.conflictingObjects where object.isInserted
            {
                object.dropUnassignedDefaults()
            }
        }
        try super.resolve(constraintConflicts: list)
        for conflict in list {
            let context = conflict.conflictingObjects.first?.managedObjectContext as? any UpsertingContext
            context?.resolvedConflicts.append(conflict)
        }
    }
}

/// A context that keeps the conflicts of a save until its end.
protocol UpsertingContext: NSManagedObjectContext {
    var resolvedConflicts: [NSConstraintConflict] { get set }
}

/// An object that knows which of its values somebody has set.
protocol UpsertingObject: NSManagedObject {
    func dropUnassignedDefaults()
}
