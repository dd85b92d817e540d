// SPDX-License-Identifier: Apache-2.0
// The pool: who gets which connection, how long it stays, and what happens at the end.

#if PostgreSQL
import Foundation
import PerdureStore
import PerdureBase
@testable import PerdurePostgreSQLClient
import Testing

@Suite(.enabled(if: TestServer.isThere, "\(TestServer.advice)"))
struct ServerPoolTests {
    private func pool(_ size: Int, _ rules: PoolRules = PoolRules()) throws -> ServerConnectionPool {
        ServerConnectionPool(try TestServer.configuration { $0.poolSize = size }, rules: rules)
    }

    @Test("PG-29 the most recently used connection is lent first")
    func mostRecent() throws {
        let pool = try pool(3)
        let first = try pool.borrow(until: TestServer.soon)
        let second = try pool.borrow(until: TestServer.soon)
        pool.giveBack(first)
        pool.giveBack(second)
        #expect(try pool.borrow(until: TestServer.soon) === second)
        #expect(pool.figures == PoolFigures(idle: 1, lent: 1, waiting: 0))
        pool.giveBack(second)
        #expect(pool.close(until: TestServer.soon))
    }

    @Test("PG-29 waiting ends at the deadline and says so, and by a cancellation")
    func waiting() throws {
        let pool = try pool(1)
        let only = try pool.borrow(until: TestServer.soon)
        do {
            _ = try pool.borrow(until: Deadline(after: 0.1))
            Issue.record("there is one connection")
        } catch PostgreSQLError.timedOut(let operation, _, _) {
            #expect(operation == "waiting for a connection")
        }
        let cancellation = Cancellation()
        cancellation.cancel()
        do {
            _ = try pool.borrow(until: TestServer.soon, cancellation)
            Issue.record("there is one connection")
        } catch PostgreSQLError.cancelled {}
        pool.giveBack(only)
        #expect(pool.figures == PoolFigures(idle: 1, lent: 0, waiting: 0))
    }

    @Test("PG-29 first come, first served")
    func order() throws {
        let pool = try pool(1)
        let only = try pool.borrow(until: TestServer.soon)
        let served = Lock<[Int]>([])
        let group = DispatchGroup()
        for number in 0..<5 {
            group.enter()
            Thread.detachNewThread {
                _ = try? pool.withConnection(until: TestServer.soon) { _ in
                    served.withLock { $0.append(number) }
                }
                group.leave()
            }
            while pool.figures.waiting <= number { usleep(1000) }
        }
        pool.giveBack(only)
        group.wait()
        #expect(served.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("PG-33 a connection with an open transaction, or a broken one, does not come back")
    func unclean() throws {
        let pool = try pool(1)
        var numbers: [Int32] = []
        for text in ["BEGIN", "SELECT 1"] {
            try pool.withConnection(until: TestServer.soon) {
                numbers.append(try $0.processID())
                try $0.run(ServerRequest(text), until: TestServer.soon)
            }
        }
        #expect(numbers[0] != numbers[1])
        try pool.withConnection(until: TestServer.soon) { connection in
            numbers.append(try connection.processID())
            connection.close()
        }
        #expect(numbers[2] == numbers[1])
        #expect(try pool.withConnection(until: TestServer.soon) { try $0.processID() } != numbers[1])
    }

    @Test("PG-29 an idle connection that the server has ended is replaced before it is lent")
    func endedIdle() throws {
        var rules = PoolRules()
        rules.unseen = 0
        let pool = try pool(1, rules)
        let process = try pool.withConnection(until: TestServer.soon) { try $0.processID() }
        try TestServer.connect().run(
            ServerRequest("SELECT pg_terminate_backend($1, 5000)", [.int4(process)]),
            until: TestServer.soon)
        let answer = try pool.withConnection(until: TestServer.soon) {
            try only($0.run(ServerRequest("SELECT 1"), until: TestServer.soon))
        }
        #expect(answer == .int4(1))
    }

    @Test("PG-29 idle connections beyond two are closed after a while, each one at its age")
    func sweep() throws {
        var rules = PoolRules()
        rules.idle = 0.1
        let pool = try pool(4, rules)
        let lent = try (0..<4).map { _ in try pool.borrow(until: TestServer.soon) }
        lent.forEach(pool.giveBack)
        #expect(pool.figures.idle > 2)
        let limit = TestServer.soon
        while pool.figures.idle > 2, !limit.isPast { usleep(5000) }
        #expect(pool.figures.idle == 2)
        rules.age = 0
        let short = try self.pool(1, rules)
        try short.withConnection(until: TestServer.soon) { _ in }
        #expect(short.figures.idle == 0)
    }

    @Test("PG-29 a pool without a server gives its places back")
    func noServer() throws {
        let configuration = try ClientConfiguration(PostgreSQLURL("postgresql:///d?host=/nowhere&pool=1"))
        let pool = ServerConnectionPool(configuration)
        for _ in 1...3 {
            #expect(throws: PostgreSQLError.self) { try pool.borrow(until: TestServer.soon) }
        }
        #expect(pool.figures == PoolFigures())
    }

    @Test("PG-29 a closed pool refuses, wakes who waits, and waits for what is lent")
    func closing() throws {
        let pool = try pool(1)
        let only = try pool.borrow(until: TestServer.soon)
        let refused = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            do { _ = try pool.borrow(until: TestServer.soon) } catch PostgreSQLError.closed {
                refused.signal()
            } catch {}
        }
        while pool.figures.waiting == 0 { usleep(1000) }
        #expect(!pool.close(until: Deadline(after: 0.05)))
        #expect(refused.wait(timeout: .now() + 10) == .success)
        pool.giveBack(only)
        #expect(pool.close(until: TestServer.soon))
        #expect(!only.isUsable)
        #expect(throws: PostgreSQLError.self) { try pool.borrow(until: TestServer.soon) }
    }

    @Test("PG-29 many threads share few connections, and each gets its own answers")
    func manyThreads() throws {
        let pool = try pool(4)
        let wrong = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            let answer = try? pool.withConnection(until: TestServer.soon) {
                try only(
                    $0.run(ServerRequest("SELECT $1", [.int4(Int32(number))]), until: TestServer.soon))
            }
            if answer != .int4(Int32(number)) { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0)
        #expect(pool.figures.lent == 0 && pool.figures.idle <= 4)
    }
}
#endif
