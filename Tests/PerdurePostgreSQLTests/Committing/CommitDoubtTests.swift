// SPDX-License-Identifier: Apache-2.0
// Commits whose answer does not come: the mark decides, and no save that returned is lost or applied twice.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite(
    "PostgreSQL: commits in doubt", .serialized,
    .enabled(if: TestStores.socketPath != nil, TestStores.advice))
struct CommitDoubtTests {
    let stores = TestStores()
    private static let isThorough = ProcessInfo.processInfo.environment["PERDURE_FAULTS"] == "1"

    /// A store behind a proxy, and the same store beside it.
    private struct Pair {
        let proxy: FaultProxy
        let behind: EngineUnderTest
        let beside: EngineUnderTest
        let key: ObjectKey
    }

    private func withPair(timeout: TimeInterval = 20, _ body: (Pair) throws -> Void) throws {
        let proxy = try FaultProxy(target: TestStores.socketPath ?? "")
        defer { proxy.end() }
        let schema = try Schema(ConformanceModel.library)
        let namespace = stores.namespace()
        let beside = EngineUnderTest(try stores.open(schema, in: namespace))
        let behind = EngineUnderTest(
            try stores.open(schema, in: namespace) { options in
                if let client = try? TestStores.client(through: proxy) { options.client = client }
                options.client.timeout = timeout
            })
        let key = try beside.insert("Sample", ["x": .integer(0)])
        try body(Pair(proxy: proxy, behind: behind, beside: beside, key: key))
        proxy.set(nil)
    }

    /// Writes the next number, and tells how the store has answered.
    private enum Answer { case committed, notCommitted, unknown }

    private func write(_ number: Int64, _ pair: Pair) throws -> Answer {
        var changes = ChangeSet()
        let version = try #require(try pair.beside.row(pair.key)).version
        changes.updates = [
            try pair.behind.update(pair.key, ["x": .integer(number)], expecting: version)
        ]
        do {
            guard case .committed = try pair.behind.engine.commit(changes) else {
                Issue.record("a conflict with nobody")
                return .unknown
            }
            return .committed
        } catch StoreError.inDoubt { return .unknown } catch is StoreError { return .notCommitted }
    }

    private func check(_ answer: Answer, _ number: Int64, _ pair: Pair, _ fault: ProxyFault) throws {
        let isThere = try pair.beside.value(pair.key, "x") == .integer(number)
        switch answer {
        case .committed: #expect(isThere, "\(fault): acknowledged and lost")
        case .notCommitted: #expect(!isThere, "\(fault): reported as lost and stored")
        case .unknown: break
        }
    }

    @Test(
        "PG-158 a save over a connection that is cut or reset at any byte is stored exactly when it says so")
    func everyByte() throws {
        try withPair { pair in
            _ = try write(1, pair)
            var number: Int64 = 1
            let step = Self.isThorough ? 1 : 17
            for direction in ProxyFault.Direction.allCases {
                for offset in stride(from: 0, to: 1_400, by: step) {
                    for action in [ProxyFault.Action.close, .reset] {
                        let fault = ProxyFault(direction: direction, action: action, offset: offset)
                        number += 1
                        pair.proxy.set(fault)
                        // One connection breaks; the next ones are good.
                        pair.proxy.setForNewConnections(nil)
                        let answer = try write(number, pair)
                        #expect(answer != .unknown, "\(fault): a server that answers leaves no doubt")
                        try check(answer, number, pair, fault)
                    }
                }
            }
        }
    }

