// SPDX-License-Identifier: Apache-2.0
// Which events in which tables change one derived column. DerivedChange.swift writes the statements of each.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL

/// The events on the way of one derived column.
struct DerivedWay {
    private let derived: DerivedColumn
    private let owners: Set<String>
    private var route: DerivationRoute { derived.route }
    private var key: String { derived.key }

    /// Statements for one event.
    struct Part {
        let table: String
        let event: TriggerEvent
        /// What is added comes first: a row that is computed from scratch has it already.
        let order: Int
        let lines: [String]
    }

    init(_ derived: DerivedColumn, _ owners: Set<String>) {
        self.derived = derived
        self.owners = owners
    }

    var parts: [Part] {
        guard !route.hops.isEmpty else { return ownTexts() }
        return home() + (1...route.hops.count).flatMap(parts(at:))
    }

    private func change(_ event: TriggerEvent) -> DerivedChange {
        DerivedChange(derived: derived, event: event, owners: owners)
    }

    private func ownTexts() -> [Part] {
        guard derived.function != nil else { return [] }
        return [TriggerEvent.insert, .update].map {
            Part(table: route.home, event: $0, order: 2, lines: change($0).askForTexts())
        }
    }

    /// The row with the attribute.
    private func home() -> [Part] {
        let new = Part(
            table: route.home, event: .insert, order: 2, lines: change(.insert).fill())
        guard case .toOne(let name)? = route.hops.first else { return [new] }
        let column = ServerName.quoted(name)
        let rows = DerivedChange.Rows(
            columns: [key, column], keys: [key], depth: 0, links: [column], linkDepth: 1)
        return [new, rebuild(route.home, .update, rows)]
    }

    private func parts(at depth: Int) -> [Part] {
        switch route.hops[depth - 1] {
        case .toOne: return self.rows(depth, keys: [key], of: depth, TriggerEvent.allCases)
        case .members(let name):
            let owner = ServerName.quoted(name)
            guard !addsMembers else { return members(depth, owner) }
            return rows(depth, keys: [owner], of: depth - 1, TriggerEvent.allCases)
        case .links(let links):
            return pairs(depth, links) + rows(depth, keys: [key], of: depth, TriggerEvent.allCases)
        }
    }

    /// Whether the members' changes are added to the owner's value.
    private var addsMembers: Bool {
        guard route.hops.count == 1, case .aggregate(let aggregate, _) = route.form else { return false }
        return aggregate == .count || derived.addsIntegers
    }

    private func members(_ depth: Int, _ owner: String) -> [Part] {
        let amount = route.source.map { "coalesce(n.\(ServerName.quoted($0.name)), 0)" } ?? "1"
        let table = route.tables[depth]
        return TriggerEvent.allCases.map {
            Part(
                table: table, event: $0, order: 0,
                lines: change($0).add(owner, amount, isHome: table == route.home))
        }
    }

    /// The rows at a depth, with keys of rows at the same depth or at the one above.
    private func rows(_ depth: Int, keys: [String], of keyDepth: Int, _ events: [TriggerEvent]) -> [Part] {
        let read = route.columnRead(at: depth).map(ServerName.quoted)
        // Only a count of pairs does not need the rows of the members.
        if read == nil, keyDepth == depth, depth == route.hops.count { return [] }
        let links = depth < route.hops.count && read != nil
        let rows = DerivedChange.Rows(
            columns: ([key] + keys + [read].compactMap { $0 }).uniqued, keys: keys, depth: keyDepth,
            links: links ? [read].compactMap { $0 } : [], linkDepth: depth + 1)
        return events.filter { $0 != .update || rows.columns.count > 1 }.map {
            rebuild(route.tables[depth], $0, rows)
        }
    }

    private func pairs(_ depth: Int, _ links: DerivationRoute.Links) -> [Part] {
        let (own, member) = (links.ownColumn, links.memberColumn)
        return TriggerEvent.allCases.map { event in
            if addsMembers, route.source == nil, !links.isReflexive {
                return Part(
                    table: links.name, event: event, order: 0,
                    lines: change(event).add(own, "1", isHome: false))
            }
            let readsRows = route.source != nil
            let rows = DerivedChange.Rows(
                columns: [own, member], keys: links.isReflexive ? [own, member] : [own], depth: depth - 1,
                links: readsRows ? (links.isReflexive ? [own, member] : [member]) : [], linkDepth: depth)
            return rebuild(links.name, event, rows)
        }
    }

    private func rebuild(_ table: String, _ event: TriggerEvent, _ rows: DerivedChange.Rows) -> Part {
        Part(table: table, event: event, order: 1, lines: change(event).rebuild(rows))
    }
}

extension [String] {
    /// The texts, each once.
    fileprivate var uniqued: [String] {
        var all: [String] = []
        for text in self where !all.contains(text) { all.append(text) }
        return all
    }
}
#endif
