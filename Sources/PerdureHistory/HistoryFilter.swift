// SPDX-License-Identifier: Apache-2.0
// Applies the fetch request of a history request: the predicate, the order and the limit for transactions or changes. The input
// is what HistoryFetch.swift has read.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates

/// Filters, sorts and limits a list of transactions or changes.
struct HistoryFilter {
    /// Whether the fetch request is for changes; otherwise it is for transactions.
    let isForChanges: Bool
    private let fetch: AnyFetchRequest
    private let predicate: PredicateNode?

    /// Reads a fetch request.
    ///
    /// - Throws: `CoreDataException` for an entity other than these two.
    init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ coordinator: NSPersistentStoreCoordinator)
        throws
    {
        fetch = request.fetchValues
        switch request.entityName?.uppercased() {
        case HistoryEntities.transaction.name: isForChanges = false
        case HistoryEntities.change.name: isForChanges = true
        default: throw HistoryErrors.unknownEntity(request.entityName)
        }
        predicate = fetch.predicate.map { predicate in
            HistoryTokenComparison.replacing(in: predicate.node.mapConstants { Self.local($0, coordinator) })
        }
    }

    /// A constant of the predicate in local form: an entity becomes its name, an ID becomes the coordinator's ID.
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

    /// The matching records in the requested order, from the offset up to the limit.
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
