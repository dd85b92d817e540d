// SPDX-License-Identifier: Apache-2.0
// The forms that let an index on the beginning of a text serve (PG-49): such an index is not on the column itself, since a long
// text would not fit into it. The rows and their order stay the same.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// The beginning of a text, as the index has it.
    private func beginning(_ expression: SQLExpression) -> SQLExpression {
        .call("left", [expression, .literal(Int64(FetchIndexDefinitions.longestText))])
    }

    private func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(FetchIndexDefinitions.longestText)))
    }

    /// Whether an index holds the beginning of a column.
    private func isIndexed(_ expression: SQLExpression) -> Bool {
        place(of: expression).map { columns.hasBeginnings($0.table, $0.column) } ?? false
    }

    /// Whether an index holds the folded beginnings of a column.
    private func hasFolded(_ folding: TextFolding, _ expression: SQLExpression) -> Bool {
        place(of: expression).map { columns.hasFolded(folding, $0.table, $0.column) } ?? false
    }

    /// The table and the column that an expression names; nil for any other expression.
    private func place(of expression: SQLExpression) -> (table: String, column: String)? {
        switch expression {
        case .column(let alias, let name): tables[alias].map { ($0, name) }
        case .own(let name): ownTable.map { ($0, name) }
        default: nil
        }
    }

    /// A comparison with a constant, by the beginning too.
    func beginnings(
        _ column: ServerValueTerm, _ symbol: SQLOperator, _ text: String, _ test: SQLExpression
    ) -> SQLExpression {
        guard isIndexed(column.expression), let symbol = symbol.ofBeginnings else { return test }
        let part = SQLExpression.value(.text(beginning(of: text)))
        return .and([.binary(beginning(column.expression), symbol, part), test])
    }

    /// A test of a folded column with a folded constant, by the beginnings that an index holds.
    func foldedBeginnings(
        _ test: TextTest, _ column: ServerValueTerm, _ folded: SQLExpression, _ text: String,
        _ served: SQLExpression
    ) -> SQLExpression {
        guard let folding = test.folding, hasFolded(folding, column.expression) else { return served }
        let (start, part) = (beginning(folded), beginning(of: text))
        switch test.function {
        case .equal: return .and([.binary(start, .equal, .value(.text(part))), served])
        case .beginsWith where !part.isEmpty:
            var tests = [SQLExpression.binary(start, .greaterOrEqual, .value(.text(part)))]
            // Nothing lies behind the greatest text.
            if let end = part.endOfPrefix { tests.append(.binary(start, .less, .value(.text(end)))) }
            return .and(tests + [served])
        default: return served
        }
    }

    /// Membership in a list of texts, by the beginnings too.
    func listedBeginnings(_ column: SQLExpression, _ texts: [String], _ test: SQLExpression) -> SQLExpression
    {
        guard isIndexed(column) else { return test }
        let parts = SQLBoundList.texts(texts.map { beginning(of: $0) })
        return .and([.inBoundList(beginning(column), .texts, .list(parts)), test])
    }

    /// The term that stands before an indexed column in an order.
    func firstOrder(_ value: ServerValueTerm) -> SQLExpression? {
        value.kind == .text && isIndexed(value.expression) ? beginning(value.expression) : nil
    }
}

extension SQLOperator {
    /// What holds for the beginnings of two texts of which this holds; nil for nothing.
    fileprivate var ofBeginnings: SQLOperator? {
        switch self {
        case .equal, .same: .equal
        case .less, .lessOrEqual: .lessOrEqual
        case .greater, .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }
}

extension String {
    /// The first text, by its scalars, behind all that begin with this one; nil where there is none.
    fileprivate var endOfPrefix: String? {
        var scalars = unicodeScalars
        while let last = scalars.popLast() {
            // Surrogates are no scalars.
            guard last.value < 0x10_FFFF,
                let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1)
            else { continue }
            scalars.append(next)
            return String(scalars)
        }
        return nil
    }
}
#endif
