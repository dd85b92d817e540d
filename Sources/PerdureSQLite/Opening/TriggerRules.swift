// SPDX-License-Identifier: Apache-2.0
// What a model leaves to the triggers of its store. StoreTriggers.swift asks; TriggerText.swift reads texts.

import PerdureSQL
import PerdureStore

/// Which triggers a model implies, and which columns others may write.
struct TriggerRules: Sendable {
    /// The triggers that we would write for the model: name → text.
    private let implied: [String: String]
    /// Columns that the model stores and nobody computes: table → columns, in upper case.
    private let plain: [String: Set<String>]
    /// Whose triggers the model implies.
    let sources: [any TriggerSource]

    /// Rules without a model: every column might be computed.
    static let withoutModel = TriggerRules()

    private init() { (implied, plain, sources) = ([:], [:], []) }

    init(_ mapping: StoreMapping) {
        var plain: [String: Set<String>] = [:]
        for table in mapping.tables {
            plain[table.name.uppercased()] = Set(table.columns.map { $0.name.uppercased() })
        }
        sources = StoreFeatures.triggerSources(mapping)
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

    /// Why a trigger may not run; nil when it may.
    func objection(to text: String, named name: String) -> String? {
        // Byte by byte: texts that Unicode takes for equal are not equal for SQLite.
        if let own = implied[name], own.utf8.elementsEqual(text.utf8) { return nil }
        return TriggerText(text).objection(name, self)
    }

    /// Whether a trigger that computes may make an update: of a column that the model computes, or does not know.
    func mayCompute(_ update: TriggerUpdate) -> Bool {
        !Self.isBookkeeping(table: update.table, column: update.column)
            && plain[update.table]?.contains(update.column) != true
    }

    static func isBookkeeping(table: String, column: String) -> Bool {
        !table.hasPrefix("Z") || ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(table)
            || !column.hasPrefix("Z") || ["Z_PK", "Z_ENT", "Z_OPT"].contains(column)
    }
}
