// SPDX-License-Identifier: Apache-2.0
// Receivers that fetch or save while they are told of a change, and lists of which very much changes at once.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Calls of receivers") struct ReceiverCallTests {
    /// A list of two rows whose delegate fetches before each change.
    private func fetchingStage(limit: Int) throws -> ListStage {
        let request = ListStage.request(by: ["name"])
        request.fetchLimit = limit
        let stage = try ListStage(request: request, section: nil, rows: ["b1", "c1"])
        stage.log.willChange = { [unowned stage] in
            stage.log.willChange = nil
            do { try stage.controller.performFetch() } catch { Issue.record(error) }
        }
        return stage
    }

    @Test("FET-104 FET-89 a delegate may fetch before a change: the list is that of the fetch")
    func fetchBeforeChange() throws {
        let stage = try fetchingStage(limit: 2)
        let calls = stage.event { stage.add("a1") }
        #expect(calls == ["will", "did"])
        let names = stage.controller.fetchedObjects?.map(\.rowName)
        #expect(names == ["a1", "b1"] && stage.names == [["a1", "b1"]])
        #expect(stage.controller.snapshot.itemIdentifiers.count == 2)
        let row = try stage.row("a1")
        #expect(stage.event { row.setValue("a0", forKey: "name") }.count == 3)
    }

    @Test("FET-89 so it may before the change of a reset, with another request")
    func fetchBeforeReset() throws {
        let stage = try fetchingStage(limit: 0)
        let fetch = stage.log.willChange
        stage.log.willChange = { [unowned stage] in
            stage.controller.fetchRequest.predicate = NSPredicate(format: "name == 'c1'")
            fetch?()
        }
        let calls = stage.event { stage.context.reset() }
        #expect(calls == ["will", "did"] && stage.names == [["c1"]])
        stage.add("b2")
        stage.context.processPendingChanges()
        #expect(stage.names == [["c1"]])
    }

    /// A list whose delegate saves while it is given a snapshot.
    private func savingStage() throws -> (ListStage, SnapshotLog) {
        let stage = try ListStage()
        let log = SnapshotLog()
        stage.controller.delegate = log
        try stage.controller.performFetch()
        _ = log.take()
        log.told = { [unowned stage] in
            do { try stage.context.save() } catch { Issue.record(error) }
        }
        return (stage, log)
    }

    @Test("FET-133 a delegate that saves while it is given a snapshot is given the permanent IDs then")
    func save() throws {
        let (stage, log) = try savingStage()
        let row = stage.add("a3")
        stage.context.processPendingChanges()
        let given = log.take()
        #expect(given.count == 2 && given.first?.itemIdentifiers[2].isTemporaryID == true)
        #expect(given.last?.itemIdentifiers[2] == row.objectID && !row.objectID.isTemporaryID)
        #expect(!stage.context.hasChanges && stage.controller.indexPath(forObject: row) == [0, 2])
    }

    @Test("FET-133 FET-100 so is one that saves while it is told of a fetch")
    func saveAfterFetch() throws {
        let (stage, log) = try savingStage()
        let saves = log.told
        log.told = nil
        let row = stage.add("a3")
        stage.context.processPendingChanges()
        #expect(log.take().last?.itemIdentifiers[2] == row.objectID && row.objectID.isTemporaryID)
        log.told = saves
        try stage.controller.performFetch()
        #expect(log.take().last?.itemIdentifiers[2] == row.objectID && !row.objectID.isTemporaryID)
    }

    @Test("FET-89 CTX-143 thousands of rows that one event brings take their places among the others")
    func manyAtOnce() throws {
        let stage = try ListStage(request: ListStage.request(by: ["name"]), section: nil, rows: [])
        func expectOrder(_ count: Int) throws {
            let rows = try #require(stage.controller.fetchedObjects)
            let names = rows.map(\.rowName)
            #expect(names.count == count && names == names.sorted())
            for index in stride(from: 0, to: count, by: 257) {
                #expect(stage.controller.indexPath(forObject: rows[index]) == [0, index])
            }
        }
        for (round, letters) in [["c"], ["a", "b", "d"], ["a", "c", "e"]].enumerated() {
            let count = stage.controller.fetchedObjects?.count ?? 0
            let added = letters.flatMap { letter in (10_000..<11_500).map { "\(letter)\($0)\(round)" } }
            for name in added.reversed() { stage.add(name) }
            stage.context.processPendingChanges()
            try expectOrder(count + added.count)
        }
        for row in stage.controller.fetchedObjects ?? [] where row.rowName.hasPrefix("c") {
            row.setValue("z" + row.rowName, forKey: "name")
        }
        stage.context.processPendingChanges()
        try expectOrder(10_500)
    }
}
