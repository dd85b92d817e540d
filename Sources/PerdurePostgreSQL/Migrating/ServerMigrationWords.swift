// SPDX-License-Identifier: Apache-2.0
// The words of a server in the statements of a migration (PerdureSQL/Migrating/MigrationWords.swift). ServerConversion.swift
// converts numbers.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// What a server says.
struct ServerMigrationWords: MigrationWords {
    let namespace: String
    let noPlace = "NULL::bigint"
    let pairNumber = "pair_number"

    func table(_ name: String) -> String { "\(ServerName.quoted(namespace)).\(ServerName.quoted(name))" }
    func pairs(_ number: Int) -> String { "pg_temp.perdure_pairs_\(number)" }

    func pairsDefinition(_ number: Int, rules: [String]) -> String {
        "CREATE TEMPORARY TABLE perdure_pairs_\(number) (\(pairNumber) bigint GENERATED ALWAYS AS IDENTITY, "
            + "OWNER bigint NOT NULL, MEMBER bigint NOT NULL, OWNERPLACE bigint, MEMBERPLACE bigint, "
            + "\(rules.joined(separator: ", "))) ON COMMIT DROP"
    }

    func insertionOfNew(into table: String, _ columns: String, _ rows: String) -> String {
        "INSERT INTO \(table) (\(columns)) \(rows) ON CONFLICT DO NOTHING"
    }

    func applied(_ step: ColumnValue.Step, to part: SQLPart) -> SQLPart {
        switch step {
        // Data of any size lies in its column, without a marker.
        case .readBack, .marked, .renumbered: part
        case .converted(let conversion, let type):
            SQLPart(ServerConversion(conversion, to: type).text(part.text), part.values)
        case .filled(let filling): filled(part, filling)
        }
    }

    private func filled(_ part: SQLPart, _ filling: ColumnValue.Filling) -> SQLPart {
        guard let value = filling.binding else { return part }
        let constant = "?::\(filling.type.castText)"
        return part == .null
            ? SQLPart(constant, [value])
            : SQLPart("coalesce(\(part.text), \(constant))", part.values + [value])
    }
}

extension ColumnValue.Filling {
    /// The value as a parameter; nil for one that no column holds.
    var binding: SQLBinding? {
        switch (value, type) {
        case (.integer(let number), .boolean): .boolean(number != 0)
        case (.uuid(let value), _): .uuid(value)
        case (.decimal(let box), _): box.value.isNaN ? nil : .decimal(box.value)
        case (.double(let number), .numeric): Decimal(shortest: number).map { .decimal($0) }
        default: SQLBinding(value)
        }
    }

    /// The value as the text of a definition; nil for texts and bytes, which stand in no statement (PG-148).
    var literal: String? {
        let text: String? =
            switch binding {
            case .integer(let number): "\(number)"
            case .real(let number): number.isFinite ? "\(number)" : nil
            case .decimal(let number): "\(number)"
            case .boolean(let flag): "\(flag)"
            case .uuid(let value): value.uuidString
            default: nil
            }
        return text.map { "'\($0)'::\(type.castText)" }
    }
}

extension SQLColumnType {
    /// The type without a collation.
    var castText: String { self == .text ? "text" : text }
}

extension MigrationStatement {
    /// The statement with numbered parameters.
    var request: ServerRequest {
        var numbered = ""
        var (count, isQuoted) = (0, false)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { isQuoted.toggle() }
            guard scalar == "?", !isQuoted else {
                numbered.unicodeScalars.append(scalar)
                continue
            }
            count += 1
            numbered += "$\(count)"
        }
        return ServerRequest(numbered, values.map { ServerValue($0) }, isPrepared: false)
    }
}
#endif
