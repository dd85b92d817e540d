// SPDX-License-Identifier: Apache-2.0
// Writes the statements of a migration down instead of running them. What a migration asks a store on its way becomes a condition: the
// script ends where an answer would not be empty, and nothing has changed.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// A session without a server.
final class MigrationPaper: MigrationSession {
    let paper: PaperStore?
    /// What was written, each without a semicolon.
    private(set) var lines: [String] = []

    init(_ store: PaperStore) { paper = store }

    @discardableResult
    func run(_ request: ServerRequest) throws -> ServerResult {
        let text = request.filledText
        // These two do something; all others ask.
        let isQuestion = text.hasPrefix("SELECT ") && !text.hasPrefix("SELECT set")
        lines.append(isQuestion ? Self.condition(text) : text)
        return try .empty()
    }

    @discardableResult
    func run(_ requests: [ServerRequest]) throws -> [ServerResult] { try requests.map { try run($0) } }

    /// Ends the script where a query finds rows.
    private static func condition(_ query: String) -> String {
        let message =
            "rows do not fit the new version, or only Perdure can compute their values; nothing has changed"
        let hint = "They are found by: \(query)"
        return refusal("EXISTS (\(query))", message, hint)
    }

    /// A block that ends the script where a condition holds.
    static func refusal(_ condition: String, _ message: String, _ hint: String) -> String {
        let body =
            "BEGIN IF \(condition) THEN RAISE EXCEPTION USING MESSAGE = \(ServerName.literal(message)), "
            + "HINT = \(ServerName.literal(hint)); END IF; END"
        return "DO \(ServerName.literal(body))"
    }
}
#endif
