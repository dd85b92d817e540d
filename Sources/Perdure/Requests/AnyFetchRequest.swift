// SPDX-License-Identifier: Apache-2.0
// A fetch request as a value, without the generic parameter: what contexts and the coordinator work with.

import Foundation
import PerdurePredicates

/// Everything that an NSFetchRequest holds; NSFetchRequest is a class around one of these.
struct AnyFetchRequest {
    /// nil until it is set, or resolved from the name.
    var entity: NSEntityDescription?
    var entityName: String?
    var predicate: NSPredicate?
    var nullSemantics = NullSemantics.sql
    var sortDescriptors: [NSSortDescriptor]?
    var fetchLimit = 0
    var fetchOffset = 0
    var fetchBatchSize = 0
    var resultType = NSFetchRequestResultType.managedObjectResultType
    var includesSubentities = true
    var includesPropertyValues = true
    var includesPendingChanges = true
    var returnsObjectsAsFaults = true
    var returnsDistinctResults = false
    var shouldRefreshRefetchedObjects = false
    /// Names, key paths, property descriptions or expression descriptions.
    var propertiesToFetch: [Any]?
    var propertiesToGroupBy: [Any]?
    var havingPredicate: NSPredicate?
    var relationshipKeyPathsForPrefetching: [String]?
    var affectedStores: [NSPersistentStore]?
}

extension AnyFetchRequest {
    /// A column that the program cannot change any more.
    static func independent(_ property: Any) -> Any {
        (property as? NSExpressionDescription)?.copy() ?? property
    }

    /// Whether objects are to be faults with some values only.
    var wantsPart: Bool {
        propertiesToFetch?.isEmpty == false && returnsObjectsAsFaults && !shouldRefreshRefetchedObjects
    }

    /// The request's entity, looked up by its name when need be.
    ///
    /// - Parameter model: where to look the name up.
    /// - Returns: the entity.
    /// - Throws: `CoreDataException` when there is none.
    func resolvedEntity(in model: NSManagedObjectModel) throws -> NSEntityDescription {
        guard let name = entity?.name ?? entityName else {
            throw CoreDataException.invalidArgument(
                "executeFetchRequest:error: A fetch request must have an entity.")
        }
        guard let found = model.entitiesByName[name] else {
            throw CoreDataException.invalidArgument(
                "A fetch request asks for the entity \"\(name)\", which the coordinator's model does not have. "
                    + "Check the name, or use the model that declares it.")
        }
        return found
    }
}
