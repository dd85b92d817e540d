// SPDX-License-Identifier: Apache-2.0
// Tests in memory which objects a request matches: for unsaved changes (UnsavedChangesOverlay.swift) and for lists that follow
// a context (Results/). A single place for this test keeps all in line with the stores. ObjectOrder.swift sorts.

import Foundation
import PerdurePredicates

/// The condition of a request for objects, tested in memory.
package struct ObjectFilter {
    package let entity: NSEntityDescription
    private let includesSubentities: Bool
    private let stores: [NSPersistentStore]?
    private let predicate: PredicateNode?
    private let evaluator: PredicateEvaluator

    package init(_ query: ObjectFetch) {
        entity = query.entity
        includesSubentities = query.request.includesSubentities
        stores = query.request.affectedStores
        predicate = (query.predicate?.node).map(PredicateEvaluator.prepared)
        evaluator = PredicateEvaluator(nullSemantics: query.request.nullSemantics)
    }

    /// Whether the request names stores; a new object has one with its save.
    package var namesStores: Bool { stores != nil }

    /// Whether an object belongs to the request's entity and stores, regardless of its values.
    package func concerns(_ object: NSManagedObject) -> Bool {
        let fits = includesSubentities ? object.entity.isKindOf(entity: entity) : object.entity === entity
        // The objects of a removed store are in no store that is asked.
        if fits, object.namespace?.isRemoved == true { return false }
        guard fits, let stores else { return fits }
        guard let store = object.objectID.persistentStore else { return false }
        return stores.contains { $0 === store }
    }

    /// Whether an object's values match the predicate; ask it only for objects that `concerns` accepts.
    ///
    /// - Throws: `CoreDataException` for keys and types that the predicate cannot use.
    package func matches(_ object: NSManagedObject) throws -> Bool {
        guard let predicate else { return true }
        return try evaluator.evaluate(predicate, with: object)
    }
}
