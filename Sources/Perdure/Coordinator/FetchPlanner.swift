// SPDX-License-Identifier: Apache-2.0
// From a fetch request to a plan: everything that can be wrong is found here, before any store is asked.
// Sort descriptors become terms in SortPlanner.swift, dictionary columns in ResultColumns.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// Makes the plan of one fetch.
struct FetchPlanner {
    let fetch: ObjectFetch

    init(_ fetch: ObjectFetch) { self.fetch = fetch }

    /// The plan, with objects still in its predicate; `localized` finishes it for one store.
    ///
    /// - Throws: `CoreDataException` for a predicate or sort key that no store can run.
    func plan(shape: FetchPlan.Shape) throws -> FetchPlan {
        var plan = FetchPlan(entity: fetch.entity.number)
        plan.includesSubentities = fetch.request.includesSubentities
        plan.predicate = try predicate()
        plan.nullSemantics = fetch.request.nullSemantics
        if shape != .count {
            plan.sort = try SortPlanner(fetch.entity, names: shape.computedNames)
                .terms(fetch.request.sortDescriptors ?? [])
        }
        plan.limit = fetch.fetchLimit > 0 ? fetch.fetchLimit : nil
        plan.offset = max(0, fetch.fetchOffset)
        plan.shape = shape
        plan.cancellation = fetch.cancellation
        return plan
    }

    private func predicate() throws -> PredicateNode? {
        guard let predicate = fetch.predicate else { return nil }
        let node = predicate.node
        if let name = node.freeVariables.min() {
            throw CoreDataException.invalidArgument(
                "The predicate \"\(PredicatePrinter.format(node))\" has the variable $\(name), which nothing binds. "
                    + "Use withSubstitutionVariables(_:), or fetchRequestFromTemplate(withName:substitutionVariables:)."
            )
        }
        try IndexHints(fetch.entity).check(node)
        return node
    }

    /// The plan for one store: managed objects and their IDs become references, entities their names.
    ///
    /// An object that the store does not have, saved elsewhere or never, becomes a reference to nothing.
    func localized(_ plan: FetchPlan, to store: EngineStore) -> FetchPlan {
        var plan = plan
        plan.predicate = plan.predicate?.mapConstants { $0.stored(store.reference) }
        return plan
    }

    /// Lets the stores give all that might be on the page, which is cut from the merged results.
    func cutInMemory(_ plan: inout FetchPlan) {
        plan.limit = plan.limit.map { $0.addingReportingOverflow(plan.offset) }
            .map { $0.overflow ? Int.max : $0.partialValue }
        plan.offset = 0
    }

    /// The request's page of the results of several stores.
    func page<Element>(_ results: [Element]) -> [Element] {
        Array(results.page(offset: fetch.fetchOffset, limit: fetch.fetchLimit))
    }

    /// How many results the request's page has.
    func page(_ count: Int) -> Int {
        let rest = max(0, count - max(0, fetch.fetchOffset))
        return fetch.fetchLimit > 0 ? min(rest, fetch.fetchLimit) : rest
    }
}

extension EngineStore {
    /// An ID as this store's engine knows it.
    func reference(to id: NSManagedObjectID) -> StoredReference {
        if !id.isTemporaryID, id.origin?.identifier == origin.identifier { return id.key.reference }
        return id.key.referenceToNothing
    }
}

extension ConstantValue {
    /// The constant as stores know it: objects as references, entities by name, NSNull as nil.
    func stored(_ reference: (NSManagedObjectID) -> StoredReference) -> ConstantValue {
        guard case .object(let box) = self else { return self }
        if let id = objectID { return .reference(reference(id)) }
        if let entity = box.object as? NSEntityDescription { return entity.name.map { .string($0) } ?? .null }
        return self == .null ? .null : self
    }
}

extension FetchPlan.Shape {
    /// The names of columns that are no key paths: dictionaries can be sorted by them (FET-65).
    fileprivate var computedNames: Set<String> {
        guard case .tuples(let shape) = self else { return [] }
        return Set(
            shape.columns.compactMap { column in
                if case .keyPath(.evaluatedObject, let keys) = column.expression,
                    keys.joined(separator: ".") == column.name
                {
                    return nil
                }
                return column.name
            })
    }
}
