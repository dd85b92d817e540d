// SPDX-License-Identifier: Apache-2.0
// The model's rules for the triggers of its store. StoreTriggers.swift asks; TriggerText.swift parses texts.

import PerdureSQL
import PerdureStore

/// The triggers that a model implies, and the columns that other triggers may write.
struct TriggerRules: Sendable {
    /// The triggers that we would write for the model: name → text.
    private let implied: [String: String]
    /// Columns that the model stores and does not compute: table → columns, in upper case.
    private let plain: [String: Set<String>]
    /// The sources of the implied triggers.
    let sources: [any TriggerSource]

    /// Rules without a model: any column may be computed.
    static let withoutModel = TriggerRules()

    private init() { (implied, plain, sources) = ([:], [:], []) }

    /// - Parameters:
    ///   - mapping: The tables of the store.
    ///   - sources: The sources of the triggers that the model implies.
    init(_ mapping: StoreMapping, sources: [any TriggerSource]) {
        var plain: [String: Set<String>] = [:]
        for table in mapping.tables {
            plain[table.name.uppercased()] = Set(table.columns.map { $0.name.uppercased() })
        }
        self.sources = sources
        for computed in sources.flatMap(\.computedColumns) {
            plain[computed.table.uppercased()]?.remove(computed.column.uppercased())
        }
        for join in mapping.joinTables {
            plain[join.name.uppercased()] = Set(
                [join.owner.key, join.member.key, join.owner.order, join.member.order].compactMap {
                    $0?.uppercased()
                })
        }
        self.plain = plain
        let definitions = sources.flatMap(\.triggers)
        implied = Dictionary(definitions.map { ($0.name, $0.sql) }, uniquingKeysWith: { $1 })
    }

    /// The objection to a trigger; nil when it may run.
    func objection(to text: String, named name: String) -> String? {
        // The comparison is by bytes: texts that are equal in Unicode can differ for SQLite.
        if let own = implied[name], own.utf8.elementsEqual(text.utf8) { return nil }
        return TriggerText(text).objection(name, self)
    }

    /// Whether a computing trigger may make an update: the column must be one that the model computes or does not know.
    func mayCompute(_ update: TriggerUpdate) -> Bool {
        !Self.isBookkeeping(table: update.table, column: update.column)
            && plain[update.table]?.contains(update.column) != true
    }

    static func isBookkeeping(table: String, column: String) -> Bool {
        !table.hasPrefix("Z") || ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(table)
            || !column.hasPrefix("Z") || ["Z_PK", "Z_ENT", "Z_OPT"].contains(column)
    }
}
