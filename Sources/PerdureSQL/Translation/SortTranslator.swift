// SPDX-License-Identifier: Apache-2.0
// Sort terms as ORDER BY. Part of FetchTranslator.swift.

import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    func order(_ term: SortTerm, _ environment: Environment) throws -> SQLOrder {
        let collation = SQLCollation(term.collation)?.rawValue
        return SQLOrder(
            try sortKey(term.keys, environment), collation: collation, isAscending: term.isAscending)
    }

    private func sortKey(_ keys: [String], _ environment: Environment) throws -> SQLExpression {
        if keys.last == "@count",
            let members = try collection(.evaluatedObject, keys.dropLast(), environment),
            case .typed(let count, _) = try aggregate("count", members)
        {
            return count
        }
        let operand = try operand(.keyPath(base: .evaluatedObject, keys: keys), environment)
        if case .merged(let merged) = operand { return try merged.plain() }
        guard case .typed(let value, let type) = operand else { throw StoreError.toManyKey }
        if case .opaque = type {
            throw StoreError.unsupported(
                "the attribute \(keys.joined(separator: ".")) has no order that a database knows")
        }
        return value
    }
}
