// SPDX-License-Identifier: Apache-2.0
// How calls end: by deadlines, cancellations, ended backends and frozen ones.

#if PostgreSQL
import Foundation
import PerdureStore
@testable import PerdurePostgreSQLClient
import Testing

@Suite(.enabled(if: TestServer.isThere, "\(TestServer.advice)"))
struct ServerWaitingTests {
    private let sleep = ServerRequest("SELECT pg_sleep(20)")

    /// Runs a body and says how many seconds it took.
    private func seconds(_ body: () throws -> Void) rethrows -> TimeInterval {
        let start = Deadline.now
        try body()
        return TimeInterval(Deadline.now - start) / 1e9
    }

    @Test("PG-25 a call ends at its deadline, and its connection with it")
    func deadline() throws {
        let connection = try TestServer.connect()
        let time = seconds {
            do {
                try connection.run(sleep, until: Deadline(after: 0.2))
                Issue.record("it sleeps longer")
            } catch PostgreSQLError.timedOut(_, let waited, let place) {
                #expect(waited >= 0.2 && place == connection.place)
            } catch { Issue.record(error) }
        }
        #expect(time < 2)
        #expect(!connection.isUsable)
        #expect(throws: PostgreSQLError.self) { try connection.run(sleep, until: TestServer.soon) }
    }

    @Test("PG-26 a cancelled statement ends at once as cancelled, and its connection is not used again")
    func cancellation() throws {
        let connection = try TestServer.connect()
        let cancellation = Cancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { cancellation.cancel() }
        let time = seconds {
            do {
                try connection.run(sleep, until: TestServer.soon, cancellation)
                Issue.record("it sleeps longer")
            } catch PostgreSQLError.cancelled {} catch { Issue.record(error) }
        }
        #expect(time < 1.9)
        #expect(!connection.isUsable)
        #expect(throws: PostgreSQLError.self) {
            try TestServer.connect().run(ServerRequest("SELECT 1"), until: TestServer.soon, cancellation)
        }
    }

    @Test("PG-26 a statement that the server's own clock ends is busy, and not cancelled")
    func serverClock() throws {
        let connection = try TestServer.connect { $0.timeout = 0.2 }
        do {
            try connection.run(sleep, until: TestServer.soon)
            Issue.record("it sleeps longer")
        } catch let error as PostgreSQLError {
            #expect(error.state == "57014")
            guard case .busy = error.storeError("reading") else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(connection.isUsable)
    }

    @Test("PG-33 a connection that the server ends is said to be lost, and not used again")
    func ended() throws {
        let connection = try TestServer.connect()
        let other = try TestServer.connect()
        let process = try connection.processID()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
            _ = try? other.run(
                ServerRequest("SELECT pg_terminate_backend($1)", [.int4(process)]), until: TestServer.soon
            )
        }
        do {
            try connection.run(sleep, until: TestServer.soon)
            Issue.record("it was ended")
        } catch let error as PostgreSQLError {
            #expect(error.state == "57P01")
            guard case .lost = error.storeError("reading") else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(!connection.isUsable)
    }

    @Test("PG-33 an idle connection that the server has ended is noticed without waiting")
    func endedIdle() throws {
        let connection = try TestServer.connect()
        #expect(!connection.hasEnded())
        try TestServer.connect().run(
            ServerRequest("SELECT pg_terminate_backend($1, 5000)", [.int4(connection.processID())]),
            until: TestServer.soon)
        #expect(connection.hasEnded())
        #expect(throws: PostgreSQLError.self) {
            try connection.run(ServerRequest("SELECT 1"), until: TestServer.soon)
        }
    }

    @Test(
        "PG-25 a frozen process of the server costs no more than the deadline, and cancelling it two seconds"
    )
    func frozen() throws {
        let connection = try TestServer.connect()
        let process = try connection.processID()
        guard kill(process, SIGSTOP) == 0 else { return }
        defer { kill(process, SIGCONT) }
        let first = seconds {
            do { try connection.run(sleep, until: Deadline(after: 0.3)) } catch {
                #expect("\(error)".contains("0.3"))
            }
        }
        #expect(first < 2)
        let other = try TestServer.connect()
        let second = try other.processID()
        kill(second, SIGSTOP)
        defer { kill(second, SIGCONT) }
        let cancellation = Cancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { cancellation.cancel() }
        let last = seconds {
            do { try other.run(sleep, until: TestServer.soon, cancellation) } catch {
                #expect("\(error)" == "\(PostgreSQLError.cancelled)")
            }
        }
        #expect(2..<4 ~= last)
    }

    @Test("PG-150 the server's codes become errors of stores")
    func codes() throws {
        let connection = try TestServer.connect { $0.isReadOnly = true }
        do {
            try connection.run(
                ServerRequest("CREATE TABLE public.never (a integer)"), until: TestServer.soon)
            Issue.record("the session only reads")
        } catch let error as PostgreSQLError {
            guard case .notPermitted(_, "saving") = error.storeError("saving") else {
                Issue.record("\(error)")
                return
            }
        }
        do { try connection.run(ServerRequest("SELEC"), until: TestServer.soon) } catch let error
            as PostgreSQLError
        {
            guard case .refused(let refusal) = error.storeError("saving"), refusal.state == "42601" else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(connection.isUsable)
    }
}
#endif
