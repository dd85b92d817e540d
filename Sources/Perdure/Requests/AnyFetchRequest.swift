// SPDX-License-Identifier: Apache-2.0
// A fetch request as a value, without the generic parameter. Contexts and the coordinator work with this value.

import Foundation
import PerdureBase
import PerdurePredicates

/// Everything that an NSFetchRequest holds; NSFetchRequest is a class around one such value.
struct AnyFetchRequest {
    /// The entity; nil until it is set or looked up by its name.
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
    /// A copy of a column description that the program cannot change any more.
    static func independent(_ property: Any) -> Any {
        (property as? NSExpressionDescription)?.copy() ?? property
    }

    /// Whether the objects are to be faults that hold only some values.
    var wantsPart: Bool {
        propertiesToFetch?.isEmpty == false && returnsObjectsAsFaults && !shouldRefreshRefetchedObjects
    }

    /// The request's entity, looked up by its name when necessary.
    ///
    /// - Parameter model: the model in which the name is looked up.
    /// - Returns: the entity.
    /// - Throws: `CoreDataException` when there is no such entity.
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
