// SPDX-License-Identifier: Apache-2.0
// SQLite's words in the statements of a migration (PerdureSQL/Migrating/MigrationWords.swift). MigrationFunctions.swift has the
// functions that they call.

import PerdureSQL
import PerdureStore

/// What SQLite says.
struct SQLiteMigrationWords: MigrationWords {
    let noPlace = "NULL"
    let pairNumber = "rowid"

    func table(_ name: String) -> String { quotedName(name) }
    func pairs(_ number: Int) -> String { "temp.PERDURE_PAIRS_\(number)" }

    func pairsDefinition(_ number: Int, rules: [String]) -> String {
        "CREATE TEMP TABLE PERDURE_PAIRS_\(number) (OWNER INTEGER NOT NULL, MEMBER INTEGER NOT NULL,"
            + " OWNERPLACE, MEMBERPLACE, \(rules.joined(separator: ", ")))"
    }

    func insertionOfNew(into table: String, _ columns: String, _ rows: String) -> String {
        "INSERT OR IGNORE INTO \(table) (\(columns)) \(rows)"
    }

    func applied(_ step: ColumnValue.Step, to part: SQLPart) -> SQLPart {
        switch step {
        case .readBack(let entity, let property):
            SQLPart(
                "\(MigrationFunction.readBack.rawValue)(\(part.text), ?, ?)",
                part.values + [.text(entity), .text(property)])
        case .converted(let conversion, _):
            SQLPart(
                "\(MigrationFunction.converted.rawValue)(\(part.text), ?, ?)",
                part.values + [conversion.from.code, conversion.to.code].map { .integer($0) })
        case .filled(let filling): filled(part, filling)
        case .marked: SQLPart("\(MigrationFunction.marked.rawValue)(\(part.text))", part.values)
        case .renumbered: part
        }
    }

    private func filled(_ part: SQLPart, _ filling: ColumnValue.Filling) -> SQLPart {
        guard let plain = SQLBinding(filling.value) else { return part }
        let value = filling.isMarked ? plain.marked : plain
        return part == .null
            ? SQLPart("?", [value]) : SQLPart("ifnull(\(part.text), ?)", part.values + [value])
    }
}

extension MigratedEntities {
    /// The entities of two files' tables.
    init(_ steps: InferredMigration, from old: StoreMapping, to new: StoreMapping) {
        self.init(steps, from: old, to: new, words: SQLiteMigrationWords())
    }
}

extension SQLBinding {
    /// Bytes with the marker of values that may lie in files.
    fileprivate var marked: SQLBinding {
        if case .blob(let bytes) = self { return .blob(ExternalDataFolder.inline(bytes)) }
        return self
    }
}

extension StoredAttributeType {
    /// The number of the type in statements of a migration.
    fileprivate var code: Int64 { Int64(rawValue) }
}
