// SPDX-License-Identifier: Apache-2.0
// `perdure store stats`: prints how much room the parts of a store need.

import Foundation
import PerdureInspection
import PerdureStore

enum StoreStatsCommand {
    static let command = Command(
        group: "store", action: "stats", summary: "print how much room the parts of a store need",
        discussion: """
            Prints the rows of each entity and the bytes of each attribute's values, the bytes of tables and indexes, the files of large
            values, free pages and the size of the WAL. All rows are read. Bytes of tables and indexes are pages that SQLite counts;
            where its build cannot count them they are estimates, and are called so. Of a store on a server the rows of each
            entity are told, and what the server counts: bytes of tables with their large values and parts, dead rows that wait
            for a vacuum, indexes, the whole database. The store is not written.
            """,
        operands: [.store], options: [.json, .quiet, .model, .copyLimit, .schema, .tls], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let store = try InspectedStore(arguments)
        #if PostgreSQL
        if let server = store.place as? ServerPlace {
            let sizes = try ServerStatsText(server, store)
            try Console.print(arguments.wantsJSON ? sizes.json.text : sizes.text)
            return .success
        }
        #endif
        let found = try store.statistics(store.requiredModel())
        try Console.print(arguments.wantsJSON ? json(found, store).text : text(found, store))
        return .success
    }

    // MARK: For people

    private static func text(_ found: StoreStatistics, _ store: InspectedStore) -> String {
        let mark = found.isCounted ? "" : ", estimated: this SQLite cannot count pages"
        return """
            \(PlainText.safe(store.path))
            \(PlainText.table(facts(found), indent: "  "))

            Entities (rows, bytes of values)
            \(PlainText.table(found.entities.flatMap(lines), indent: "  "))

            Tables (bytes\(mark))
            \(PlainText.table(sorted(found.tables).map { [PlainText.safe($0.name), String($0.bytes)] }, indent: "  "))

            Indexes (bytes\(mark))
            \(PlainText.table(sorted(found.indexes).map(line), indent: "  "))
            """
    }

    private static func facts(_ found: StoreStatistics) -> [[String]] {
        [
            ["file", "\(found.pages * found.pageSize) bytes, \(found.pages) pages of \(found.pageSize)"],
            [
                "free",
                "\(found.freePages * found.pageSize) bytes in \(PlainText.count(Int(found.freePages), "page", "pages"))",
            ],
            ["journal", found.journalMode],
            ["WAL", "\(found.logBytes) bytes"],
            [
                "large values",
                "\(found.externalBytes) bytes in \(PlainText.count(found.externalFiles, "file", "files"))",
            ],
        ]
    }

    private static func lines(_ entity: StoreStatistics.Entity) -> [[String]] {
        [
            [
                PlainText.safe(entity.name), PlainText.count(Int(entity.rows), "row", "rows"),
                "\(entity.bytes) bytes",
            ]
        ]
            + entity.attributes.map {
                [
                    "  " + PlainText.safe($0.name), PlainText.count(Int($0.values), "value", "values"),
                    "\($0.bytes) bytes",
                ]
            }
    }

    private static func line(_ index: StoreStatistics.Part) -> [String] {
        [PlainText.safe(index.name), String(index.bytes), "of \(PlainText.safe(index.table ?? ""))"]
    }

    /// The largest first.
    private static func sorted(_ parts: [StoreStatistics.Part]) -> [StoreStatistics.Part] {
        parts.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    }

    // MARK: JSON

    private static func json(_ found: StoreStatistics, _ store: InspectedStore) -> JSONValue {
        .document([
            ("path", .string(store.path)), ("pageSize", .integer(found.pageSize)),
            ("pages", .integer(found.pages)), ("freePages", .integer(found.freePages)),
            ("journal", .string(found.journalMode)), ("walBytes", .integer(found.logBytes)),
            ("externalFiles", .integer(Int64(found.externalFiles))),
            ("externalBytes", .integer(found.externalBytes)),
            ("isCounted", .boolean(found.isCounted)), ("entities", .array(found.entities.map(json))),
            ("tables", .array(found.tables.map(json))), ("indexes", .array(found.indexes.map(json))),
        ])
    }

    private static func json(_ entity: StoreStatistics.Entity) -> JSONValue {
        let attributes = entity.attributes.map {
            JSONValue.object([
                ("name", .string($0.name)), ("values", .integer($0.values)), ("bytes", .integer($0.bytes)),
            ])
        }
        return .object([
            ("name", .string(entity.name)), ("rows", .integer(entity.rows)),
            ("bytes", .integer(entity.bytes)),
            ("attributes", .array(attributes)),
        ])
    }

    private static func json(_ part: StoreStatistics.Part) -> JSONValue {
        .object([
            ("name", .string(part.name)), ("table", JSONValue(part.table)), ("bytes", .integer(part.bytes)),
        ])
    }
}
