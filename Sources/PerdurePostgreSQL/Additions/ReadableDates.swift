// SPDX-License-Identifier: Apache-2.0
// A second column for each date, which the server computes and nobody here reads (PG-36): the first one keeps the date to the last
// digit, as seconds since 2001, which no person reads.

#if PostgreSQL
import PerdureSQL

/// Writes the definitions of readable columns.
struct ReadableDates {
    let mapping: StoreMapping
    let place: ServerPlace

    /// The seconds since 1970 that a `timestamptz` can hold; a date beyond them has no readable value.
    private static let range = "-210866803200 AND 9224318015999"
    /// Seconds from 1970 to 2001.
    private static let epoch = 978_307_200

    /// One definition for each column of dates.
    func definitions() -> [ServerDefinition] {
        mapping.tables.flatMap { table -> [ServerDefinition] in
            let dates = dateColumns(of: table)
            let columns = table.columns.map(\.name)
            var names = ServerNames(used: Set(columns))
            return columns.filter(dates.contains).map { column in
                definition(column, names.claim("\(column)_at"), table.name)
            }
        }
    }

    /// The columns of dates and of dates in composites, by the attributes of all entities of a table.
    private func dateColumns(of table: TableMapping) -> Set<String> {
        var found: Set<String> = []
        for slot in table.entities.compactMap({ mapping[$0] }).flatMap(\.slots) {
            switch slot {
            case .attribute(let column): if column.isPlainDate { found.insert(column.name) }
            case .composite(let columns): found.formUnion(columns.filter(\.isPlainDate).map(\.name))
            default: break
            }
        }
        return found
    }

    private func definition(_ column: String, _ name: String, _ table: String) -> ServerDefinition {
        let seconds = "\(ServerName.quoted(column)) + \(Self.epoch)"
        return ServerDefinition(
            kind: .column, name: "\(table).\(name)",
            sql:
                "ALTER TABLE \(place.table(table)) ADD COLUMN IF NOT EXISTS \(ServerName.quoted(name)) timestamptz "
                + "GENERATED ALWAYS AS (CASE WHEN \(seconds) BETWEEN \(Self.range) THEN to_timestamp(\(seconds)) END) STORED",
            tables: [table])
    }
}

extension AttributeColumn {
    /// Whether the column has a date as seconds.
    fileprivate var isPlainDate: Bool { type == .date && columnType == .double }
}
#endif
