// SPDX-License-Identifier: Apache-2.0
// Batches on a server (PG-133): results, constraints, errors, pages of insertions.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: batches", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerBatchTests {
    let stores = TestStores()

    private func store(_ change: (inout PostgreSQLOptions) -> Void = { _ in }) throws -> EngineUnderTest {
        let plain = OwnersModel.plain
        let likes = AttributeDefinition(.integer64, merge: MergeRule(.counter, type: .integer64))
        let schema = try Schema([
            EntityDefinition(
                "Team", properties: [plain("name", .string), OwnersModel.many("players", "Player", "team")]),
            EntityDefinition(
                "Player",
                properties: [
                    plain("name", .string), plain("rank", .integer64), plain("small", .integer16),
                    plain("flag", .boolean), plain("price", .decimal), plain("born", .date),
                    plain("key", .uuid), plain("photo", .binary),
                    OwnersModel.one("team", "Team", "players"),
                    PropertyDefinition("likes", .attribute(likes)),
                ], uniquenessConstraints: [["rank"]]),
        ])
        return EngineUnderTest(try stores.open(schema, change))
    }

    private func players(_ store: EngineUnderTest, team: ObjectKey? = nil) throws -> [ObjectKey] {
        try (0..<4).map {
            try store.insert(
                "Player",
                [
                    "name": .string("p\($0)"), "rank": .integer(Int64($0)), "small": .integer(Int64($0)),
                    "team": team.map { .reference($0) } ?? .null,
                ])
        }
    }

    @discardableResult
    private func update(_ store: EngineUnderTest, _ values: [String: BatchAssignment.Value]) throws
        -> BatchOutcome
    {
        let assignments = try values.map { BatchAssignment(slot: try store.slot("Player", $0), $1) }
        let batch = BatchUpdate(try store.plan("Player"), assignments.sorted { $0.slot < $1.slot })
        let prepared = try store.engine.prepare(.update(batch), by: CommitAuthor())
        _ = try prepared.commit.commit()
        return prepared.outcome
    }

    private func delete(
        _ store: EngineUnderTest, _ plan: FetchPlan, _ rules: [Int32: [Int: DeletionRule]] = [:]
    ) throws -> BatchOutcome {
        let batch = Batch.deletion(BatchDeletion(plan, rules: rules))
        let prepared = try store.engine.prepare(batch, by: CommitAuthor())
        _ = try prepared.commit.commit()
        return prepared.outcome
    }

    @Test("PG-133 a batch update writes values of every type, and raises versions")
    func values() throws {
        let store = try store()
        let keys = try players(store)
        let team = try store.insert("Team")
        let values: [String: StoredValue] = [
            "name": .string("all"), "small": .integer(7), "flag": .integer(1),
            "price": .decimal(DecimalBox(Decimal(string: "1.25") ?? 0)), "born": .date(12.5),
            "key": .uuid(UUID()), "photo": .data(Data([1, 2])), "team": .reference(team),
        ]
        let outcome = try update(store, values.mapValues { .constant($0) })
        #expect(Set(outcome.updated) == Set(keys))
        for (name, value) in values { #expect(try store.value(keys[2], name) == value, "\(name)") }
        #expect(try store.row(keys[0])?.version == 2)
        try update(store, values.mapValues { _ in .constant(.null) })
        for name in values.keys { #expect(try store.value(keys[2], name) == .null, "\(name)") }
    }

    @Test("PG-79 PG-133 rows may exchange unique values; values that stay equal violate the constraint")
    func constraints() throws {
        let store = try store()
        let keys = try players(store)
        let next = FunctionCall(
            "add:to:", [.keyPath(base: .evaluatedObject, keys: ["rank"]), .constant(.integer(1))])
        try update(store, ["rank": .expression(.function(next))])
        #expect(try keys.map { try store.value($0, "rank") } == (1...4).map { .integer($0) })
        let error = #expect(throws: StoreError.self) {
            try update(store, ["rank": .constant(.integer(9))])
        }
        guard case .violatedConstraint("Player", ["rank"])? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.value(keys[0], "rank") == .integer(1))
    }

    @Test("PG-133 MRG-95 changes of attributes that merge apply to each row, and leave versions")
    func merging() throws {
        let store = try store()
        let keys = try players(store)
        let delta = SlotDelta(slot: try store.slot("Player", "likes"), delta: .integer(.add(5)))
        try update(store, ["likes": .delta(delta)])
        try update(store, ["likes": .delta(delta)])
        #expect(try store.value(keys[3], "likes") == .integer(10))
        #expect(try store.row(keys[3])?.version == 1)
    }

    @Test("PG-133 a batch deletion clears references, cascades, and is denied where a rule says so")
    func deletion() throws {
        let store = try store()
        let team = try store.insert("Team", ["name": .string("t")])
        let keys = try players(store, team: team)
        let (teams, slot) = (try store.plan("Team"), try store.slot("Team", "players"))
        let error = #expect(throws: StoreError.self) {
            try delete(store, teams, [teams.entity: [slot: .deny]])
        }
        guard case .deniedDeletion("Team", "players", team)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let outcome = try delete(store, teams)
        #expect(outcome.deleted == [team])
        #expect(Set(outcome.unlinked.flatMap(\.keys)) == Set(keys))
        #expect(try store.value(keys[0], "team") == .null)
        let second = try store.insert("Team")
        var changes = ChangeSet()
        changes.updates = [try store.update(keys[0], ["team": .reference(second)], expecting: 2)]
        try store.commit(changes)
        let cascade = try delete(store, teams, [teams.entity: [slot: .cascade]])
        #expect(Set(cascade.deleted) == [second, keys[0]])
        #expect(try store.count(store.plan("Player")) == 3)
    }

    @Test("PG-133 pages of an insertion: one with conflicts is left out, the commit writes the others")
    func pages() throws {
        let store = try store()
        let insertion = try store.engine.beginInsertion(by: CommitAuthor())
        let first = try insertion.write(page(0..<1_500, insertion, store))
        let second = try insertion.write(page(1_499..<1_600, insertion, store))
        let third = try insertion.write(page(1_600..<1_700, insertion, store))
        guard case .committed = first, case .conflicts(let conflicts) = second, case .committed = third else {
            Issue.record("\(first), \(second), \(third)")
            return
        }
        #expect(conflicts.count == 1)
        #expect(try store.count(store.plan("Player")) == 0)
        _ = try insertion.prepared().commit()
        #expect(try store.count(store.plan("Player")) == 1_600)
    }

    @Test("PG-133 pages get their keys on the transaction's connection, which may be the only one")
    func onlyConnection() throws {
        let store = try store {
            $0.client.poolSize = 1
            $0.client.timeout = 5
        }
        let insertion = try store.engine.beginInsertion(by: CommitAuthor())
        for start in [Int64(0), 800] {
            guard case .committed = try insertion.write(page(start..<start + 800, insertion, store)) else {
                Issue.record("a page was refused")
                return
            }
        }
        _ = try insertion.prepared().commit()
        #expect(try store.count(store.plan("Player")) == 1_600)
    }

    private func page(_ ranks: Range<Int64>, _ insertion: any PagedInsertion, _ store: EngineUnderTest) throws
        -> ChangeSet
    {
        let layout = try store.layout("Player")
        var keys = try insertion.reserveKeys(ranks.count, entity: layout.number)
        let slot = try store.slot("Player", "rank")
        var changes = ChangeSet()
        changes.insertions = ranks.map { rank in
            var values = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
            values[slot] = .integer(rank)
            let key = store.schema.key(entity: layout.number, number: keys.nextKey())
            return RowInsertion(key: key, values: values)
        }
        return changes
    }

    @Test("PG-133 a batch waits for a save of its rows, and leaves alone what does not fit any more")
    func concurrency() throws {
        let name = "batch_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        let store = try store { $0.client.applicationName = name }
        let keys = try players(store)
        var changes = ChangeSet()
        changes.updates = [try store.update(keys[0], ["small": .integer(5)], expecting: 1)]
        guard case .prepared(let save) = try store.engine.prepare(changes) else {
            Issue.record("not prepared")
            return
        }
        let plan = try store.plan("Player", PredicateParser.parse("small < 2"))
        let batch = Lock<Result<[ObjectKey], any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let result = Result {
                let prepared = try store.engine.prepare(
                    .deletion(BatchDeletion(plan, rules: [:])), by: CommitAuthor())
                _ = try prepared.commit.commit()
                return prepared.outcome.deleted
            }
            batch.withLock { $0 = result }
            done.signal()
        }
        while try !isWaiting(name), batch.withLock({ $0 }) == nil {}
        _ = try save.commit()
        done.wait()
        #expect(try batch.withLock { $0 }?.get() == [keys[1]])
        #expect(try store.count(store.plan("Player")) == 3)
    }

    /// Whether a connection of a program waits for a lock.
    private func isWaiting(_ name: String) throws -> Bool {
        let found = try TestStores.run(
            "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name LIKE '\(name)%' AND wait_event_type = 'Lock'"
        )
        return try found.value(0, 0) == .bool(true)
    }

    @Test("PG-133 a batch rolls back whole, and the store goes on")
    func rollback() throws {
        let store = try store()
        let keys = try players(store)
        let plan = try store.plan("Player")
        let batch = Batch.deletion(BatchDeletion(plan, rules: [:]))
        let prepared = try store.engine.prepare(batch, by: CommitAuthor())
        #expect(Set(prepared.outcome.deleted) == Set(keys))
        prepared.commit.rollback()
        #expect(try store.count(plan) == 4)
        try store.engine.beginInsertion(by: CommitAuthor()).rollback()
        #expect(try delete(store, plan).deleted.count == 4)
    }
}
#endif
