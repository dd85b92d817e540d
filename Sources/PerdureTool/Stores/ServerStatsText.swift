// SPDX-License-Identifier: Apache-2.0
// What `perdure store stats` prints of a store on a server: what the server itself counts.

#if PostgreSQL
import PerdureInspection
import PerdurePostgreSQL
import PerdureStore

/// The sizes of a store on a server, as text and as JSON.
struct ServerStatsText {
    let sizes: ServerSizes
    let store: InspectedStore

    init(_ server: ServerPlace, _ store: InspectedStore) throws {
        sizes = try ServerSizes(server.place.options)
        self.store = store
    }

    var text: String {
        let facts = [
            ["store", "\(sizes.storeBytes) bytes"],
            ["database", "\(sizes.databaseBytes) bytes, the store included"],
        ]
        let entities = store.counts.map {
            [PlainText.safe($0.name), PlainText.count($0.rows, "row", "rows")]
        }
        return """
            \(PlainText.safe(store.path))
            \(PlainText.table(facts, indent: "  "))

            Entities (rows)
            \(PlainText.table(entities, indent: "  "))

            Tables (bytes)
            \(PlainText.table(sizes.tables.map(line), indent: "  "))

            Indexes (bytes)
            \(PlainText.table(sizes.indexes.map(line), indent: "  "))
            """
    }

    private func line(_ table: ServerSizes.Table) -> [String] {
        let parts = table.parts > 0 ? "in \(PlainText.count(Int(table.parts), "part", "parts"))" : ""
        let dead = PlainText.count(Int(table.deadRows), "dead row", "dead rows")
        return [
            PlainText.safe(table.name), String(table.bytes), "and \(table.largeValueBytes) of large values",
            dead,
            parts,
        ]
    }

    private func line(_ index: ServerSizes.Index) -> [String] {
        [PlainText.safe(index.name), String(index.bytes), "of \(PlainText.safe(index.table))"]
    }

    var json: JSONValue {
        .document([
            ("path", .string(store.path)), ("databaseBytes", .integer(sizes.databaseBytes)),
            ("storeBytes", .integer(sizes.storeBytes)), ("entities", .array(store.counts.map(json))),
            ("tables", .array(sizes.tables.map(json))), ("indexes", .array(sizes.indexes.map(json))),
        ])
    }

    private func json(_ entity: EntityCount) -> JSONValue {
        .object([("name", .string(entity.name)), ("rows", .integer(Int64(entity.rows)))])
    }

    private func json(_ table: ServerSizes.Table) -> JSONValue {
        .object([
            ("name", .string(table.name)), ("bytes", .integer(table.bytes)),
            ("largeValueBytes", .integer(table.largeValueBytes)), ("parts", .integer(table.parts)),
            ("deadRows", .integer(table.deadRows)),
        ])
    }

    private func json(_ index: ServerSizes.Index) -> JSONValue {
        .object([
            ("name", .string(index.name)), ("table", .string(index.table)), ("bytes", .integer(index.bytes)),
        ])
    }
}
#endif
