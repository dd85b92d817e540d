// SPDX-License-Identifier: Apache-2.0
// Which objects a request is about, decided in memory: for unsaved changes (PendingMatches.swift) and for lists that
// follow a context (Results/). One place, so that all agree with the stores. Their order is ObjectOrder.swift.

import Foundation
import PerdurePredicates

/// The condition of a request for objects, tested in memory.
struct ObjectFilter {
    let entity: NSEntityDescription
    private let includesSubentities: Bool
    private let stores: [NSPersistentStore]?
    private let predicate: PredicateNode?
    private let evaluator: PredicateEvaluator

    init(_ query: ObjectFetch) {
        entity = query.entity
        includesSubentities = query.request.includesSubentities
        stores = query.request.affectedStores
        predicate = (query.predicate?.node).map(PredicateEvaluator.prepared)
        evaluator = PredicateEvaluator(nullSemantics: query.request.nullSemantics)
    }

    /// Whether an object is of the request's entity and stores, whatever its values are.
    func concerns(_ object: NSManagedObject) -> Bool {
        let fits = includesSubentities ? object.entity.isKindOf(entity: entity) : object.entity === entity
        guard fits, let stores else { return fits }
        guard let store = object.objectID.persistentStore else { return false }
        return stores.contains { $0 === store }
    }

    /// Whether the values of an object that it concerns match the predicate.
    ///
    /// - Throws: `CoreDataException` for keys and types that make an answer impossible.
    func matches(_ object: NSManagedObject) throws -> Bool {
        guard let predicate else { return true }
        return try evaluator.evaluate(predicate, with: object)
    }
}
