// SPDX-License-Identifier: Apache-2.0
// The rows of a batch: found by its fetch, and locked where other writers write at the same time. At the end: statements that ask
// the client before they run.

import PerdureStore

/// The fetch of a batch.
struct BatchRows {
    private let fetch: TranslatedFetch

    init(_ fetch: TranslatedFetch) { self.fetch = fetch }

    /// Finds the rows.
    ///
    /// After a lock the rows are looked for again: another writer may have changed them before. Each round locks more rows, so
    /// the search ends.
    func locked(
        _ entity: Int32, _ mapping: StoreMapping, _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws -> [ObjectKey] {
        var known: Set<ObjectKey> = []
        while true {
            let keys = try found(entity, mapping, connection)
            let new = keys.filter { !known.contains($0) }
            if new.isEmpty { return keys }
            guard try support.lock(new) else { return keys }
            known.formUnion(new)
        }
    }

    private func found(_ entity: Int32, _ mapping: StoreMapping, _ connection: any SQLConnection) throws
        -> [ObjectKey]
    {
        let text = try connection.answered(
            AdaptedStatement(fetch.statement, questions: fetch.questions))
        let prepared = try connection.statement(text.text)
        try prepared.bind(text.bindings)
        return try KeyColumns(of: entity, mapping).all(prepared)
    }
}

extension SQLConnection {
    /// Runs a statement after its questions were answered.
    func run(_ statement: AdaptedStatement<SQLText>) throws {
        try run(try answered(statement))
    }

    /// All rows of a query after its questions were answered.
    func all<Element>(
        _ query: AdaptedStatement<SQLText>, _ read: (any PreparedStatement) throws -> Element
    ) throws -> [Element] {
        try all(try answered(query), read)
    }

    /// The statement with the client's answers, in the transaction of the caller.
    fileprivate func answered(_ statement: AdaptedStatement<SQLText>) throws -> SQLText {
        var answers: [[SQLBoundList]] = []
        for question in statement.questions {
            let rows = try all(question.statement.answered(answers)) { row in
                (0..<row.columnCount).map { row.text($0) }
            }
            answers.append(try question.answer(rows))
        }
        return statement.statement.answered(answers)
    }
}
