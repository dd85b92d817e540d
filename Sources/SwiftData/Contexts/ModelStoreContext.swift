// SPDX-License-Identifier: Apache-2.0
// The managed objects' side of a context. It has no queue of its own: whoever has the ModelContext does its work.

import Foundation
import Perdure

/// The context of the objects behind models.
final class ModelStoreContext: NSManagedObjectContext, UpsertingContext, @unchecked Sendable {
    // Sendable as its superclass is; only the isolation of the models uses it.

    /// Makes a context whose work is done on the calling thread.
    static func withoutQueue() -> ModelStoreContext {
        let type = NSManagedObjectContextConcurrencyType(rawValue: 0) ?? .privateQueueConcurrencyType
        return ModelStoreContext(concurrencyType: type)
    }

    /// The models' side; not owned, because it owns this one.
    weak var owner: ModelContext?
    /// Objects whose models are kept alive until their changes are saved.
    var held: [_ModelObject] = []

    /// The conflicts that the merge policy has resolved in the save that is under way.
    var resolvedConflicts: [NSConstraintConflict] = []

    /// The descriptor of the fetch that is under way, for stores of a program's own.
    var asked: Any?

    /// Lets go the models without changes.
    func letGo() {
        let objects = held
        held = []
        for object in objects {
            if object.hasChanges, object.managedObjectContext === self {
                held.append(object)
            } else {
                object.letGo()
            }
        }
    }

    /// Lets go all models, at the end of the context.
    func letGoAll() {
        let objects = held
        held = []
        for object in objects { object.letGo() }
    }
}
