// SPDX-License-Identifier: Apache-2.0
// The forms that let an index on the beginning of a text serve (PG-49): such an index is not on the column itself, since a long
// text would not fit into it. The rows and their order stay the same.

#if PostgreSQL
import Foundation
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// The beginning of a text, as the index has it.
    private func beginning(
        _ expression: SQLExpression, _ length: Int = FetchIndexDefinitions.longestText
    ) -> SQLExpression {
        .call("left", [expression, .literal(Int64(length))])
    }

    /// The beginning of bytes, as the index has it.
    private func dataBeginning(_ expression: SQLExpression, _ length: Int) -> SQLExpression {
        .call("substr", [expression, .literal(1), .literal(Int64(length))])
    }

    private func beginning(of text: String, _ length: Int = FetchIndexDefinitions.longestText) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    }

    /// How long the beginning of a column is that an index holds; nil for one without such an index.
    private func indexedLength(_ expression: SQLExpression) -> Int? {
        place(of: expression).flatMap { columns.beginning($0.table, $0.column) }
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
        guard let length = indexedLength(column.expression), let symbol = symbol.ofBeginnings else {
            return test
        }
        let part = SQLExpression.value(.text(beginning(of: text, length)))
        return .and([.binary(beginning(column.expression, length), symbol, part), test])
    }

    /// A comparison of bytes, by the beginning too where one side is a constant.
    func dataBeginnings(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) -> SQLExpression {
        let test = SQLExpression.binary(left.expression, symbol, right.expression)
        guard case .blob(let data)? = right.constant else {
            return left.constant == nil ? test : dataBeginnings(right, symbol.turned, left)
        }
        guard let length = indexedLength(left.expression), let symbol = symbol.ofBeginnings else {
            return test
        }
        let part = SQLExpression.value(.blob(data.prefix(length)))
        return .and([.binary(dataBeginning(left.expression, length), symbol, part), test])
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
        guard let length = indexedLength(column) else { return test }
        let parts = SQLBoundList.texts(texts.map { beginning(of: $0, length) })
        return .and([.inBoundList(beginning(column, length), .texts, .list(parts)), test])
    }

    /// Membership in a list of bytes, by the beginnings too.
    func listedBeginnings(_ column: SQLExpression, _ blobs: [Data], _ test: SQLExpression) -> SQLExpression {
        guard let length = indexedLength(column) else { return test }
        let parts = SQLBoundList.blobs(blobs.map { $0.prefix(length) })
        return .and([.inBoundList(dataBeginning(column, length), parts.kind, .list(parts)), test])
    }

    /// The term that stands before an indexed column in an order.
    func firstOrder(_ value: ServerValueTerm) -> SQLExpression? {
        guard let length = indexedLength(value.expression) else { return nil }
        return switch value.kind {
        case .text: beginning(value.expression, length)
        case .data: dataBeginning(value.expression, length)
        default: nil
        }
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
