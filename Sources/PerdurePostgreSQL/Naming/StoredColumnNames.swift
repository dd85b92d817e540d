// SPDX-License-Identifier: Apache-2.0
// The rows of perdure_columns, by which the columns of an existing store are found, whatever the rules would call them (PG-43).

#if PostgreSQL
import PerdureBase
import PerdurePostgreSQLClient

/// The columns of a store as it has written them down.
final class StoredColumnNames: Sendable {
    /// One row.
    struct Row: Sendable {
        let entity: String
        let property: String
        /// The path of a composite's element, or the purpose of the column.
        let path: String
        let table: String
        let name: String
    }

    private struct Place: Hashable {
        let table: String
        let name: String
    }

    private let rows: [Row]
    private let tables: Set<String>
    private let places: Set<Place>
    /// The keys that were found under other names than predicted: names of columns beside them are predicted from the latter.
    private let found = Lock([Place: Row]())

    init(_ rows: [Row]) {
        self.rows = rows
        tables = Set(rows.map(\.table))
        places = Set(rows.map { Place(table: $0.table, name: $0.name) })
    }

    static func rows(_ result: ServerResult) throws -> [Row] {
        try (0..<result.rowCount).compactMap { row in
            let texts = try (0..<5).compactMap { column -> String? in
                guard case .text(let text)? = try result.value(row, column) else { return nil }
                return text
            }
            guard texts.count == 5 else { return nil }
            return Row(
                entity: texts[0], property: texts[1], path: texts[2], table: texts[3], name: texts[4])
        }
    }

    func hasTable(_ name: String) -> Bool { tables.contains(name) }
    func has(_ name: String, in table: String) -> Bool { places.contains(Place(table: table, name: name)) }

    /// The column of an attribute, of a composite's element or of a key.
    func column(_ predicted: String, in table: String, entity: String, property: String) -> String? {
        let own = rows.filter { $0.entity == entity && $0.property == property && $0.table == table }
        if let attribute = own.first(where: { $0.path.isEmpty }) { return attribute.name }
        // An element's path may be any word, so a written name comes before a purpose.
        let word = ServerWord.snakeCase(property)
        let row =
            own.first { $0.name == predicted }
            ?? own.first { row in
                let parts = row.path.split(separator: ".").map { ServerWord.snakeCase(String($0)) }
                return ([word] + parts).joined(separator: "_") == predicted
            }
            ?? own.first { $0.path == "id" }
        guard let row else { return has(predicted, in: table) ? predicted : nil }
        found.withLock { $0[Place(table: table, name: predicted)] = row }
        return row.name
    }

    /// The column that says which entity a key leads to.
    func entity(_ predicted: String, besidePredicted key: String, in table: String) -> String? {
        guard let row = found.withLock({ $0[Place(table: table, name: key)] }) else {
            return has(predicted, in: table) ? predicted : nil
        }
        return beside(row, "entity")
    }

    /// The column of the positions beside a key.
    func order(_ predicted: String, in table: String) -> String? {
        let keys = found.withLock { $0.filter { $0.key.table == table } }
        for (place, row) in keys where PostgreSQLNaming.beside(place.name, "order") == predicted {
            return beside(row, "order")
        }
        // In a join table the positions of one end lie beside the key of the other.
        for row in rows where row.table == table && row.path == "member" {
            if PostgreSQLNaming.beside(row.name, "order") == predicted, let order = beside(row, "order") {
                return order
            }
        }
        return has(predicted, in: table) ? predicted : nil
    }

    private func beside(_ key: Row, _ path: String) -> String? {
        rows.first {
            $0.path == path && $0.entity == key.entity && $0.property == key.property
                && $0.table == key.table
        }?.name
    }

    /// The table of the pairs of a relationship.
    func joinTable(entity: String, property: String) -> String? {
        rows.first { $0.path == "own" && $0.entity == entity && $0.property == property }?.table
    }

    /// A key of a join table: "own" or "member".
    func joinColumn(_ path: String, in table: String, entity: String, property: String) -> String? {
        rows.first {
            $0.path == path && $0.entity == entity && $0.property == property && $0.table == table
        }?.name
    }
}
#endif
