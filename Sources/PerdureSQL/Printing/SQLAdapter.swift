// SPDX-License-Identifier: Apache-2.0
// The seam for databases with types: the translators build statements as if values had none (Tree/), and an adapter puts
// a statement into the database's terms before it is printed. What the database cannot decide becomes a question.

import PerdureStore

/// Puts statements into the terms of one database.
///
/// Statements of fixed shape, about keys and versions alone, are printed without it.
package protocol SQLAdapter: Sendable {
    /// The select of a fetch.
    ///
    /// - Throws: `StoreError.unsupported` when the database has no form for it.
    func adapted(_ select: SQLSelect, in mapping: StoreMapping) throws -> AdaptedStatement<SQLSelect>
    /// The update of a batch.
    ///
    /// - Throws: `StoreError.unsupported` when the database has no form for it.
    func adapted(_ update: SQLUpdate, in mapping: StoreMapping) throws -> AdaptedStatement<SQLUpdate>
}

/// A statement in the database's terms.
package struct AdaptedStatement<Statement: Sendable>: Sendable {
    package var statement: Statement
    /// What the client must answer before the statement runs; `SQLBinding.answer` names a question by its place.
    package var questions: [SQLQuestion]

    package init(_ statement: Statement, questions: [SQLQuestion] = []) {
        self.statement = statement
        self.questions = questions
    }
}

/// A question about values that the database cannot judge.
///
/// The statement and its questions must see the same state of the store.
package struct SQLQuestion: Sendable {
    /// Reads the values in question: rows of texts; it may name earlier questions.
    package let statement: SQLText
    /// Gives the lists that the statement binds as answers, from all rows of the question.
    package let answer: @Sendable ([[String]]) throws -> [SQLBoundList]

    package init(_ statement: SQLText, answer: @escaping @Sendable ([[String]]) throws -> [SQLBoundList]) {
        self.statement = statement
        self.answer = answer
    }
}

extension SQLText {
    /// The statement with the lists of each question in place of `SQLBinding.answer`.
    func answered(_ answers: [[SQLBoundList]]) -> SQLText {
        var text = self
        for (index, binding) in bindings.enumerated() {
            // A question may need the answers of those before it.
            if case .answer(let question, let part) = binding, question < answers.count {
                text.bindings[index] = .list(answers[question][part])
            }
        }
        return text
    }
}