    @Test(
        "PG-158 a save whose connection stalls, halves, delays or repeats a byte at any place is stored exactly when it says so, in time",
        arguments: [ProxyFault.Action.stall, .repeatByte, .pieces(1), .pieces(3), .delay(2)])
    func otherFaults(_ action: ProxyFault.Action) throws {
        let timeout = 1.5
        // A stalled connection costs its deadline each time.
        let step = action == .stall ? (Self.isThorough ? 20 : 460) : (Self.isThorough ? 1 : 67)
        try withPair(timeout: timeout) { pair in
            _ = try write(1, pair)
            var (number, before) = (Int64(1), StoredValue.integer(1))
            for direction in ProxyFault.Direction.allCases {
                for offset in stride(from: 0, to: 1_400, by: step) {
                    let fault = ProxyFault(direction: direction, action: action, offset: offset)
                    number += 1
                    pair.proxy.set(fault)
                    pair.proxy.setForNewConnections(nil)
                    let start = Date()
                    let answer = try write(number, pair)
                    #expect(Date().timeIntervalSince(start) < timeout + 5, "\(fault)")
                    try check(answer, number, pair, fault)
                    let stored = try pair.beside.value(pair.key, "x")
                    #expect(
                        stored == before || stored == .integer(number), "\(fault): \(stored) was never saved")
                    before = stored
                }
            }
        }
    }

    @Test("PG-93 a COMMIT whose answer was cut off is settled by the mark")
    func answerIsCutOff() throws {
        try withPair { pair in
            var changes = ChangeSet()
            changes.updates = [try pair.behind.update(pair.key, ["x": .integer(5)], expecting: 1)]
            guard case .prepared(let commit) = try pair.behind.engine.prepare(changes) else { return }
            pair.proxy.set(ProxyFault(direction: .toClient, action: .close))
            // Only the first connection is cut: settling takes a new one.
            let proxy = pair.proxy
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { proxy.set(nil) }
            _ = try commit.commit()
            #expect(try pair.beside.value(pair.key, "x") == .integer(5))
        }
    }

    @Test("PG-93 a COMMIT that did not arrive is lost, certainly and for ever")
    func commitDoesNotArrive() throws {
        try withPair { pair in
            var changes = ChangeSet()
            changes.updates = [try pair.behind.update(pair.key, ["x": .integer(5)], expecting: 1)]
            guard case .prepared(let commit) = try pair.behind.engine.prepare(changes) else { return }
            pair.proxy.set(ProxyFault(direction: .toServer, action: .close))
            let proxy = pair.proxy
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { proxy.set(nil) }
            do {
                _ = try commit.commit()
                Issue.record("acknowledged, though nothing arrived")
            } catch StoreError.lost {}
            #expect(try pair.beside.value(pair.key, "x") == .integer(0))
        }
    }

    @Test("PG-93 without a server until the deadline the commit is in doubt, and the call has ended by then")
    func nobodyAnswers() throws {
        try withPair(timeout: 1.5) { pair in
            var changes = ChangeSet()
            changes.updates = [try pair.behind.update(pair.key, ["x": .integer(5)], expecting: 1)]
            guard case .prepared(let commit) = try pair.behind.engine.prepare(changes) else { return }
            pair.proxy.set(ProxyFault(direction: .toClient, action: .stall))
            let start = Date()
            do {
                _ = try commit.commit()
                Issue.record("acknowledged without an answer")
            } catch StoreError.inDoubt {}
            #expect(Date().timeIntervalSince(start) < 1.5 + 5)
        }
    }

    @Test("PG-94 an old process that still holds the transaction is ended, and the save is lost")
    func oldProcess() throws {
        // Two thirds of the time are COMMIT's, and the rest is for asking, on busy machines too.
        try withPair(timeout: 15) { pair in
            var changes = ChangeSet()
            changes.updates = [try pair.behind.update(pair.key, ["x": .integer(5)], expecting: 1)]
            guard case .prepared(let commit) = try pair.behind.engine.prepare(changes) else { return }
            // The server's process sees neither COMMIT nor the end of its client.
            pair.proxy.set(ProxyFault(direction: .toServer, action: .stall))
            let proxy = pair.proxy
            DispatchQueue.global().asyncAfter(deadline: .now() + 10.3) { proxy.setForNewConnections(nil) }
            do {
                _ = try commit.commit()
                Issue.record("acknowledged, though COMMIT did not arrive")
            } catch StoreError.lost {}
            #expect(try pair.beside.value(pair.key, "x") == .integer(0))
        }
    }

    @Test("PG-97 the next save of a doubtful one takes out what is stored")
    func nextSave() throws {
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library)))
        for entity in ["Sample", "Account"] {
            var first = ChangeSet()
            first.identify()
            first.insertions = [try store.insertion(entity, ["name": .string("one")])]
            try store.commit(first)
            // The program was told nothing, and saves the same object with a change.
            var second = ChangeSet()
            second.inDoubtSave = InDoubtSave(first)
            let name = try store.slot(entity, "name")
            second.insertions = first.insertions
            second.insertions[0].values[name] = .string("two")
            let rows = try store.commit(second)
            #expect(rows.map(\.key) == first.insertions.map(\.key))
            #expect(try store.value(first.insertions[0].key, "name") == .string("two"))
        }
    }

    @Test("PG-93 the mark of a save is found, and asking leaves none")
    func marks() throws {
        let store = try stores.open(Schema(ConformanceModel.library))
        let under = EngineUnderTest(store)
        let key = try under.insert("Sample", ["x": .integer(1)])
        var first = ChangeSet()
        first.identify()
        first.updates = [try under.update(key, ["x": .integer(2)], expecting: 1)]
        try under.commit(first)
        let identifier = try #require(first.identifier)
        let settlement = CommitSettlement(
            pool: store.readers.pool, mark: store.mark(identifier), process: nil, place: store.place)
        let cause = StoreError.closed
        #expect(try settlement.isCommitted(until: Deadline(after: 10), after: cause))
        let other = CommitSettlement(
            pool: store.readers.pool, mark: store.mark(identifier &+ 1), process: nil, place: store.place)
        #expect(try !other.isCommitted(until: Deadline(after: 10), after: cause))
        // Asking leaves no mark.
        #expect(try !other.isCommitted(until: Deadline(after: 10), after: cause))
    }
}
#endif
