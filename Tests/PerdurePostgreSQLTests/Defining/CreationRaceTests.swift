// SPDX-License-Identifier: Apache-2.0
// Several make one store at once: a lock of the server lets one make it, and the others find it.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: making one store at once", .enabled(if: TestStores.isThere, TestStores.advice))
struct CreationRaceTests {
    private let stores = TestStores()

    /// What a namespace has once, if one store was made: rows of perdure_store and perdure_model.
    private func books(_ namespace: String) throws -> [String] {
        try ["perdure_store", "perdure_model"].flatMap {
            try SharedServer.run("SELECT count(*)::text FROM \(namespace).\($0)")
        }
    }

    @Test("PG-134 coordinators that make one namespace at once all get one store")
    func coordinators() throws {
        let namespace = try ServerNamespace()
        let errors = ThreadErrors()
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            errors.catching {
                let stack = try Stack(at: namespace.url)
                let context = stack.context()
                try context.performAndWait {
                    context.insert("Person", ["firstName": "\(number)", "lastName": stack.store.identifier])
                    try context.save()
                }
            }
        }
        #expect(errors.list.isEmpty)
        let stack = try Stack(at: namespace.url)
        let context = stack.context()
        try context.performAndWait {
            let people = try context.all("Person", by: "firstName")
            #expect(people.map { $0.value(forKey: "firstName") as? String } == (0..<8).map { "\($0)" })
            #expect(people.allSatisfy { $0.value(forKey: "lastName") as? String == stack.store.identifier })
        }
        #expect(try books(namespace.name) == ["1", "1"])
    }

    @Test("PG-134 engines that make one namespace at once use the same numbers of entities and columns")
    func engines() throws {
        let (namespace, schema) = (stores.namespace(), try Schema(ConformanceModel.library))
        let errors = ThreadErrors()
        let stores = stores
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            errors.catching {
                let store = EngineUnderTest(try stores.open(schema, in: namespace) { $0.client.poolSize = 1 })
                let tag = try store.insert("Tag", ["name": .string("\(number)")])
                try store.insert("Manager", ["name": .string("\(number)"), "bonus": .double(1)])
                #expect(try store.value(tag, "name") == .string("\(number)"))
                try store.engine.close()
            }
        }
        #expect(errors.list.isEmpty)
        let reader = EngineUnderTest(try stores.open(schema, in: namespace))
        #expect(try reader.count(reader.plan("Tag")) == 8)
        #expect(try reader.count(reader.plan("Person")) == 8)
        let entities = try SharedServer.run("SELECT name FROM \(namespace).perdure_entities ORDER BY name")
        #expect(entities == ConformanceModel.library.map(\.name).sorted())
        #expect(try books(namespace)[0] == "1")
    }

    @Test("PG-134 PG-123 engines that begin a history at once all get one")
    func histories() throws {
        let (namespace, schema) = (stores.namespace(), try Schema(ConformanceModel.library))
        try stores.open(schema, in: namespace).close()
        let errors = ThreadErrors()
        let stores = stores
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            errors.catching {
                let store = EngineUnderTest(
                    try stores.open(schema, in: namespace) { $0.tracksHistory = true })
                try store.insert("Tag")
                try store.engine.close()
            }
        }
        #expect(errors.list.isEmpty)
        let numbers = try SharedServer.run(
            "SELECT number::text FROM \(namespace).perdure_history ORDER BY number")
        #expect(numbers == (1...8).map { "\($0)" })
    }

    /// An engine that waits for the lock while another one makes what it wants.
    private func openingBehindLock(_ namespace: String, _ schema: Schema, tracksHistory: Bool) throws {
        let maker = try PlainWriter(namespace)
        try maker.run("BEGIN")
        try maker.run("SELECT pg_advisory_xact_lock(hashtextextended('perdure:\(namespace)', 0))")
        let stores = stores
        let opening = {
            Background { try stores.open(schema, in: namespace) { $0.tracksHistory = tracksHistory }.close() }
        }
        let all = (0..<4).map { _ in opening() }
        let end = Date(timeIntervalSinceNow: 20)
        while try maker.waiters() < 4, Date() < end {}
        #expect(try maker.waiters() == 4)
        try maker.run("COMMIT")
        for one in all { try one.wait() }
    }

    @Test(
        "PG-134 engines that all wait for the lock find what the first of them has made",
        arguments: [false, true])
    func waiting(_ isThere: Bool) throws {
        let (namespace, schema) = (stores.namespace(), try Schema(ConformanceModel.library))
        if isThere { try stores.open(schema, in: namespace).close() }
        try openingBehindLock(namespace, schema, tracksHistory: isThere)
        #expect(try books(namespace)[0] == "1")
        let tables = try SharedServer.run(
            "SELECT count(*)::text FROM information_schema.tables WHERE table_schema = '\(namespace)' "
                + "AND table_name IN ('perdure_history', 'perdure_changes')")
        #expect(tables == [isThere ? "2" : "0"])
    }

    @Test("PG-134 processes that make one namespace at once all get one store")
    func processes() throws {
        let namespace = stores.namespace()
        let processes = try (0..<4).map { _ in try OtherProcess.start("create", in: namespace) }
        for process in processes { process.finish() }
        let reader = EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace))
        #expect(try reader.count(reader.plan("Tag")) == 4)
        #expect(try books(namespace)[0] == "1")
    }

    @Test("PG-134 a store that is made in a transaction which fails is not there by half")
    func failing() throws {
        let namespace = stores.namespace()
        let definition = EntityDefinition(
            "Book", properties: [PropertyDefinition("title", .attribute(AttributeDefinition(.string)))])
        // Stands in the way after the tables have been made.
        try SharedServer.run(
            "CREATE SCHEMA \(namespace)", "CREATE SEQUENCE \(namespace).perdure_activity")
        #expect(throws: (any Error).self) { try stores.open(Schema([definition]), in: namespace) }
        let tables = try SharedServer.run(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = '\(namespace)'")
        #expect(tables == [])
        try SharedServer.run("DROP SEQUENCE \(namespace).perdure_activity")
        let store = EngineUnderTest(try stores.open(Schema([definition]), in: namespace))
        #expect(try store.count(store.plan("Book")) == 0)
    }
}
#endif
