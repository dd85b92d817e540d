// SPDX-License-Identifier: Apache-2.0
// Triggers of members that hold their owner's key: in one-to-many relationships, with or without an inverse. Part of
// DerivedTriggers.swift.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// The change of an owner's aggregate when a member is added or removed.
struct AggregateUpdate {
    /// The new value of the aggregate.
    let value: String
    /// An extra condition for the member, which must have an owner.
    var when: String?
    /// An extra condition for the owner.
    var extra: String?
}

extension DerivedTriggers {
    func members(
        _ route: DerivationRoute, _ text: DerivedTriggerText, _ depth: Int, key name: String
    ) -> [SQLDefinition] {
        let key = SQLIdentifier.quoted(name)
        let changes = MemberAggregateUpdates(route, depth: depth, key: name)
        let read = [key] + (route.columnRead(at: depth).map { [SQLIdentifier.quoted($0)] } ?? [])
        let update = "UPDATE OF \(read.joined(separator: ", "))"
        func trigger(
            _ name: String, _ event: String, _ row: String, _ change: AggregateUpdate, _ more: String? = nil
        ) -> SQLDefinition {
            let when = (["\(row).\(key) NOT NULL"] + [change.when, more].compactMap { $0 })
                .joined(separator: " AND ")
            return text.trigger(
                DerivedTriggerText.Event(
                    route.tables[depth], text.suffix(depth, name), event, when: when),
                set: change.value,
                where: DerivedOwners(route).condition(.one("\(row).\(key)"), at: depth - 1),
                and: change.extra)
        }
        return [
            trigger("INSERT", "INSERT", "NEW", changes.insertion, changes.unlessOwn),
            trigger("UPDATE_INCREMENT", update, "NEW", changes.increment),
            trigger("UPDATE_DECREMENT", update, "OLD", changes.removal, changes.unlessSame),
            trigger("DELETE", "DELETE", "OLD", changes.removal),
        ]
    }
}

/// How an aggregate follows its members: step by step where that is exact, otherwise from scratch.
struct MemberAggregateUpdates {
    private let route: DerivationRoute
    private let depth: Int
    private let key: String
    private let way: Way

    private enum Way { case count, sum, extreme(String), scratch }

    init(_ route: DerivationRoute, depth: Int, key: String) {
        self.route = route
        self.depth = depth
        self.key = SQLIdentifier.quoted(key)
        way = Self.way(route, depth)
    }

    private static func way(_ route: DerivationRoute, _ depth: Int) -> Way {
        guard depth == route.hops.count, case .aggregate(let aggregate, _) = route.form else {
            return .scratch
        }
        let isSameKind = route.source?.columnType == route.column.columnType
        switch aggregate {
        case .count where route.addsInSteps(at: depth): return .count
        case .sum where route.addsInSteps(at: depth) && route.sumsIntegers: return .sum
        case .minimum where isSameKind: return .extreme("MIN")
        case .maximum where isSameKind: return .extreme("MAX")
        default: return .scratch
        }
    }

    var insertion: AggregateUpdate {
        if case .count = way { return AggregateUpdate(value: "IFNULL(\(column), 0) + 1") }
        return increment
    }

    var increment: AggregateUpdate {
        let value = "NEW.\(source)"
        switch way {
        case .count: return AggregateUpdate(value: "\(column) + 1")
        case .sum: return AggregateUpdate(value: "IFNULL(\(column), 0) + \(value)", when: "\(value) NOT NULL")
        case .extreme(let function):
            return AggregateUpdate(
                value: "IFNULL(\(function)(\(column), \(value)), \(value))", when: "\(value) NOT NULL")
        case .scratch: return AggregateUpdate(value: figure("NEW"))
        }
    }

    /// The change for a member that gets another owner, and for a deleted member.
    var removal: AggregateUpdate {
        let value = "OLD.\(source)"
        switch way {
        case .count: return AggregateUpdate(value: "\(column) - 1")
        case .sum: return AggregateUpdate(value: "IFNULL(\(column), 0) - \(value)", when: "\(value) NOT NULL")
        case .extreme:
            return AggregateUpdate(
                value: figure("OLD"), when: "\(value) NOT NULL", extra: "\(column) = \(value)")
        case .scratch: return AggregateUpdate(value: figure("OLD"))
        }
    }

    /// The condition against counting twice: a new object that is its own member is in the sum already, because its own row
    /// has been computed.
    ///
    /// Counts have Core Data's text, which lacks this condition: `DerivedTriggers.definitions()` orders the triggers instead.
    var unlessOwn: String? {
        guard case .sum = way, route.countsOwnKind(at: depth) else { return nil }
        return "NEW.\(key) <> NEW.Z_PK"
    }

    /// The condition that a member changes its owner: a computation from scratch is needed only once.
    var unlessSame: String? {
        if case .scratch = way { return "OLD.\(key) IS NOT NEW.\(key)" }
        return nil
    }

    private var column: String { SQLIdentifier.quoted(route.column.name) }
    private var source: String { SQLIdentifier.quoted(route.source?.name ?? "Z_PK") }

    private func figure(_ row: String) -> String {
        DerivedExpression.ofOwner("\(row).\(key)", at: depth - 1, route)
    }
}

extension DerivationRoute {
    /// Whether only added and removed members change the aggregate.
    ///
    /// A member that is also on the path would count twice.
    func addsInSteps(at depth: Int) -> Bool {
        depth == 1 || !tables[..<depth].contains(tables[depth])
    }

    /// Whether members at a depth are rows of the home table.
    func countsOwnKind(at depth: Int) -> Bool { depth == 1 && tables[1] == home }

    /// Whether a sum by steps equals the sum of all members together.
    var sumsIntegers: Bool { source?.columnType == .integer && column.columnType == .integer }
}
