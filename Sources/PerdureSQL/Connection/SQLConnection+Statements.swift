// SPDX-License-Identifier: Apache-2.0
// Statements that run from their text and values in one call.

import PerdureStore

extension SQLConnection {
    /// A database that knows one way only has nothing to choose.
    package func plannedStatement(_ text: String) throws -> any PreparedStatement { try statement(text) }

    /// The statement of a fetch.
    func statement(_ text: String, of plan: FetchPlan) throws -> any PreparedStatement {
        try plan.usesCustomPlan ? plannedStatement(text) : statement(text)
    }

    /// Runs a statement that returns no rows.
    func run(_ statement: SQLText) throws {
        let prepared = try self.statement(statement.text)
        try prepared.bind(statement.bindings)
        try prepared.run()
    }

    /// All rows of a query, each read by a closure.
    func all<Element>(_ query: SQLText, _ read: (any PreparedStatement) throws -> Element) throws -> [Element]
    {
        let prepared = try statement(query.text)
        defer { prepared.reset() }
        try prepared.bind(query.bindings)
        var results: [Element] = []
        while try prepared.step() { results.append(try read(prepared)) }
        return results
    }
}
