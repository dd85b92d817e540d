// SPDX-License-Identifier: Apache-2.0
// The value of a derived column, computed from scratch: one expression for triggers and for updates of whole tables. It has
// Core Data's spelling where that is known.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Writes the value of a derivation as SQL.
///
/// When the outer row belongs to the home table and is named by the table's name, sub-selects name this table `S`.
struct DerivedExpression {
    private let route: DerivationRoute
    private let isCorrelated: Bool

    /// - Parameters:
    ///   - route: The derivation.
    ///   - isCorrelated: Whether the expression starts at a row of the home table, named by the table's name.
    init(_ route: DerivationRoute, isCorrelated: Bool) {
        self.route = route
        self.isCorrelated = isCorrelated
    }

    /// The value for the row of the home table that the statement writes.
    static func ofWrittenRow(_ route: DerivationRoute) -> String {
        DerivedExpression(route, isCorrelated: true).value(of: SQLIdentifier.quoted(route.home), at: 0)
    }

    /// The value that the row of a trigger gives to all rows whose path leads through it.
    static func ofRow(_ row: String, at depth: Int, _ route: DerivationRoute) -> String {
        DerivedExpression(route, isCorrelated: false).value(of: row, at: depth)
    }

    /// The aggregate over the members of an owner; a trigger's row has the owner's key.
    static func ofOwner(_ key: String, at depth: Int, _ route: DerivationRoute) -> String {
        DerivedExpression(route, isCorrelated: false).figure(of: key, at: depth)
    }

    private func value(of row: String, at depth: Int) -> String {
        guard depth < route.hops.count else { return term("\(row).\(sourceName)") }
        guard case .toOne(let key) = route.hops[depth] else { return figure(of: "\(row).Z_PK", at: depth) }
        return value(behind: "\(row).\(SQLIdentifier.quoted(key))", at: depth + 1)
    }

    /// The value of the row with a key.
    private func value(behind key: String, at depth: Int) -> String {
        let rows = "FROM \(table(depth)) WHERE Z_PK = \(key))"
        guard depth < route.hops.count else { return "(SELECT \(term(sourceName)) \(rows)" }
        guard case .toOne(let next) = route.hops[depth] else { return figure(of: key, at: depth) }
        return value(behind: "(SELECT \(SQLIdentifier.quoted(next)) \(rows)", at: depth + 1)
    }

    private func figure(of owner: String, at depth: Int) -> String {
        switch route.hops[depth] {
        case .toOne: value(behind: owner, at: depth)
        case .members(let key):
            members(
                at: depth + 1, where: "\(SQLIdentifier.quoted(key)) = \(owner)",
                counted: SQLIdentifier.quoted(key))
        case .links(let links): figure(of: owner, at: depth, links)
        }
    }

    private func figure(of owner: String, at depth: Int, _ links: DerivationRoute.Links) -> String {
        let (table, own, member) = (links.table, links.own, links.member)
        let reversed =
            links.isReflexive ? " UNION SELECT \(own) FROM \(table) WHERE \(member) = \(owner)" : ""
        let keys = "SELECT \(member) FROM \(table) WHERE \(own) = \(owner)\(reversed)"
        guard route.source == nil else {
            return members(at: depth + 1, where: "Z_PK IN (\(keys))", counted: "Z_PK")
        }
        return links.isReflexive
            ? "(SELECT COUNT(*) FROM (\(keys)))"
            : "(SELECT \(aggregate(own)) FROM \(table) WHERE \(own) = \(owner))"
    }

    private func members(at depth: Int, where condition: String, counted: String) -> String {
        guard depth < route.hops.count, case .toOne(let key) = route.hops[depth] else {
            let read = route.source == nil ? counted : sourceName
            return select(aggregate(read), "FROM \(table(depth)) WHERE \(condition)")
        }
        let read = value(behind: "M.\(SQLIdentifier.quoted(key))", at: depth + 1)
        let table = SQLIdentifier.quoted(route.tables[depth])
        return select(aggregate(read), "FROM \(table) AS M WHERE \(condition)")
    }

    /// An aggregate as a sub-select.
    ///
    /// Sums of doubles end in rounding errors (0.1 + 0.2). A decimal attribute takes only the digits that a double holds
    /// exactly.
    private func select(_ figure: String, _ rows: String) -> String {
        guard route.column.type == .decimal, route.givesFractions, route.isComputed else {
            return "(SELECT \(figure) \(rows))"
        }
        return "(SELECT CASE TYPEOF(V) WHEN 'real' THEN PRINTF('%.15g', V) ELSE V END "
            + "FROM (SELECT \(figure) AS V \(rows)))"
    }

    private func table(_ depth: Int) -> String {
        let name = SQLIdentifier.quoted(route.tables[depth])
        return isCorrelated && route.tables[depth] == route.home ? "\(name) AS S" : name
    }

    // MARK: Terms

    private var sourceName: String { SQLIdentifier.quoted(route.source?.name ?? "Z_PK") }

    /// The value read from one object.
    ///
    /// As always in SQL, NULL gives NULL.
    private func term(_ column: String) -> String {
        guard case .value(_, let function) = route.form else { return column }
        return function.map { "\(TriggerFunction.name(of: $0))(\(column))" } ?? whole(column)
    }

    private func aggregate(_ column: String) -> String {
        guard case .aggregate(let aggregate, _) = route.form else { return column }
        return switch aggregate {
        case .count: "IFNULL(COUNT(\(column)), 0)"
        case .sum: whole("IFNULL(\(sum(column)), 0)")
        case .minimum: whole("MIN(\(column))")
        case .maximum: whole("MAX(\(column))")
        case .average: whole("AVG(\(column))")
        }
    }

    /// Adds the upper and the lower halves of long integers separately.
    ///
    /// SUM raises an error without a column name when any partial sum leaves 64 bits. This sum gives a fraction instead, and
    /// only when the result itself does not fit.
    private func sum(_ column: String) -> String {
        guard route.sumsLongIntegers else { return "SUM(\(column))" }
        let lower = "SUM(\(column) & 4294967295)"
        return "(SUM(\(column) >> 32) + (\(lower) >> 32)) * 4294967296 + (\(lower) & 4294967295)"
    }

    /// Cuts off the fraction in an integer attribute, as a read would.
    private func whole(_ value: String) -> String {
        route.column.columnType == .integer && route.givesFractions ? "CAST(\(value) AS INTEGER)" : value
    }
}

extension DerivationRoute {
    /// Whether the aggregate may leave 64 bits: a sum of 64-bit integers.
    var sumsLongIntegers: Bool {
        guard case .aggregate(.sum, _) = form, let source else { return false }
        return source.columnType == .integer && ![.integer16, .integer32, .boolean].contains(source.type)
    }

    /// Whether the result may have a fraction.
    fileprivate var givesFractions: Bool {
        if case .aggregate(.average, _) = form { return true }
        return source.map { $0.columnType == .float || $0.columnType == .decimal } ?? false
    }

    /// Whether the aggregate is a new value instead of one of the members' values.
    fileprivate var isComputed: Bool {
        switch form {
        case .aggregate(.sum, _), .aggregate(.average, _): true
        default: false
        }
    }
}
