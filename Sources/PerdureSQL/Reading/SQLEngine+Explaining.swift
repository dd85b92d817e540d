// SPDX-License-Identifier: Apache-2.0
// Explains fetches: the statement, and what the database says of it.

import PerdureStore

extension SQLEngine {
    /// Explains a fetch.
    ///
    /// - Parameters:
    ///   - plan: The fetch.
    ///   - word: What the database wants before a statement that it explains.
    ///   - step: Reads a step of the database's plan from a row.
    /// - Returns: The statement and the steps.
    /// - Throws: `StoreError.unsupported`, and the errors of the questions that a fetch asks first.
    package func explanation(
        of plan: FetchPlan, word: String, step: (any PreparedStatement) -> String
    ) throws -> FetchExplanation {
        let ready = try fetches.ready(plan)
        return try readers.read { connection in
            try connection.answering(ready) { text in
                let statement = try connection.statement("\(word) \(text.text)")
                defer { statement.reset() }
                try statement.bind(text.bindings)
                var steps: [String] = []
                while try statement.step() { steps.append(step(statement)) }
                return FetchExplanation(
                    statement: text.text, values: text.bindings.map(Self.shown), steps: steps)
            }
        }
    }

    private static func shown(_ value: SQLBinding) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .blob(let data): "\(data.count) bytes"
        case .list(let list): list.json
        case .decimal(let number): number.description
        case .uuid(let uuid): uuid.uuidString
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .answer: "?"
        }
    }
}
