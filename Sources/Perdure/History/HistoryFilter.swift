// SPDX-License-Identifier: Apache-2.0
// The fetch request of a history request: which transactions or changes match, in which order, and how many. Applied to
// what HistoryFetch.swift has read.

import Foundation
import PerdurePredicates

/// Filters, sorts and cuts a list of transactions or changes.
struct HistoryFilter {
    /// Whether it is about changes; else it is about transactions.
    let isForChanges: Bool
    private let fetch: AnyFetchRequest
    private let predicate: PredicateNode?

    /// Reads a fetch request.
    ///
    /// - Throws: `CoreDataException` for another entity than one of the two.
    init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ coordinator: NSPersistentStoreCoordinator)
        throws
    {
        fetch = request.fetch ?? AnyFetchRequest()
        switch request.entityName?.uppercased() {
        case HistoryEntities.transaction.name: isForChanges = false
        case HistoryEntities.change.name: isForChanges = true
        default: throw HistoryErrors.unknownEntity(request.entityName)
        }
        predicate = fetch.predicate.map { predicate in
            HistoryTokenComparison.replacing(in: predicate.node.mapConstants { Self.local($0, coordinator) })
        }
    }

    /// Entities are compared by name, and IDs as the coordinator knows them.
    private static func local(_ constant: ConstantValue, _ coordinator: NSPersistentStoreCoordinator)
        -> ConstantValue
    {
        guard case .object(let box) = constant else { return constant }
        switch box.object {
        case let entity as NSEntityDescription: return entity.name.map { .string($0) } ?? .null
        case let object as NSManagedObject: return local(.init(object.objectID), coordinator)
        case let id as NSManagedObjectID where !id.isTemporaryID:
            let known = coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
            return known.map { ConstantValue($0) } ?? constant
        default: return constant
        }
    }

    /// What matches, in the wanted order, from the offset on and up to the limit.
    ///
    /// - Throws: `CoreDataException` for unknown fields and values that cannot be compared.
    func apply<Record: KeyValueReadable>(_ records: [Record]) throws -> [Record] {
        var records = records
        if let predicate {
            let evaluator = PredicateEvaluator()
            records = try records.filter { try evaluator.evaluate(predicate, with: $0, variables: [:]) }
        }
        let rules = try (fetch.sortDescriptors ?? []).map { try $0.sortRule }
        if !rules.isEmpty { records = try sorted(records, rules) }
        if fetch.fetchOffset > 0 { records = Array(records.dropFirst(fetch.fetchOffset)) }
        return fetch.fetchLimit > 0 ? Array(records.prefix(fetch.fetchLimit)) : records
    }

    private func sorted<Record: KeyValueReadable>(_ records: [Record], _ rules: [SortRule]) throws -> [Record]
    {
        try records.enumerated().sorted { left, right in
            for rule in rules {
                let order = try rule.compare(left.element, right.element)
                if order != .orderedSame { return order == .orderedAscending }
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}
