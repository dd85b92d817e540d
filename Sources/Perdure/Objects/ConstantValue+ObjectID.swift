// SPDX-License-Identifier: Apache-2.0
// Managed objects and their IDs as constants of predicates: for stores and other threads they are the ID.

import PerdurePredicates

extension ConstantValue {
    /// The ID of a managed object, or the ID that the constant is; nil for every other one.
    var objectID: NSManagedObjectID? {
        guard case .object(let box) = self else { return nil }
        return (box.object as? NSManagedObject)?.objectID ?? box.object as? NSManagedObjectID
    }
}
