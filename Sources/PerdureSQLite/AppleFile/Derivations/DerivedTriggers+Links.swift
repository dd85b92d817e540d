// SPDX-License-Identifier: Apache-2.0
// Triggers of many-to-many relationships: for the pairs, and for the members whose values are read. Part of
// DerivedTriggers.swift.

import PerdurePredicates
import PerdureSQL
import PerdureStore

extension DerivedTriggers {
    func pairs(
        _ route: DerivationRoute, _ text: DerivedTriggerText, _ depth: Int, _ links: DerivationRoute.Links
    ) -> [SQLDefinition] {
        let changes = PairAggregateUpdates(route, depth: depth, links)
        let update = "UPDATE OF \(links.own), \(links.member)"
        func trigger(_ name: String, _ event: String, _ row: String, _ sign: Character) -> SQLDefinition {
            text.trigger(
                DerivedTriggerText.Event(links.name, text.suffix(depth, name), event),
                set: changes.value(row, sign),
                where: DerivedOwners(route).condition(changes.owners(row), at: depth - 1))
        }
        let pairs = [
            trigger("INSERT", "INSERT", "NEW", "+"), trigger("UPDATE_INCREMENT", update, "NEW", "+"),
            trigger("UPDATE_DECREMENT", update, "OLD", "-"), trigger("DELETE", "DELETE", "OLD", "-"),
        ]
        guard changes.addsValues else { return pairs + rows(route, text, depth) }
        return pairs + addends(route, text, depth)
    }

    /// The triggers for members of an integer sum; each member counts once for every owner.
    private func addends(
        _ route: DerivationRoute, _ text: DerivedTriggerText, _ depth: Int
    ) -> [SQLDefinition] {
        let table = route.tables[depth]
        let source = SQLIdentifier.quoted(route.source?.name ?? "Z_PK")
        func trigger(_ name: String, _ event: String, _ row: String, _ sign: Character) -> SQLDefinition {
            text.trigger(
                DerivedTriggerText.Event(table, text.suffix(depth, name), event),
                set: "IFNULL(\(text.column), 0) \(sign) IFNULL(\(row).\(source), 0)",
                where: DerivedOwners(route).condition(.one("\(row).Z_PK"), at: depth))
        }
        let update = "UPDATE OF \(source)"
        // An update uses two triggers: within one expression, a partial sum beyond 64 bits would go unnoticed.
        return [
            trigger("INSERT", "INSERT", "NEW", "+"), trigger("UPDATE_INCREMENT", update, "NEW", "+"),
            trigger("UPDATE_DECREMENT", update, "OLD", "-"), trigger("DELETE", "DELETE", "OLD", "-"),
        ]
    }
}

/// How an aggregate follows the pairs of its relationship: step by step where that is exact, otherwise from scratch.
private struct PairAggregateUpdates {
    private let route: DerivationRoute
    private let depth: Int
    private let links: DerivationRoute.Links
    private let way: Way

    private enum Way { case count, sum, scratch }

    init(_ route: DerivationRoute, depth: Int, _ links: DerivationRoute.Links) {
        self.route = route
        self.depth = depth
        self.links = links
        way = Self.way(route, depth, links)
    }

    private static func way(_ route: DerivationRoute, _ depth: Int, _ links: DerivationRoute.Links) -> Way {
        guard depth == route.hops.count, !links.isReflexive, case .aggregate(let aggregate, _) = route.form
        else { return .scratch }
        switch aggregate {
        case .count: return .count
        case .sum where route.sumsIntegers && !route.tables[..<depth].contains(route.tables[depth]):
            return .sum
        default: return .scratch
        }
    }

    /// Whether the aggregate follows the members' values step by step too.
    var addsValues: Bool {
        if case .sum = way { true } else { false }
    }

    func value(_ row: String, _ sign: Character) -> String {
        let column = SQLIdentifier.quoted(route.column.name)
        switch way {
        case .count: return "IFNULL(\(column), 0) \(sign) 1"
        case .sum:
            return
                "IFNULL(\(column), 0) \(sign) IFNULL((SELECT \(SQLIdentifier.quoted(route.source?.name ?? "Z_PK")) "
                + "FROM \(SQLIdentifier.quoted(route.tables[depth])) WHERE Z_PK = \(row).\(links.member)), 0)"
        case .scratch:
            return links.isReflexive
                ? DerivedExpression.ofWrittenRow(route)
                : DerivedExpression.ofOwner("\(row).\(links.own)", at: depth - 1, route)
        }
    }

    /// The owners in a pair: both objects when the pair stands for both directions.
    func owners(_ row: String) -> DerivedOwners.Keys {
        links.isReflexive
            ? .several("\(row).\(links.own), \(row).\(links.member)") : .one("\(row).\(links.own)")
    }
}
