// SPDX-License-Identifier: Apache-2.0
// Where a store of Apple's is known to differ from one that we create: the exceptions of old frameworks. Those
// of single stores are in SchemaException+Stores.swift.

import Perdure

/// One documented reason for which a definition may differ.
struct SchemaException: Sendable {
    enum Scope: Sendable {
        /// Stores last written by these frameworks.
        case frameworks(Range<Int>)
        /// Stores whose path ends so.
        case stores([String])
    }

    let reason: String
    let scope: Scope
    /// The definitions that it is for; nil when the rule itself says it.
    let names: Set<String>?
    private let needed: @Sendable (SchemaComparison) -> Bool
    private let rule: @Sendable (SchemaDifference, SchemaComparison) -> Bool

    init(
        _ reason: String, _ scope: Scope, names: Set<String>? = nil,
        when needed: @escaping @Sendable (SchemaComparison) -> Bool = { _ in true },
        rule: @escaping @Sendable (SchemaDifference, SchemaComparison) -> Bool
    ) {
        self.reason = reason
        self.scope = scope
        self.names = names
        self.needed = needed
        self.rule = rule
    }

    func applies(to comparison: SchemaComparison) -> Bool {
        switch scope {
        case .frameworks(let range): range.contains(comparison.framework) && needed(comparison)
        case .stores(let paths): paths.contains { comparison.store.path.hasSuffix($0) }
        }
    }

    func covers(_ difference: SchemaDifference, _ comparison: SchemaComparison) -> Bool {
        names?.contains(difference.name) != false && rule(difference, comparison)
    }

    static let all = ofFrameworks + ofApplications + ofMigrations + ofOrders

    private static let ofFrameworks = [
        SchemaException(
            "frameworks before 637 keep no copy of the model", .frameworks(0..<637), names: ["Z_MODELCACHE"]
        ) { difference, _ in difference.apple == nil },
        SchemaException(
            "frameworks before 637 make no second index for a join table", .frameworks(0..<637),
            when: { $0.ours.keys.contains(where: isJoinTable) }
        ) { difference, comparison in
            guard difference.apple == nil, let index = SchemaIndex(difference.ours), !index.isUnique else {
                return false
            }
            return isJoinTable(index.table) && comparison.apple[index.table] != nil
                && index.name == "\(index.table)_\(index.columns[0])_INDEX"
        },
        SchemaException(
            "frameworks before 847 name the index of an indexed attribute <TABLE>_<COLUMN>_INDEX",
            .frameworks(0..<847), when: { $0.ours.values.contains { $0.hasSuffix(" COLLATE BINARY ASC)") } }
        ) { difference, comparison in isOldAttributeIndex(difference, comparison) },
        SchemaException(
            "frameworks about 977 write a second space before a partial index's condition",
            .frameworks(969..<978), names: ["Z_GenericAsset_byMonthHighlightBeingFirstAsset"]
        ) { difference, _ in
            difference.apple?.replacingOccurrences(of: " WHERE  ", with: " WHERE ") == difference.ours
        },
    ]

    private static func isJoinTable(_ name: String) -> Bool { name.wholeMatch(of: /Z_[0-9]+[A-Z]+/) != nil }

    /// Both sides of the pair: the old name in Apple's store, the new one in ours, on one column.
    private static func isOldAttributeIndex(_ difference: SchemaDifference, _ comparison: SchemaComparison)
        -> Bool
    {
        let marker = " COLLATE BINARY ASC"
        if difference.apple == nil, let index = SchemaIndex(difference.ours), index.columns.count == 1,
            index.columns[0].hasSuffix(marker)
        {
            let column = index.columns[0].dropLast(marker.count)
            let old = "\(index.table)_\(column)_INDEX"
            return comparison.apple[old] == "CREATE INDEX \(old) ON \(index.table) (\(column))"
        }
        guard difference.ours == nil, let index = SchemaIndex(difference.apple), index.columns.count == 1,
            index.name == "\(index.table)_\(index.columns[0])_INDEX"
        else { return false }
        let clause = " ON \(index.table) (\(index.columns[0])\(marker))"
        return comparison.ours.values.contains { $0.hasPrefix("CREATE INDEX ") && $0.hasSuffix(clause) }
    }
}

/// The parts of a CREATE INDEX text.
struct SchemaIndex {
    let name: String
    let table: String
    let columns: [String]
    let isUnique: Bool
    /// What stands behind the name.
    let clause: String

    init?(_ text: String?) {
        guard let text, let match = text.wholeMatch(of: /CREATE (UNIQUE )?INDEX (\S+) (ON (\S+) \((.*)\))/)
        else {
            return nil
        }
        name = String(match.2)
        table = String(match.4)
        columns = match.5.split(separator: ", ").map(String.init)
        isUnique = match.1 != nil
        clause = String(match.3)
    }
}
