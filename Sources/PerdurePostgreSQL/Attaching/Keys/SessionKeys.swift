// SPDX-License-Identifier: Apache-2.0
// The keys of others as one session knows them: those of all, and those of objects that its transaction is about to insert.

#if PostgreSQL
import PerdurePostgreSQLClient

/// Exchanges keys and numbers for the statements of one session.
final class SessionKeys {
    private let statements: KeyedStatements
    /// Keys that had an object before, and get a new one in this transaction.
    private(set) var replaced: [String: Int64] = [:]

    init(_ statements: KeyedStatements) { self.statements = statements }

    func request(_ request: ServerRequest) throws -> ServerRequest { try statements.request(request) }

    /// The number of the key with a text.
    func number(of text: String) -> Int64 { replaced[text] ?? statements.directory.number(of: text) }

    /// The number of the stored row with the key that a new object wants as well.
    func number(of text: String, besides number: Int64) -> Int64 {
        statements.directory.number(of: text, besides: number)
    }

    /// Gives a new object its key.
    func bind(_ number: Int64, to text: String) {
        if !statements.directory.bind(number, to: text) { replaced[text] = number }
    }

    /// Whether the key of an object goes to a new one in this transaction.
    func isReplaced(_ number: Int64) -> Bool {
        statements.directory.text(of: number).flatMap { replaced[$0] } != nil
    }

    /// The new objects' rows are stored: from now on everybody finds them under their keys.
    func publish() {
        for (text, number) in replaced { statements.directory.publish(text, as: number) }
        replaced = [:]
    }

    /// The transaction was rolled back.
    func forget() { replaced = [:] }
}

extension ServerValue {
    /// A whole number, or the number of a key that is none.
    func number(_ keys: SessionKeys?) -> Int64? {
        if case .text(let text) = self, let keys { return keys.number(of: text) }
        return integer
    }
}
#endif
