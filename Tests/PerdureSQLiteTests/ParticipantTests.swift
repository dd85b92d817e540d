// SPDX-License-Identifier: Apache-2.0
// Features of a store take part in its transactions: which moves they hear of, in which order.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: participants of a transaction") struct ParticipantTests {
    /// Notes what it hears.
    private final class Listener: TransactionParticipant {
        private(set) var heard: [String] = []
        var refusesCommit = false

        func willSave(_ changes: inout ChangeSet) { heard.append("willSave \(changes.insertions.count)") }
        func didWrite(_ part: WrittenPart) { heard.append("didWrite") }
        func didUndoPart() { heard.append("didUndoPart") }
        func willCommit(_ trace: inout ChangeSet) throws {
            heard.append("willCommit")
            if refusesCommit { throw StoreError.closed }
        }
        func committed() { heard.append("committed") }
        func rolledBack() { heard.append("rolledBack") }
    }

    /// One listener for all transactions.
    private struct Feature: StoreFeature, @unchecked Sendable {
        // Sendable because a test uses one thread.
        let listener = Listener()

        func participant(
            on connection: SQLiteConnection, by author: CommitAuthor
        ) -> any TransactionParticipant { listener }
    }

    private let folder: StoreFolder
    private let store: OpenStore
    private let feature = Feature()

    init() throws {
        folder = try StoreFolder()
        store = OpenStore(
            engine: try SQLiteEngine.open(
                SQLiteOptions(path: folder.path()), schema: try Schema(TestModel.library),
                joinedBy: [feature]))
    }

    @Test("a save is announced, written and committed; one that is given up is rolled back")
    func saves() throws {
        let key = try store.insert("Tag")
        #expect(feature.listener.heard == ["willSave 1", "didWrite", "willCommit", "committed"])
        guard case .prepared(let commit) = try store.engine.prepare(store.updating(key, [:], version: 1))
        else {
            Issue.record("a conflict")
            return
        }
        commit.rollback()
        #expect(feature.listener.heard.suffix(4) == ["willSave 0", "didWrite", "willCommit", "rolledBack"])
    }

    @Test("a refused save and a failing participant are rolled back, and the store goes on")
    func failures() throws {
        let key = try store.insert("Tag")
        guard case .conflicts = try store.engine.prepare(store.updating(key, [:], version: 7)) else {
            Issue.record("no conflict")
            return
        }
        #expect(feature.listener.heard.suffix(2) == ["willSave 0", "rolledBack"])
        feature.listener.refusesCommit = true
        #expect(throws: StoreError.self) {
            try store.engine.prepare(store.updating(key, [:], version: 1))
        }
        #expect(feature.listener.heard.last == "rolledBack")
        feature.listener.refusesCommit = false
        #expect(try store.row(key)?.version == 1)
        try store.insert("Tag")
    }

    @Test("a page that is refused is undone, and the insertion goes on")
    func pages() throws {
        let key = try store.insert("Tag")
        var page = ChangeSet()
        page.insertions = [try store.insertion("Tag")]
        let insertion = try store.engine.beginInsertion(by: CommitAuthor())
        guard case .committed = try insertion.write(page),
            case .conflicts = try insertion.write(try store.updating(key, [:], version: 7))
        else {
            Issue.record("not what was to be")
            return
        }
        _ = try insertion.prepared().commit()
        #expect(feature.listener.heard.suffix(4) == ["didWrite", "didUndoPart", "willCommit", "committed"])
        #expect(try store.count("Tag") == 2)
    }

    @Test("the files of a refused page go, those of the others stay")
    func files() throws {
        let journal = ExternalDataJournal(folder: ExternalDataFolder(store: folder.path()))
        let large = Data(repeating: 7, count: 200_000)
        _ = try journal.store(large, entity: "Book", property: "cover")
        journal.didWrite(.changes(ChangeSet()))
        _ = try journal.store(large, entity: "Book", property: "cover")
        #expect(ExternalDataFolder(store: folder.path()).fileNames.count == 2)
        journal.didUndoPart()
        #expect(ExternalDataFolder(store: folder.path()).fileNames.count == 1)
        journal.rolledBack()
        #expect(ExternalDataFolder(store: folder.path()).fileNames.isEmpty)
    }
}
