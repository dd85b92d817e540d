// SPDX-License-Identifier: Apache-2.0
// A fetch request as a value, without the generic parameter. Contexts and the coordinator work with this value.

import Foundation
import PerdureBase
import PerdurePredicates

/// Everything that an NSFetchRequest holds; NSFetchRequest is a class around one such value.
package struct AnyFetchRequest {
    private var heldEntity: NSEntityDescription?
    private var lentEntity: WeakEntity?
    package var entityName: String?
    package var predicate: NSPredicate?
    package var nullSemantics = NullSemantics.sql
    /// Whether a server plans the statement for its values.
    package var usesCustomPlan = false
    package var sortDescriptors: [NSSortDescriptor]?
    package var fetchLimit = 0
    package var fetchOffset = 0
    package var fetchBatchSize = 0
    package var resultType = NSFetchRequestResultType.managedObjectResultType
    package var includesSubentities = true
    package var includesPropertyValues = true
    package var includesPendingChanges = true
    package var returnsObjectsAsFaults = true
    package var returnsDistinctResults = false
    package var shouldRefreshRefetchedObjects = false
    /// Names, key paths, property descriptions or expression descriptions.
    package var propertiesToFetch: [Any]?
    package var propertiesToGroupBy: [Any]?
    package var havingPredicate: NSPredicate?
    package var relationshipKeyPathsForPrefetching: [String]?
    package var addressedStores: [any RequestedStore]?

    /// A request without an entity, with Apple's defaults.
    package init() {}
}

extension AnyFetchRequest {
    /// The entity; nil until it is set or looked up by its name.
    package var entity: NSEntityDescription? {
        get { heldEntity ?? lentEntity?.entity }
        set { (heldEntity, lentEntity) = (newValue, nil) }
    }

    /// Lets go of the entity, which a model holds, and keeps its name.
    package mutating func lendEntity() {
        guard let heldEntity else { return }
        entityName = heldEntity.name
        (self.heldEntity, lentEntity) = (nil, WeakEntity(heldEntity))
    }

    /// A copy of a column description that the program cannot change any more.
    package static func independent(_ property: Any) -> Any {
        (property as? NSExpressionDescription)?.copy() ?? property
    }

    /// Whether the objects are to be faults that hold only some values.
    package var wantsPart: Bool {
        propertiesToFetch?.isEmpty == false && returnsObjectsAsFaults && !shouldRefreshRefetchedObjects
    }

    /// The request's entity, looked up by its name when necessary.
    ///
    /// - Parameters:
    ///   - model: the model in which the name is looked up.
    ///   - asker: the kind of request that names the entity, for the message.
    /// - Returns: the entity.
    /// - Throws: `CoreDataException` when there is no such entity.
    package func resolvedEntity(in model: NSManagedObjectModel, for asker: String = "fetch request") throws
        -> NSEntityDescription
    {
        guard let name = entity?.name ?? entityName else {
            throw CoreDataException.invalidArgument(
                "executeFetchRequest:error: A fetch request must have an entity.")
        }
        guard let found = model.entitiesByName[name] else {
            throw CoreDataException.invalidArgument(
                "A \(asker) asks for the entity \"\(name)\", which the coordinator's model does not have. "
                    + "Check the name, or use the model that declares it.")
        }
        return found
    }
}

/// An entity that its model holds.
private final class WeakEntity {
    weak let entity: NSEntityDescription?

    init(_ entity: NSEntityDescription) { self.entity = entity }
}
