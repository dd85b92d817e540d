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
        switch expression {
        case .column(let alias, let name): tables[alias].map { columns.hasBeginnings($0, name) } ?? false
        case .own(let name): ownTable.map { columns.hasBeginnings($0, name) } ?? false
        default: false
        }
    }

    /// An equality with a constant, by the beginning too.
    func equalBeginnings(_ column: ServerValueTerm, _ text: String, _ test: SQLExpression) -> SQLExpression {
        guard isIndexed(column.expression) else { return test }
        let part = SQLExpression.value(.text(beginning(of: text)))
        return .and([.binary(beginning(column.expression), .equal, part), test])
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
#endif
