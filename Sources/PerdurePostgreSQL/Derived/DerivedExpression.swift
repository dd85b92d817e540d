// SPDX-License-Identifier: Apache-2.0
// The value of a derived column from scratch, for a row `h` of the home table. Triggers use it, and the client when it finishes
// values (DerivedRepair.swift).

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Writes the value of a derived column as SQL.
struct DerivedExpression {
    let derived: DerivedColumn
    private var route: DerivationRoute { derived.route }

    /// The value of a row.
    func value(of row: String) -> String {
        switch route.form {
        case .clock: Self.now
        case .value(_, let function?):
            "\(derived.place.table(function.serverName))(\(read(row, 0)))"
        case .value: converted(read(row, 0), from: route.source?.columnType)
        case .aggregate(.count, _): "coalesce(\(read(row, 0)), 0)"
        case .aggregate(.sum, _) where derived.addsIntegers:
            "(SELECT \(fitting("s.n")) FROM (SELECT coalesce(\(read(row, 0)), 0) AS n) s)"
        case .aggregate(.sum, _): converted("coalesce(\(read(row, 0)), 0)", from: figureType)
        case .aggregate: converted(read(row, 0), from: figureType)
        }
    }

    /// What a text function is applied to.
    func source(of row: String) -> String { read(row, 0) }

    /// The time of the transaction, in seconds since 2001 (PG-143).
    static let now = "(extract(epoch FROM transaction_timestamp())::double precision - 978307200)"

    /// A sum as a whole number of 64 bits; what does not fit is an error, or the client's matter.
    func fitting(_ sum: String) -> String {
        "CASE WHEN \(sum) BETWEEN -9223372036854775808 AND 9223372036854775807 THEN (\(sum))::bigint "
            + "ELSE \(derived.place.table(DerivedFunctions.overflow))(\(ServerName.literal(derived.entity)), "
            + "\(ServerName.literal(route.attribute))) END"
    }

    // MARK: The way

    private func read(_ row: String, _ depth: Int) -> String {
        guard depth < route.hops.count else { return "\(row).\(source)" }
        let next = "d\(depth + 1)"
        let table = "\(derived.place.table(route.tables[depth + 1])) \(next)"
        switch route.hops[depth] {
        case .toOne(let key):
            return "(SELECT \(read(next, depth + 1)) FROM \(table) "
                + "WHERE \(next).\(derived.key) = \(row).\(ServerName.quoted(key)))"
        case .members(let key):
            return "(SELECT \(figure(next, depth + 1)) FROM \(table) "
                + "WHERE \(next).\(ServerName.quoted(key)) = \(row).\(derived.key))"
        case .links(let links):
            let keys = members(links, "\(row).\(derived.key)")
            guard route.source != nil else { return "(SELECT count(*) FROM (\(keys)) m)" }
            return
                "(SELECT \(figure(next, depth + 1)) FROM \(table) WHERE \(next).\(derived.key) IN (\(keys)))"
        }
    }

    /// The keys of the members of an owner.
    private func members(_ links: DerivationRoute.Links, _ owner: String) -> String {
        let (own, member) = (links.ownColumn, links.memberColumn)
        let table = derived.place.table(links.name)
        let pairs = "SELECT l.\(member) FROM \(table) l WHERE l.\(own) = \(owner)"
        return links.isReflexive
            ? "\(pairs) UNION SELECT l.\(own) FROM \(table) l WHERE l.\(member) = \(owner)" : pairs
    }

    /// The aggregate over members.
    private func figure(_ member: String, _ depth: Int) -> String {
        guard case .aggregate(let aggregate, _) = route.form else { return read(member, depth) }
        let isWhole = route.source?.columnType.isWhole == true
        let value = isWhole ? "(\(read(member, depth)))::bigint" : read(member, depth)
        return switch aggregate {
        case .count: "count(*)"
        case .sum: "sum(\(value))"
        case .minimum: "min(\(value))"
        case .maximum: "max(\(value))"
        case .average where isWhole: "sum(\(value))::double precision / nullif(count(\(value)), 0)"
        case .average where route.source?.columnType == .numeric:
            // A plain quotient has 20 digits.
            "trim_scale(round(sum(\(value))::numeric(100, 40) / nullif(count(\(value)), 0), 38))"
        case .average: "avg(\(value))"
        }
    }

    private var source: String {
        route.source.map { ServerName.quoted($0.name) } ?? derived.key
    }

    // MARK: Types

    /// The type of the aggregate.
    private var figureType: SQLColumnType? {
        guard let source = route.source?.columnType, source.isWhole else { return route.source?.columnType }
        switch route.form {
        case .aggregate(.average, _): return .double
        case .aggregate(.sum, _): return .numeric
        default: return .bigint
        }
    }

    /// A value in the type of the derived column.
    private func converted(_ value: String, from type: SQLColumnType?) -> String {
        guard let type, type != route.column.columnType else { return value }
        switch (type, route.column.columnType) {
        case (.double, .bigint): return "\(derived.place.table(DerivedFunctions.wholeDouble))(\(value))"
        case (.numeric, .bigint): return "\(derived.place.table(DerivedFunctions.wholeDecimal))(\(value))"
        case (_, .bigint): return "(\(value))::bigint"
        case (_, .double): return "(\(value))::double precision"
        // The shortest text of a double: a cast keeps 15 digits.
        case (.double, .numeric): return "\(derived.place.table(DerivedFunctions.decimal))(\(value))"
        case (_, .numeric): return "(\(value))::numeric"
        default: return value
        }
    }
}
#endif
