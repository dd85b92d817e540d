// SPDX-License-Identifier: Apache-2.0
// Keys of groups that are computed. The server knows such a key again only by its very text, and not where a select is inside of it;
// so each row gets its keys first, as columns.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// Gives the rows of a select a column for each computed key of its groups.
    func computeGroupKeys(_ select: SQLSelect, _ scope: Scope) throws {
        let computed = select.groupBy.filter { !$0.isColumn }
        guard !computed.isEmpty else { return }
        let values = try computed.map { rounded(try value($0).flat, of: $0) }
        let alias = newAlias()
        var kinds: [String: ServerKind] = [:]
        for (index, value) in values.enumerated() {
            let name = SQLSource.valueName(index)
            kinds[name] = value.kind
            scope.groupKeys[computed[index]] = ServerTerm(.column(alias, name), value.kind)
        }
        note(kinds, of: alias)
        // Texts have the order of their bytes wherever they come from.
        let columns = values.map { $0.kind == .text ? .collated($0.expression, "C") : $0.expression }
        scope.answers.append(
            SQLJoin(isOuter: false, .values(columns, alias: alias), on: .truth(true)))
    }

    /// Memory and SQLite group quotients of decimals as doubles (FET-62).
    private func rounded(_ key: ServerValueTerm, of expression: SQLExpression) -> ServerValueTerm {
        var divides = false
        expression.visit { if case .binary(_, .divide, _) = $0 { divides = true } }
        guard divides, key.kind == .decimal else { return key }
        return ServerValueTerm(.cast(key.expression, ServerKind.double.type), .double)
    }

    /// The column of a computed key; nil for all other expressions.
    func groupKey(_ expression: SQLExpression) -> ServerTerm? {
        guard let keys = scopes.last?.groupKeys, !keys.isEmpty else { return nil }
        return keys[expression]
    }
}
#endif
