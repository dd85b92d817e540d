// SPDX-License-Identifier: Apache-2.0
// The path of a derivation backwards: from a changed row to the rows whose value depends on it. Each condition can use the
// index of a key.

import PerdureSQL
import PerdureStore

/// Writes the conditions that select rows of the home table.
struct DerivedOwners {
    private let route: DerivationRoute

    init(_ route: DerivationRoute) { self.route = route }

    /// Keys of rows, in a condition.
    enum Keys {
        case one(String)
        /// A select or a list.
        case several(String)

        fileprivate var test: String {
            switch self {
            case .one(let key): "= \(key)"
            case .several(let keys): "IN (\(keys))"
            }
        }
    }

    /// The rows of the home table whose path leads to rows at a depth.
    func condition(_ keys: Keys, at depth: Int) -> String {
        let rows = leading(to: keys, at: depth)
        return route.entityCondition.map { "\(rows) AND \($0)" } ?? rows
    }

    private func leading(to keys: Keys, at depth: Int) -> String {
        guard depth > 0 else { return "Z_PK \(keys.test)" }
        switch route.hops[depth - 1] {
        case .toOne(let key) where depth == 1: return "\(SQLIdentifier.quoted(key)) \(keys.test)"
        case .toOne(let key):
            let above = SQLIdentifier.quoted(route.tables[depth - 1])
            return leading(
                to: .several("SELECT Z_PK FROM \(above) WHERE \(SQLIdentifier.quoted(key)) \(keys.test)"),
                at: depth - 1)
        case .members(let key):
            let below = SQLIdentifier.quoted(route.tables[depth])
            return leading(
                to: .several("SELECT \(SQLIdentifier.quoted(key)) FROM \(below) WHERE Z_PK \(keys.test)"),
                at: depth - 1)
        case .links(let links):
            return leading(to: .several(owners(of: keys, links)), at: depth - 1)
        }
    }

    private func owners(of keys: Keys, _ links: DerivationRoute.Links) -> String {
        let (table, own, member) = (links.table, links.own, links.member)
        let owners = "SELECT \(own) FROM \(table) WHERE \(member) \(keys.test)"
        return links.isReflexive
            ? "\(owners) UNION SELECT \(member) FROM \(table) WHERE \(own) \(keys.test)" : owners
    }
}

extension DerivationRoute {
    /// The condition that excludes rows of other entities.
    ///
    /// The plus sign keeps the database from using the index of this column, the worst choice of all.
    var entityCondition: String? {
        entities.map { numbers in
            numbers.count == 1
                ? "+Z_ENT = \(numbers[0])"
                : "+Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
        }
    }
}
