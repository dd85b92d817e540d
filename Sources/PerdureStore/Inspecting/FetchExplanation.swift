// SPDX-License-Identifier: Apache-2.0
// How a store runs a fetch, for people who wonder why it takes long.

/// The statement of a fetch, and the database's plan for it.
package struct FetchExplanation: Sendable {
    /// The statement, with placeholders for values.
    package let statement: String
    /// The values in the order of the placeholders, as text.
    package let values: [String]
    /// The steps of the database's plan; a step within another one is indented by two spaces.
    package let steps: [String]

    package init(statement: String, values: [String], steps: [String]) {
        self.statement = statement
        self.values = values
        self.steps = steps
    }
}

/// An engine that can say how it runs a fetch.
package protocol ExplainingEngine: StoreEngine {
    /// Explains a fetch, without running it.
    ///
    /// - Throws: `StoreError.unsupported` when the plan has no form that the store can run.
    func explanation(of plan: FetchPlan) throws -> FetchExplanation
}
