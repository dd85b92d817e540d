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
    /// The derived attributes of the model.
    let derived: [DerivedAttribute]

    /// Rules without a model: every column might be a derived attribute's.
    static let withoutModel = TriggerRules(implied: [:], plain: [:], derived: [])

    private init(implied: [String: String], plain: [String: Set<String>], derived: [DerivedAttribute]) {
        self.implied = implied
        self.plain = plain
        self.derived = derived
    }

    init(_ mapping: StoreMapping) {
        var plain: [String: Set<String>] = [:]
        for table in mapping.tables {
            plain[table.name.uppercased()] = Set(table.columns.map { $0.name.uppercased() })
        }
        derived = DerivedAttribute.all(in: mapping)
        for derived in derived {
            plain[derived.table.uppercased()]?.remove(derived.column.name.uppercased())
        }
        for join in mapping.joinTables {
            plain[join.name.uppercased()] = Set(
                [join.owner.key, join.member.key, join.owner.order, join.member.order].compactMap {
                    $0?.uppercased()
                })
        }
        self.plain = plain
        let definitions =
            derived.flatMap(\.triggers) + SchemaDefinition.spatialIndexes(of: mapping)
            + mapping.mergeIndexes.declared.flatMap(\.triggers)
        implied = Dictionary(definitions.map { ($0.name, $0.sql) }, uniquingKeysWith: { $1 })
    }

    /// Why a trigger may not run; nil when it may.
    func objection(to text: String, named name: String) -> String? {
        // Byte by byte: texts that Unicode takes for equal are not equal for SQLite.
        if let own = implied[name], own.utf8.elementsEqual(text.utf8) { return nil }
        return TriggerText(text).objection(name, self)
    }

    /// Whether a trigger of a derived attribute may make an update: of a column that the model derives, or does not know.
    func mayCompute(_ update: TriggerUpdate) -> Bool {
        !Self.isBookkeeping(table: update.table, column: update.column)
            && plain[update.table]?.contains(update.column) != true
    }

    static func isBookkeeping(table: String, column: String) -> Bool {
        !table.hasPrefix("Z") || ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(table)
            || !column.hasPrefix("Z") || ["Z_PK", "Z_ENT", "Z_OPT"].contains(column)
    }
}
