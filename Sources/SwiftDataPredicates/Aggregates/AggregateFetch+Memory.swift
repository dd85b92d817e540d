// SPDX-License-Identifier: Apache-2.0
// Aggregates over objects: unsaved changes take part, and the results are those of stores. AggregateFetch.swift decides.

import Foundation
import Perdure
import PerdurePredicates

extension AggregateFetch {
    /// Whether the context has unsaved changes of which a store would not know.
    var hasPendingChanges: Bool { context.hasChanges }

    func rowsInMemory(_ columns: [AggregateColumn], groupedBy path: String?) throws -> [[String: Any]] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = predicate
        let objects = try context.fetch(request)
        guard let path else { return [try row(columns, objects)] }
        let key = ExpressionNode.keyPath(
            base: .evaluatedObject, keys: path.split(separator: ".").map(String.init))
        let evaluator = PredicateEvaluator()
        var groups: [ConstantValue: [NSManagedObject]] = [:]
        for object in objects {
            groups[ConstantValue(try evaluator.value(of: key, with: object)), default: []].append(object)
        }
        let order = SortRule([])
        let keys = try groups.keys.sorted { try order.compare(values: $0, $1) == .orderedAscending }
        return try keys.map { key in
            var row = try row(columns, groups[key] ?? [])
            row[path] = key.anyValue
            return row
        }
    }

    private func row(_ columns: [AggregateColumn], _ objects: [NSManagedObject]) throws -> [String: Any] {
        var row: [String: Any] = [:]
        let evaluator = PredicateEvaluator()
        for column in columns {
            let values = try objects.map { ConstantValue(try evaluator.value(of: column.operand, with: $0)) }
                .filter { $0 != .null }
            let list = ExpressionNode.constant(.array(values))
            row[column.name] = try evaluator.value(
                of: .function(FunctionCall(column.function, [list])), with: nil)
        }
        return row
    }
}
