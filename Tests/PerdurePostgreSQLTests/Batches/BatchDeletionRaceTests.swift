// SPDX-License-Identifier: Apache-2.0
// Batch deletions while another program moves a member of a deleted row to another owner.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: batch deletions beside others", .enabled(if: TestStores.isThere, TestStores.advice))
struct BatchDeletionRaceTests {
    let stores = TestStores()

    /// What is left of two teams, and of two players of the one that was deleted.
    private struct Deletion {
        let store: EngineUnderTest
        let gone: ObjectKey
        let kept: ObjectKey
        /// The first one was moved.
        let players: [ObjectKey]
        let outcome: BatchOutcome

        func team(_ index: Int) throws -> StoredValue { try store.value(players[index], "team") }
    }

    private func store(_ namespace: String) throws -> EngineUnderTest {
        let schema = try Schema([
            EntityDefinition(
                "Team",
                properties: [
                    OwnersModel.plain("name", .string), OwnersModel.many("players", "Player", "team"),
                ]),
            EntityDefinition(
                "Player",
                properties: [
                    OwnersModel.plain("name", .string), OwnersModel.one("team", "Team", "players"),
                ]),
        ])
        return EngineUnderTest(try stores.open(schema, in: namespace))
    }

    /// Deletes a team, which waits for another program that moves a player to another team.
    private func deletion(_ rule: DeletionRule) throws -> Deletion {
        let namespace = stores.namespace()
        let store = try store(namespace)
        let gone = try store.insert("Team", ["name": .string("gone")])
        let kept = try store.insert("Team", ["name": .string("kept")])
        let players = try (0..<2).map { _ in try store.insert("Player", ["team": .reference(gone)]) }
        let other = try PlainWriter(namespace)
        try other.run("BEGIN")
        try other.run(
            "UPDATE player SET team_id = \(kept.number), version = version + 1 WHERE id = \(players[0].number)"
        )
        let plan = try store.plan("Team", PredicateParser.parse("name == 'gone'"))
        let slot = try store.slot("Team", "players")
        let found = Lock(BatchOutcome())
        let work = Background {
            let batch = Batch.deletion(BatchDeletion(plan, rules: [plan.entity: [slot: rule]]))
            let prepared = try store.engine.prepare(batch, by: CommitAuthor())
            _ = try prepared.commit.commit()
            found.withLock { $0 = prepared.outcome }
        }
        #expect(try other.isWaitedFor())
        try other.run("COMMIT")
        try work.wait()
        return Deletion(
            store: store, gone: gone, kept: kept, players: players, outcome: found.withLock { $0 })
    }

    @Test("PG-133 a batch deletion leaves alone the reference of a row that others have moved to a new owner")
    func movedMember() throws {
        let deletion = try deletion(.nullify)
        #expect(deletion.outcome.deleted == [deletion.gone])
        #expect(deletion.outcome.unlinked.flatMap(\.keys) == [deletion.players[1]])
        #expect(try deletion.team(0) == .reference(deletion.kept))
        #expect(try deletion.team(1) == .null)
        #expect(try deletion.store.row(deletion.players[0])?.version == 2)
    }

    @Test("PG-133 a batch deletion that cascades does not delete a row that others have moved to a new owner")
    func movedCascade() throws {
        let deletion = try deletion(.cascade)
        #expect(Set(deletion.outcome.deleted) == [deletion.gone, deletion.players[1]])
        #expect(try deletion.team(0) == .reference(deletion.kept))
        #expect(try deletion.store.row(deletion.players[1]) == nil)
    }
}
#endif
