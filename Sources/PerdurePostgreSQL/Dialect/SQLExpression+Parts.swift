// SPDX-License-Identifier: Apache-2.0
// The parts of expressions: which tables they name, and whether they aggregate. Questions to the client need both.

#if PostgreSQL
import PerdureSQL

extension SQLExpression {
    /// The aliases that the expression names, those of selects inside of it too.
    var aliases: Set<Int> {
        var found: Set<Int> = []
        visit { if case .column(let alias, _) = $0 { found.insert(alias) } }
        return found
    }

    /// Whether the expression aggregates rows of its own select.
    var hasAggregate: Bool {
        var found = false
        visit(selects: false) { part in
            switch part {
            case .countAll: found = true
            case .call(let name, _): found = found || Self.aggregates.contains(name)
            default: break
            }
        }
        return found
    }

    private static let aggregates: Set = [
        "COUNT", "SUM", "AVG", "MIN", "MAX", "count", "sum", "min", "max",
    ]

    /// Calls a closure with the expression and all of its parts.
    func visit(selects: Bool = true, _ body: (SQLExpression) -> Void) {
        body(self)
        for part in parts { part.visit(selects: selects, body) }
        guard selects else { return }
        for select in self.selects { select.visit(body) }
    }

    private var parts: [SQLExpression] {
        switch self {
        case .binary(let left, _, let right), .fallback(let left, let right): [left, right]
        case .prefix(_, let part), .not(let part), .isNull(let part), .isNotNull(let part),
            .isTrue(let part), .cast(let part, _), .collated(let part, _), .inBoundList(let part, _, _),
            .inListParameter(let part, _, _), .inSelects(let part, _), .narrowed(let part, _):
            [part]
        case .and(let parts), .or(let parts), .call(_, let parts): parts
        case .inList(let part, let elements): [part] + elements
        case .between(let part, let low, let high), .choice(let part, let low, let high): [part, low, high]
        case .column, .own, .proposed, .value, .parameter, .literal, .null, .truth, .exists, .scalar,
            .countAll:
            []
        }
    }

    private var selects: [SQLSelect] {
        switch self {
        case .exists(let select), .scalar(let select): [select]
        case .inSelects(_, let selects): selects
        default: []
        }
    }
}

extension SQLSelect {
    fileprivate func visit(_ body: (SQLExpression) -> Void) {
        let parts =
            columns + groupBy + joins.map(\.condition) + order.map(\.expression)
            + [filter, having].compactMap { $0 }
        for part in parts { part.visit(body) }
        for other in united { other.visit(body) }
        for source in [source] + joins.map(\.source) {
            switch source {
            case .select(let inner, _): inner.visit(body)
            case .values(let values, _): values.forEach { $0.visit(body) }
            default: break
            }
        }
    }
}
#endif
