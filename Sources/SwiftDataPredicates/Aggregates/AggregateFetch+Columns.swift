// SPDX-License-Identifier: Apache-2.0
// The columns of aggregates: which element holds a property, and the type of the result.

import Foundation
import Perdure
import PerdurePredicates

extension AggregateFetch {
    func column<Value>(_ aggregate: Aggregate<Model, Value>, _ index: Int) throws -> AggregateColumn {
        let operand = try aggregate.keyPath.map {
            ExpressionNode.keyPath(base: .evaluatedObject, keys: try columnKeys(of: $0))
        }
        return AggregateColumn(
            name: AggregateColumn.name(index), function: aggregate.function.rawValue,
            operand: operand ?? .evaluatedObject, type: AggregateValue.attributeType(of: Value.self))
    }

    /// The keys of the column that holds a property.
    ///
    /// - Throws: `UnsupportedFetchPart` for a property without a column of its own.
    func columnKeys(of keyPath: PartialKeyPath<Model>) throws -> [String] {
        let keys = try terms.keys(of: keyPath)
        switch terms.naming.form(of: keyPath) {
        case nil
        where AggregateValue.attributeType(of: type(of: keyPath).valueType) != .undefinedAttributeType:
            return keys
        case .named: return keys + keys.suffix(1)
        case nil, .cases, .parts, .encoded:
            throw UnsupportedFetchPart(
                .keyPath, of: Model.self, "a computation with \(keys.joined(separator: "."))",
                "use a property with one plain value, such as a member of a struct")
        }
    }
}
