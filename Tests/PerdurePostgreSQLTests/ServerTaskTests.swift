// SPDX-License-Identifier: Apache-2.0
// Fetches and saves of tasks while the server keeps them waiting: they hold no thread that other tasks need, and end when their task is
// cancelled.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLClient
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: tasks", .serialized, .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerTaskTests {
    private let stack: Stack
    private let lock: TableLock
    private let name = "tasks_\(UInt32.random(in: 0 ... .max))"

    init() throws {
        stack = try Stack(
            .postgreSQL, NSManagedObjectModel(EntitySketch("City", .attribute("name"))),
            options: ["PerdurePostgreSQLApplicationName": name])
        let context = stack.context()
        try context.performAndWait {
            context.insert("City", ["name": "Pärnu"])
            try context.save()
        }
        let items = URLComponents(string: stack.store.url?.absoluteString ?? "")?.queryItems
        lock = try TableLock("\(items?.first { $0.name == "schema" }?.value ?? "").city", of: name)
    }

    /// A lock on a table, before which all statements of a program wait.
    private final class TableLock {
        let table: String
        private let connection: ServerConnection
        private let program: String

        init(_ table: String, of program: String) throws {
            self.table = table
            self.program = program
            connection = try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 20))
            _ = try connection.run(
                [
                    ServerRequest("BEGIN"),
                    ServerRequest("SET LOCAL idle_in_transaction_session_timeout = 0"),
                    ServerRequest("LOCK TABLE \(table)", isPrepared: false),
                ],
                until: Deadline(after: 20))
        }

        /// Waits until as many statements wait as are expected.
        func waits(for count: Int64) throws -> Bool {
            let end = Date(timeIntervalSinceNow: 60)
            while Date() < end {
                // On another connection: a transaction sees the activity of its beginning.
                let found = try TestStores.run(
                    "SELECT count(*) FROM pg_stat_get_activity(NULL) WHERE application_name LIKE '\(program)%' "
                        + "AND wait_event_type = 'Lock' AND state = 'active'")
                if try found.value(0, 0) == .int8(count) { return true }
            }
            return false
        }

        func end() throws { try connection.run(ServerRequest("ROLLBACK"), until: Deadline(after: 20)) }
    }

    private static func names(_ context: NSManagedObjectContext) async throws -> [String] {
        try await context.perform(fetching: NSFetchRequest<NSManagedObject>(entityName: "City")) { cities in
            cities.compactMap { $0.value(forKey: "name") as? String }
        }
    }

    @Test("PG-163 fetches and saves that wait for the server hold no thread of the tasks' pool")
    func pool() async throws {
        // The priority puts it before the other tests, which wait in the same pool.
        nonisolated(unsafe) let test = self
        try await Task(priority: .high) { try await test.holdNoThread() }.value
    }

    private func holdNoThread() async throws {
        // More than there are threads in the pool of a small machine, and fewer than connections.
        let fetches = (0..<4).map { _ in
            let context = stack.context()
            return Task { try await Self.names(context) }
        }
        let saves = (0..<3).map { number in
            let context = stack.context()
            return Task {
                try await context.perform {
                    context.insert("City", ["name": "city \(number)"])
                    try context.save()
                }
            }
        }
        #expect(try lock.waits(for: 7))
        // They would never end if the others held the threads.
        let sums = await withTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    await Task.yield(); return number
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sums == 2_016)
        try lock.end()
        for fetch in fetches { #expect(try await fetch.value.contains("Pärnu")) }
        for save in saves { try await save.value }
        #expect(try await Self.names(stack.context()).count == 4)
    }

    @Test("PG-163 PG-26 cancelling the task of a fetch ends its statement, and the store goes on")
    func cancellation() async throws {
        let context = stack.context()
        let fetch = Task { try await Self.names(context) }
        #expect(try lock.waits(for: 1))
        fetch.cancel()
        await #expect(throws: CancellationError.self) { try await fetch.value }
        #expect(try lock.waits(for: 0))
        try lock.end()
        #expect(try await Self.names(context) == ["Pärnu"])
    }

    @Test("PG-163 a save whose task is cancelled runs to its end, and says how it ended")
    func cancelledSave() async throws {
        let context = stack.context()
        let save = Task {
            try await context.perform {
                context.insert("City", ["name": "Valga"])
                try context.save()
            }
        }
        #expect(try lock.waits(for: 1))
        save.cancel()
        try lock.end()
        try await save.value
        #expect(try await Self.names(stack.context()).sorted() == ["Pärnu", "Valga"])
    }

    @Test(
        "PG-163 removing a store waits for a running save, which says what is stored, and leaves no connection"
    )
    func shutdown() async throws {
        let context = stack.context()
        let save = Task {
            try await context.perform {
                context.insert("City", ["name": "Valga"])
                try context.save()
            }
        }
        #expect(try lock.waits(for: 1))
        let shared = UncheckedStack(stack: stack)
        let removal = Task.detached { try shared.stack.coordinator.remove(shared.stack.store) }
        try lock.end()
        let isSaved = (try? await save.value) != nil
        try await removal.value
        #expect(try TestStores.connections(named: name) == 0)
        let found = try SharedServer.run("SELECT count(*)::text FROM \(lock.table) WHERE name = 'Valga'")
        #expect(found == [isSaved ? "1" : "0"])
    }

    /// A stack for another task.
    private struct UncheckedStack: @unchecked Sendable {
        // Sendable because the coordinator is, and nothing else of the stack is used.
        let stack: Stack
    }
}
#endif
