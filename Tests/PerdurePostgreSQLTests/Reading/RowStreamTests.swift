// SPDX-License-Identifier: Apache-2.0
// Rows while they come: nothing whole beside them, errors by name, reads over connections that end.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: reading rows", .enabled(if: TestStores.isThere, TestStores.advice))
struct RowStreamTests {
    let stores = TestStores()
    private var soon: Deadline { Deadline(after: 20) }

    @Test("PG-101 a fetch of rows has the memory of its rows, and no whole result beside them")
    func memory() throws {
        let connection = try ConnectionMaker(TestStores.client()).connect(until: soon)
        var (parts, most, count) = (0, 0, 0)
        let request = ServerRequest("SELECT n, repeat('x', 1000) FROM generate_series(1, 20000) AS n")
        let answers = try connection.stream([request], until: soon) { rows in
            parts += 1
            most = max(most, rows.count)
            count += rows.count
        }
        #expect(count == 20_000 && most <= 1_000 && parts >= 20)
        #expect(answers.count == 1 && answers[0].rowCount == 0)
        #expect(connection.isUsable)
    }

    @Test("PG-101 an error in the middle of rows is the fetch's error, and the connection stays good")
    func errorInTheMiddle() throws {
        let connection = try ConnectionMaker(TestStores.client()).connect(until: soon)
        #expect(throws: PostgreSQLError.self) {
            try connection.stream(
                [ServerRequest("SELECT 1 / (500 - n) FROM generate_series(1, 1000) AS n")], until: soon
            ) { _ in }
        }
        #expect(connection.isUsable)
        #expect(try connection.run(ServerRequest("SELECT 7"), until: soon).value(0, 0) == .int4(7))
    }

    @Test("PG-102 a column of another type is an error with entity and property")
    func otherType() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace))
        let key = try store.insert("Tag", ["name": .string("a")])
        let other = try ConnectionMaker(TestStores.client()).connect(until: soon)
        try other.run(
            ServerRequest(
                "ALTER TABLE \(namespace).tag ALTER name TYPE bytea USING name::bytea", isPrepared: false),
            until: soon)
        do {
            _ = try store.row(key)
            Issue.record("the value was read")
        } catch StoreError.invalidValue(let entity, let property, _) {
            #expect(entity == "Tag" && property == "name")
        }
    }

    @Test("PG-102 a number of others that is no decimal is an error with entity and property")
    func otherNumber() throws {
        let namespace = stores.namespace()
        let amount = PropertyDefinition("amount", .attribute(AttributeDefinition(.decimal)))
        let schema = try Schema([EntityDefinition("Account", properties: [amount])])
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        let greatest = StoredValue.decimal(DecimalBox(.greatestFiniteMagnitude))
        let key = try store.insert("Account", ["amount": greatest])
        #expect(try store.value(key, "amount") == greatest)
        for number in ["1e200", "'infinity'"] {
            try TestStores.run("UPDATE \(namespace).account SET amount = \(number)")
            do {
                _ = try store.row(key)
                Issue.record("the value was read")
            } catch StoreError.invalidValue(let entity, let property, let reason) {
                #expect(entity == "Account" && property == "amount" && reason.contains("no decimal"))
            }
        }
    }

    @Test("PG-99 a read whose connection has ended is repeated on another one")
    func lostConnection() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.client.applicationName = namespace
            })
        let key = try store.insert("Tag", ["name": .string("a")])
        let other = try ConnectionMaker(TestStores.client()).connect(until: soon)
        for _ in 0..<5 {
            try other.run(
                ServerRequest(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE $1",
                    [.text(namespace + "%")]), until: soon)
            #expect(try store.value(key, "name") == .string("a"))
        }
    }

    @Test("PG-103 rows of many keys are one statement")
    func manyKeys() throws {
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library)))
        var changes = ChangeSet()
        changes.insertions = try (0..<600).map { _ in try store.insertion("Tag", ["name": .string("t")]) }
        try store.commit(changes)
        let keys = changes.insertions.map(\.key)
        var rows: [Row] = []
        let figures = try ServerTraffic.during { rows = try store.engine.rows(for: keys) }
        #expect(rows.count == 600 && figures.statements == 1 && figures.roundTrips == 1)
    }
}
#endif
