// SPDX-License-Identifier: Apache-2.0
// What programs that watch over a store ask and hear: statements, connections, health, and where the database is.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdurePostgreSQLStores
import PerdureTestSupport
import Synchronization
import Testing

@Suite("PostgreSQL: statements, figures, health", .enabled(if: TestStores.isThere, TestStores.advice))
final class StatusTests {
    /// Collects statements from any thread.
    private final class Statements: Sendable {
        private let all = Mutex<[PostgreSQLStatement]>([])

        var list: [PostgreSQLStatement] { all.withLock { $0 } }

        func add(_ statement: PostgreSQLStatement) { all.withLock { $0.append(statement) } }
    }

    /// The namespaces of the test's stores, dropped at its end.
    private let namespaces = Mutex<[ServerNamespace]>([])

    private func open(_ change: (inout PostgreSQLStoreOptions) -> Void = { _ in }) throws -> (
        NSPersistentStoreCoordinator, NSPersistentStore
    ) {
        let namespace = try ServerNamespace()
        namespaces.withLock { $0.append(namespace) }
        let description = NSPersistentStoreDescription(url: namespace.url)
        var options = PostgreSQLStoreOptions()
        change(&options)
        description.postgreSQL = options
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(EntitySketch("City", .attribute("name"))))
        let store = try coordinator.addPersistentStore(
            type: .postgreSQL, at: description.url ?? URL(fileURLWithPath: "/"), options: description.options)
        return (coordinator, store)
    }

    private func save(_ name: String, in coordinator: NSPersistentStoreCoordinator) throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            context.insert("City", ["name": name])
            try context.save()
        }
    }

    @Test("PG-13 an observer hears of each statement with types, rows, time and connection, and of no value")
    func statements() throws {
        let heard = Statements()
        let (coordinator, _) = try open { $0.statementObserver = { heard.add($0) } }
        try save("Kuressaare", in: coordinator)
        let insertion = try #require(
            heard.list.first { $0.text.contains("INSERT INTO") && $0.text.contains("\"city\"") })
        #expect(insertion.rows == 1 && insertion.errorCode == nil)
        #expect(insertion.parameterTypes.contains("text[]"))
        #expect(insertion.seconds >= 0 && insertion.connection > 0)
        #expect(!heard.list.contains { "\($0)".contains("Kuressaare") })
    }

    @Test("PG-13 only slow statements are told where a time is set, and those that the server refuses")
    func slow() throws {
        let heard = Statements()
        let (coordinator, store) = try open {
            $0.statementObserver = { heard.add($0) }
            $0.slowStatementTime = 1_000
        }
        try save("Kuressaare", in: coordinator)
        #expect(heard.list.isEmpty)
        let namespace = try #require(
            URLComponents(string: store.url?.absoluteString ?? "")?.queryItems?
                .first { $0.name == "schema" }?.value)
        try TestStores.run("DROP TABLE \"\(namespace)\".city CASCADE")
        #expect(throws: (any Error).self) { try save("Valga", in: coordinator) }
        #expect(heard.list.contains { $0.errorCode == "42P01" })
    }

    @Test("PG-29 the connections of a store and the answer of its server")
    func health() throws {
        let (coordinator, store) = try open { $0.poolSize = 3 }
        let status = try coordinator.postgreSQLStatus(of: store)
        #expect(status.serverVersion >= 140_000 && !status.isStandby && status.roundTrip >= 0)
        #expect(status.connections.limit == 3 && status.connections.waiting == 0)
        let connections = try coordinator.postgreSQLConnections(of: store)
        #expect(connections.used == 0 && connections.idle >= 1)
        let other = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        #expect(throws: CoreDataException.self) { try other.postgreSQLStatus(of: store) }
        #expect(throws: CoreDataException.self) { try other.postgreSQLConnections(of: store) }
    }

    @Test(
        "PG-25 a health question to a pool that is used up ends by its deadline, and names what it waited for"
    )
    func usedUp() throws {
        let (coordinator, store) = try open { $0.poolSize = 1 }
        // A store whose answers nobody takes: the observer runs while the connection is lent.
        let entered = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let (held, heldStore) = try open {
            $0.poolSize = 1
            $0.statementObserver = { statement in
                guard statement.text.contains("pg_is_in_recovery") else { return }
                entered.signal()
                leave.wait()
            }
        }
        _ = try coordinator.postgreSQLStatus(of: store)
        Thread.detachNewThread { _ = try? held.postgreSQLStatus(of: heldStore) }
        entered.wait()
        #expect(try held.postgreSQLConnections(of: heldStore).used == 1)
        let error = #expect(throws: NSError.self) { try held.postgreSQLStatus(of: heldStore, within: 0.05) }
        leave.signal()
        #expect(error?.code == NSPersistentStoreTimeoutError)
        #expect("\(String(describing: error))".contains("waiting for a connection"))
    }

    @Test("PG-2 PG-7 a description takes its URL from the environment, and an error names the variable alone")
    func environment() throws {
        let url = "postgres://shop:secret-of-the-shop@db.example.com/orders?schema=shop"
        let description = try NSPersistentStoreDescription(
            postgreSQLVariable: "SHOP_URL", in: ["SHOP_URL": url])
        #expect(description.type == PostgreSQLStoreType)
        #expect(description.url?.absoluteString.contains("db.example.com") == true)
        for environment in [[:], ["DATABASE_URL": ""], ["DATABASE_URL": "mysql://u:secret-of-the-shop@h/d"]] {
            let error = #expect(throws: NSError.self) {
                try NSPersistentStoreDescription(postgreSQLVariable: "DATABASE_URL", in: environment)
            }
            #expect(error?.code == NSPersistentStoreOpenError)
            #expect(!"\(String(describing: error))".contains("secret-of-the-shop"))
        }
    }
}
#endif
