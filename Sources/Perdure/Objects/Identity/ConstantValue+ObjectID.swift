// SPDX-License-Identifier: Apache-2.0
// Managed objects and their IDs as constants of predicates. Stores and other threads get the ID in both cases.

import PerdurePredicates

extension ConstantValue {
    /// The ID that the constant is, or the ID of the object that it is; nil for every other constant.
    package var objectID: NSManagedObjectID? {
        guard case .object(let box) = self else { return nil }
        return (box.object as? NSManagedObject)?.objectID ?? box.object as? NSManagedObjectID
    }

    /// The constant with its ID in place of a managed object.
    package var withID: ConstantValue { objectID.map { .object(ConstantObject($0)) } ?? self }
}
