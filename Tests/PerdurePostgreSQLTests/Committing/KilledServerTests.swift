// SPDX-License-Identifier: Apache-2.0
// Writers under a load of ended connections: nothing acknowledged is lost, nothing is stored twice. PERDURE_KILLS=40 kills
// processes of the server for so many seconds, which makes the whole server recover.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite(
    "PostgreSQL: killed processes", .serialized, .enabled(if: TestStores.isThere, TestStores.advice))
struct KilledServerTests {
    let stores = TestStores()
    private static let seconds = ProcessInfo.processInfo.environment["PERDURE_KILLS"].flatMap(Double.init)

    /// What the writers were told.
    private struct Tally {
        var acknowledged: Int64 = 0
        var refused = 0
        var doubtful = 0
        var isOver = false
    }

    @Test("PG-91 increments under ended connections are stored exactly as often as they were acknowledged")
    func increments() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.client.applicationName = namespace
                $0.client.poolSize = 6
            })
        let keys = try (0..<3).map { _ in try store.insert("Sample", ["x": .integer(0)]) }
        let tally = Lock(Tally())
        let group = DispatchGroup()
        for worker in 0..<4 {
            let done = group
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                var turn = worker
                while !tally.withLock({ $0.isOver }) {
                    turn += 1
                    increment(keys[turn % keys.count], store, tally)
                }
            }
        }
        let end = Date().addingTimeInterval(Self.seconds ?? 3)
        while Date() < end {
            Thread.sleep(forTimeInterval: .random(in: 0.05...0.3) * (Self.seconds == nil ? 1 : 4))
            endConnections(namespace)
        }
        tally.withLock { $0.isOver = true }
        group.wait()
        let told = tally.withLock { $0 }
        let x = try store.slot("Sample", "x")
        let stored = try store.rows(store.plan("Sample")).reduce(Int64(0)) { sum, row in
            if case .integer(let value) = row[x] { sum + value } else { sum }
        }
        print(
            "acknowledged \(told.acknowledged), refused \(told.refused), in doubt \(told.doubtful), stored \(stored)"
        )
        #expect(told.acknowledged > 0)
        #expect(stored >= told.acknowledged && stored <= told.acknowledged + Int64(told.doubtful))
    }

    /// Adds one to a row, unless another writer or the server is in the way.
    private func increment(_ key: ObjectKey, _ store: EngineUnderTest, _ tally: Lock<Tally>) {
        do {
            guard let row = try store.row(key), case .integer(let value) = try store.value(key, "x") else {
                return
            }
            // Read in two steps: only one whole state may be counted up.
            guard case .integer(let same) = row[try store.slot("Sample", "x")], same == value else { return }
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["x": .integer(value + 1)], expecting: row.version)]
            guard case .committed = try store.engine.commit(changes) else { return }
            tally.withLock { $0.acknowledged += 1 }
        } catch StoreError.inDoubt { tally.withLock { $0.doubtful += 1 } } catch {
            tally.withLock { $0.refused += 1 }
        }
    }

    /// Ends the store's connections, or kills one of their processes.
    private func endConnections(_ namespace: String) {
        guard let client = try? TestStores.client(),
            let connection = try? ConnectionMaker(client).connect(until: Deadline(after: 20))
        else { return }
        defer { connection.close() }
        let isKilling = Self.seconds != nil
        let found = try? connection.run(
            ServerRequest(
                "SELECT pid, \(isKilling ? "true" : "pg_terminate_backend(pid)") FROM pg_stat_activity "
                    + "WHERE application_name LIKE $1 AND state <> 'idle'", [.text(namespace + "%")]),
            until: Deadline(after: 20))
        guard isKilling, let found, let first = try? found.column(0).first, case .int4(let pid)? = first
        else { return }
        kill(pid, SIGKILL)
    }
}
#endif
