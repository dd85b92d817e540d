// SPDX-License-Identifier: Apache-2.0
// Makes a plan from a fetch request. It finds every mistake of the request before any store is asked. SortPlanner.swift
// makes the sort terms, ResultColumns.swift the columns of dictionaries.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// Makes the plan of one fetch.
package struct FetchPlanner {
    let fetch: ObjectFetch

    package init(_ fetch: ObjectFetch) { self.fetch = fetch }

    /// The plan, still with objects among its constants; `localized` finishes the plan for one store.
    ///
    /// - Throws: `CoreDataException` for a predicate or sort key that no store can run.
    package func plan(shape: FetchPlan.Shape) throws -> FetchPlan {
        var plan = FetchPlan(entity: fetch.entity.number)
        plan.includesSubentities = fetch.request.includesSubentities
        plan.predicate = try predicate()
        plan.nullSemantics = fetch.request.nullSemantics
        plan.usesCustomPlan = fetch.request.usesCustomPlan
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

    /// The plan for one store: managed objects and their IDs become references, and entities become their names.
    ///
    /// An object that the store does not have, because it is in another store or unsaved, becomes a reference to
    /// nothing.
    package func localized(_ plan: FetchPlan, to store: EngineStore) -> FetchPlan {
        plan.mapConstants { $0.stored(store.reference) }
    }

    /// Lets each store return all rows that may belong to the page; the page is cut from the interleaved results.
    func cutInMemory(_ plan: inout FetchPlan) {
        plan.limit = plan.limit.map { $0.widened(by: plan.offset) }
        plan.offset = 0
    }

    /// The request's page of the interleaved results of several stores.
    func page<Element>(_ results: [Element]) -> [Element] {
        Array(results.page(offset: fetch.fetchOffset, limit: fetch.fetchLimit))
    }

    /// The number of results on the request's page.
    func page(_ count: Int) -> Int {
        let rest = max(0, count - max(0, fetch.fetchOffset))
        return fetch.fetchLimit > 0 ? min(rest, fetch.fetchLimit) : rest
    }
}

extension EngineStore {
    /// The reference of this store's engine for an ID.
    func reference(to id: NSManagedObjectID) -> StoredReference {
        if !id.isTemporaryID, id.namespace?.identifier == namespace.identifier { return id.key.reference }
        return id.key.referenceToNothing
    }
}

extension ConstantValue {
    /// The constant for stores: objects become references, entities their names, NSNull becomes nil.
    func stored(_ reference: (NSManagedObjectID) -> StoredReference) -> ConstantValue {
        guard case .object(let box) = self else { return self }
        if let id = objectID { return .reference(reference(id)) }
        if let entity = box.object as? NSEntityDescription { return entity.name.map { .string($0) } ?? .null }
        return self == .null ? .null : self
    }
}

extension FetchPlan.Shape {
    /// The names of columns that are not key paths: dictionaries can be sorted by these names (FET-65).
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

extension Int {
    /// A limit that leaves room for more rows; a limit may be `Int.max`.
    func widened(by rows: Int) -> Int {
        let (limit, isBeyond) = addingReportingOverflow(rows)
        return isBeyond ? .max : limit
    }
}
