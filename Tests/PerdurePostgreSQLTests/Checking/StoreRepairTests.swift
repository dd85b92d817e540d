// SPDX-License-Identifier: Apache-2.0
// What a repair does where the server refuses it, or where others hold a table. ServerRepairTests runs the command.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import Testing

@Suite("PostgreSQL: repairs", .enabled(if: TestStores.isThere, TestStores.advice))
struct StoreRepairTests {
    private let stores = TestStores()
    private let name: String
    private let schema: Schema

    init() throws {
        name = stores.namespace()
        schema = try Schema([
            EntityDefinition(
                "Place",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string, isIndexed: true)))
                ],
                uniquenessConstraints: [["name"]])
        ])
        try stores.open(schema, in: name).close()
    }

    private var options: PostgreSQLOptions {
        get throws {
            var options = PostgreSQLOptions(try TestStores.client())
            options.namespace = name
            return options
        }
    }

    private func indexes() throws -> [String] {
        let found = try TestStores.run(
            "SELECT indexname::text FROM pg_indexes WHERE schemaname = '\(name)' AND tablename = 'place' ORDER BY 1"
        )
        return try found.column(0).compactMap { if case .text(let text)? = $0 { text } else { nil } }
    }

    @Test("PG-153 an index that rows forbid is told, and the invalid one stays")
    func refusedIndex() throws {
        let before = try indexes()
        let unique = try #require(before.first { $0.contains("unique") })
        try TestStores.run("DROP INDEX \(name).\(unique)")
        try TestStores.run("INSERT INTO \(name).place (entity, name) VALUES (1, 'twice'), (1, 'twice')")
        try TestStores.run("CREATE INDEX \(unique) ON \(name).place (name)")
        try TestStores.run(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '\(name).\(unique)'::regclass")
        let refusals = try ServerStoreRepairer.repair(options, schema: schema) { _ in }
        #expect(refusals.count == 1 && refusals[0].hasPrefix("\(unique): "), "\(refusals)")
        #expect(try indexes() == before)
    }

    @Test("PG-153 a repair waits for locks as long as any call, and then has done nothing")
    func lockedTable() throws {
        let index = try #require(try indexes().first { !$0.contains("unique") && !$0.contains("pkey") })
        try TestStores.run("DROP INDEX \(name).\(index)")
        let other = try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 20))
        defer { other.close() }
        for text in ["BEGIN", "LOCK TABLE \(name).place IN ROW EXCLUSIVE MODE"] {
            _ = try other.run(ServerRequest(text, isPrepared: false), until: Deadline(after: 20))
        }
        var hasty = try options
        hasty.client.timeout = 0.3
        let error = #expect(throws: StoreError.self) {
            try ServerStoreRepairer.repair(hasty, schema: schema) { _ in }
        }
        guard case .busy? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try !indexes().contains(index))
        _ = try other.run(ServerRequest("ROLLBACK", isPrepared: false), until: Deadline(after: 20))
        #expect(try ServerStoreRepairer.repair(options, schema: schema) { _ in } == [])
        #expect(try indexes().contains(index))
    }
}
#endif
