// SPDX-License-Identifier: Apache-2.0
// Values of a query that cannot be read. An engine knows their places in a result only; here they get the names of the query's
// entity, object and column. QueryRows.swift tells them page by page.

import PerdureStore

/// The values of one query that cannot be read.
package final class QueryFaults {
    private var heard: [any Error] = []
    private let report: (any Error) throws -> Void

    /// - Parameter report: hears of each value with its names; the query ends if it throws.
    package init(_ report: @escaping (any Error) throws -> Void) { self.report = report }

    /// Keeps what an engine reports until the page is there.
    package func hear(_ error: any Error) { heard.append(error) }

    /// Reports the values of a page.
    ///
    /// - Parameters:
    ///   - tuples: the page, with the object itself as the last value; none where the page could not be read.
    ///   - query: the query.
    ///   - schema: the model.
    /// - Throws: what the report throws.
    func tell(_ tuples: [[StoredValue]], of query: StoreQuery, _ schema: Schema) throws {
        let errors = heard
        heard = []
        for error in errors {
            guard let cell = error as? UnreadableCell else {
                try report(error)
                continue
            }
            try report(named(cell, tuples, query, schema))
        }
    }

    private func named(
        _ cell: UnreadableCell, _ tuples: [[StoredValue]], _ query: StoreQuery, _ schema: Schema
    ) -> StoreError {
        let name = query.columns.indices.contains(cell.column) ? query.columns[cell.column].name : "SELF"
        guard tuples.indices.contains(cell.tuple), case .reference(let key)? = tuples[cell.tuple].last else {
            return cell.named(object: nil, entity: query.entity.name, property: name)
        }
        let entity = schema[key.entity].name
        return cell.named(object: "\(entity)/p\(key.number)", entity: entity, property: name)
    }
}
