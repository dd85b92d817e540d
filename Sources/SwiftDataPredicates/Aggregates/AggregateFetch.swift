// SPDX-License-Identifier: Apache-2.0
// Runs aggregates as one request for dictionaries; in memory, where the context has unsaved changes, which stores do not see
// (AggregateFetch+Memory.swift).

import Foundation
import Perdure
import PerdureBase
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// Models over which values are computed.
package struct AggregateFetch<Model> {
    let terms: FetchTerms
    let entity: String
    let predicate: NSPredicate?
    let context: NSManagedObjectContext

    /// Chooses the models.
    ///
    /// - Parameters:
    ///   - predicate: Which models; nil for all.
    ///   - context: The context whose unsaved changes take part.
    ///   - naming: The names of the classes.
    /// - Throws: `UnsupportedFetchPart` for a predicate without a form, and for a class without an entity.
    package init(
        _ predicate: Predicate<Model>? = nil, in context: NSManagedObjectContext, naming: any ModelNaming
    ) throws {
        terms = FetchTerms(naming: naming)
        guard let entity = naming.entityNames(of: Model.self)?.first else {
            throw UnsupportedFetchPart(
                .predicate, of: Model.self, "the class \(Model.self)", "add it to the schema")
        }
        self.entity = entity
        self.predicate = try predicate.map(terms.predicate)
        self.context = context
    }

    /// The values of aggregates over all chosen models.
    ///
    /// Costs one statement; where the context has unsaved changes, a fetch of the models.
    ///
    /// - Parameter aggregates: What to compute.
    /// - Returns: The values, in the order of the aggregates.
    /// - Throws: `UnsupportedFetchPart` for a property that cannot be computed with; the store's errors.
    package func values<each Value>(_ aggregates: repeat Aggregate<Model, each Value>) throws -> (
        repeat each Value
    ) {
        var columns: [AggregateColumn] = []
        repeat columns.append(try column(each aggregates, columns.count))
        let row = try rows(columns, groupedBy: nil).first ?? [:]
        var index = 0
        return (repeat try value(each aggregates, row, &index))
    }

    /// The values of aggregates over groups of the chosen models, ascending by what they have in common.
    ///
    /// Costs one statement; where the context has unsaved changes, a fetch of the models.
    ///
    /// - Parameters:
    ///   - keyPath: The property that the models of a group have in common; nil is a group of its own.
    ///   - aggregates: What to compute for each group.
    /// - Returns: The groups.
    /// - Throws: `UnsupportedFetchPart` for a property that cannot be grouped by or computed with; the store's errors.
    package func groups<Key, each Value>(
        by keyPath: KeyPath<Model, Key>, _ aggregates: repeat Aggregate<Model, each Value>
    ) throws -> [(key: Key, values: (repeat each Value))] {
        var columns: [AggregateColumn] = []
        repeat columns.append(try column(each aggregates, columns.count))
        let path = try columnKeys(of: keyPath).joined(separator: ".")
        return try rows(columns, groupedBy: path).map { row in
            guard let key = AggregateValue.read(row[path], as: Key.self) else {
                throw UnsupportedFetchPart(
                    .keyPath, of: Model.self, "the stored value \(row[path] ?? "nil") of \(path)",
                    "it is no \(Key.self); group by a property of the stored type")
            }
            var index = 0
            return (key, (repeat try value(each aggregates, row, &index)))
        }
    }

    private func value<Value>(_ aggregate: Aggregate<Model, Value>, _ row: [String: Any], _ index: inout Int)
        throws
        -> Value
    {
        defer { index += 1 }
        let result = row[AggregateColumn.name(index)]
        if let value = aggregate.value(of: result) { return value }
        throw UnsupportedFetchPart(
            .keyPath, of: Model.self, "the result \(result ?? "nil") of \(aggregate.function.rawValue)",
            "it is no \(Value.self); use a property of a wider type")
    }

    private func rows(_ columns: [AggregateColumn], groupedBy path: String?) throws -> [[String: Any]] {
        if hasPendingChanges { return try rowsInMemory(columns, groupedBy: path) }
        let request = NSFetchRequest<NSDictionary>(entityName: entity)
        request.predicate = predicate
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = (path.map { [$0] } ?? []) + columns.map(\.description)
        if let path {
            request.propertiesToGroupBy = [path]
            request.sortDescriptors = [NSSortDescriptor(key: path, ascending: true)]
        }
        return try context.fetch(request).map { dictionary in
            var row: [String: Any] = [:]
            for (key, value) in dictionary { row["\(key)"] = value }
            return row
        }
    }
}

/// A computed column of a request.
struct AggregateColumn {
    let name: String
    let function: String
    /// What is computed with; the object itself where objects are counted.
    let operand: ExpressionNode
    let type: NSAttributeType

    static func name(_ index: Int) -> String { "aggregate\(index)" }

    var description: NSExpressionDescription {
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(node: .function(FunctionCall(function, [operand])))
        column.expressionResultType = type
        return column
    }
}
