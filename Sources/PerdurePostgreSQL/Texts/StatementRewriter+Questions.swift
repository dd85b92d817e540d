// SPDX-License-Identifier: Apache-2.0
// Asking the client (PG-113, PG-114): what the server cannot judge is judged by the evaluator for the distinct texts in
// question, before the statement runs and in the same snapshot.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Thrown where a condition needs the client, while none may be asked.
struct NeedsClient: Error {}

extension StatementRewriter {
    /// A test that the client answers: for all texts, or for those that the server does not judge.
    ///
    /// The server's answer is unknown where it does not judge, and nil when it never does; `unjudged` is the condition that it
    /// does not.
    func asked(
        _ test: TextTest, _ left: ServerValueTerm, _ right: ServerValueTerm, _ served: SQLExpression?,
        _ unjudged: SQLExpression?, isFilter: Bool
    ) throws -> SQLExpression {
        let texts = [left, right].filter { $0.text == nil }.map(\.expression)
        let (first, second) = (left.text, right.text)
        let (limit, count) = (mostTexts, texts.count)
        let place = Self.subject(of: texts)
        let question = try ask(texts, unjudged) { rows in
            try TextLimit.check(rows, limit, place)
            let found = try rows.filter { row in
                try test.holds(first ?? row[0], second ?? row[row.count - 1])
            }
            return (0..<count).map { place in .texts(found.map { $0[place] }) }
        }
        let listed = listed(texts, question)
        let known = SQLExpression.and(texts.map(SQLExpression.isNotNull))
        guard let served, let unjudged else {
            return isFilter ? listed : .choice(known, then: listed, otherwise: .null)
        }
        if isFilter { return .or([served, .and([listed, unjudged])]) }
        return .fallback(served, .choice(known, then: listed, otherwise: .null))
    }

    /// Whether texts are among those of an answer.
    private func listed(_ texts: [SQLExpression], _ question: Int) -> SQLExpression {
        let lists = texts.indices.map {
            SQLListValue(.texts, .answer(question: question, part: $0))
        }
        guard texts.count > 1 else { return .inBoundList(texts[0], .texts, lists[0].binding) }
        let alias = newAlias()
        var select = SQLSelect([.literal(1)], from: .lists(lists[0], lists[1], alias: alias))
        select.filter = .and([
            .binary(.column(alias, SQLSource.first), .equal, texts[0]),
            .binary(.column(alias, SQLSource.second), .equal, texts[1]),
        ])
        return .exists(select)
    }

    // MARK: Results by text

    /// A column with the client's result for each text in question; NULL for all others.
    ///
    /// The name tells the results of different functions apart; without a condition all texts are in question.
    func answered(
        _ text: SQLExpression, _ name: String, _ kind: SQLListKind, unless unjudged: SQLExpression?,
        _ results: @escaping @Sendable ([String]) throws -> SQLBoundList
    ) throws -> SQLExpression {
        try answeredSome(text, name, kind, unless: unjudged) { ($0, try results($0)) }
    }

    /// The same for a function that has no result for some texts.
    func answeredSome(
        _ text: SQLExpression, _ name: String, _ kind: SQLListKind, unless unjudged: SQLExpression?,
        _ results: @escaping @Sendable ([String]) throws -> (texts: [String], results: SQLBoundList)
    ) throws -> SQLExpression {
        let scope = scope(of: text)
        let key = AnswerKey(name: name, text: text)
        if let known = scope.known[key] { return known }
        let (limit, place) = (mostTexts, Self.subject(of: [text]))
        let question = try ask([text], unjudged) { rows in
            try TextLimit.check(rows, limit, place)
            let found = try results(rows.map { $0[0] })
            return [.texts(found.texts), found.results]
        }
        let alias = newAlias()
        let lists = SQLSource.lists(
            SQLListValue(.texts, .answer(question: question, part: 0)),
            SQLListValue(kind, .answer(question: question, part: 1)), alias: alias)
        scope.answers.append(
            SQLJoin(isOuter: true, lists, on: .binary(.column(alias, SQLSource.first), .equal, text)))
        let result = SQLExpression.column(alias, SQLSource.second)
        scope.known[key] = result
        return result
    }

    /// The innermost select whose tables an expression names.
    private func scope(of text: SQLExpression) -> Scope {
        let aliases = text.aliases
        return scopes.last { !$0.all.isDisjoint(with: aliases) } ?? scopes[scopes.count - 1]
    }

    // MARK: Questions

    /// Adds a question for the distinct values of some texts; returns its number.
    func ask(
        _ texts: [SQLExpression], _ unjudged: SQLExpression?,
        _ answer: @escaping @Sendable ([[String]]) throws -> [SQLBoundList]
    ) throws -> Int {
        guard mayAsk else { throw NeedsClient() }
        guard !texts.contains(where: \.hasAggregate) else {
            throw unsupported("a server cannot judge the text of an aggregate as Foundation does")
        }
        let aliases = texts.reduce(into: Set<Int>()) { $0.formUnion($1.aliases) }
        var around = scopes.filter { !$0.all.isDisjoint(with: aliases) }
        if around.isEmpty { around = [scopes[scopes.count - 1]] }
        var select = SQLSelect(texts, from: around[0].source)
        select.isDistinct = true
        select.joins = around[0].joins + around[0].answers
        for scope in around.dropFirst() {
            select.joins.append(SQLJoin(isOuter: false, scope.source, on: .truth(true)))
            select.joins += scope.joins + scope.answers
        }
        select.filter = .and(
            texts.map(SQLExpression.isNotNull) + [unjudged].compactMap { $0 } + narrowing(around))
        questions.append(SQLQuestion(SQLPrinter.print(select, dialect: dialect), answer: answer))
        return questions.count - 1
    }

    /// The conditions of selects that the server can judge, so that fewer texts are in question.
    private func narrowing(_ around: [Scope]) -> [SQLExpression] {
        let known = scopes.reduce(into: Set<Int>()) { $0.formUnion($1.aliases) }
        let here = around.reduce(into: Set<Int>()) { $0.formUnion($1.aliases) }
        mayAsk = false
        defer { mayAsk = true }
        return around.flatMap { $0.original.filter?.conjuncts ?? [] }.compactMap { part in
            guard part.aliases.intersection(known).isSubset(of: here) else { return nil }
            return try? condition(part, isFilter: true)
        }
    }

    private static func subject(of texts: [SQLExpression]) -> String {
        var name = "text"
        for text in texts { text.visit { if case .column(_, let column) = $0 { name = column } } }
        return name
    }
}

/// How much the client judges at once.
enum TextLimit {
    static func check(_ rows: [[String]], _ most: Int, _ subject: String) throws {
        let bytes = rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count } }
        guard bytes > most else { return }
        throw StoreError.unsupported(
            UnsupportedRequest(
                "the server cannot judge \(rows.count) texts of \"\(subject)\" (\(bytes) bytes) as Foundation does, and "
                    + "\(most) bytes is the limit for asking the client; narrow the fetch by other conditions joined by AND, "
                    + "or raise the limit of client texts"))
    }
}

/// A function of a text whose results the client gives.
struct AnswerKey: Hashable {
    let name: String
    let text: SQLExpression
}

extension SQLExpression {
    /// The conditions that are joined by AND at the top.
    fileprivate var conjuncts: [SQLExpression] {
        if case .and(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}
#endif
