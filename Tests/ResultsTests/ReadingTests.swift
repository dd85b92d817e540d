// SPDX-License-Identifier: Apache-2.0
// What a followed list reads of the store, and that it tells of changes that no store has.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("What lists read")
struct ReadingTests {
    @Test("FET-103 a list with a batch size reads its IDs, and each batch when one of its objects is read")
    func batches() throws {
        let stage = try ListStage(.sqlite, rows: (100..<225).map { "a\($0)" })
        // Nothing is known of the rows there.
        let stack = try Stack(at: #require(stage.stack.url), ListStage.model())
        let request = ListStage.request(by: ["name"])
        request.fetchBatchSize = 10
        let context = stack.context()
        try context.performAndWait {
            let list = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let log = ListLog()
            list.delegate = log
            let fetched = try stack.statements { try list.performFetch() }
            #expect(fetched.count == 1)
            var names: [String] = []
            let one = try stack.statements {
                names = [try list.tryObject(at: IndexPath(indexes: [0, 37])).rowName]
            }
            #expect(one.count == 1 && names == ["a137"])
            let rest = try stack.statements { names = list.fetchedObjects?.map(\.rowName) ?? [] }
            #expect(rest.count == 12 && names == (100..<225).map { "a\($0)" })
        }
    }

    @Test(
        "FET-42 FET-110 a list of one store gets a new object with its save", arguments: Stack.Kind.allCases)
    func storeOfNewObjects(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind, request: ListStage.request(nil, by: ["name"]), section: nil)
        stage.controller.fetchRequest.affectedStores = [stage.stack.store]
        try stage.controller.performFetch()
        stage.add("c1")
        try stage.context.save()
        #expect(stage.names == [["a1", "a2", "b1", "c1"]])
        try stage.row("c1").setValue("b2", forKey: "name")
        try stage.context.save()
        #expect(stage.names == [["a1", "a2", "b1", "b2"]])
    }

    @Test(
        "SC-29, TRN-12, TRN-208, FET-102 a list reacts to a transient change by one update",
        arguments: Stack.Kind.allCases)
    func transientChange(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind, request: ListStage.request(nil, by: ["name"]), section: nil)
        let calls = try stage.event { try stage.row("a2").setValue("hidden", forKey: "mood") }
        #expect(calls == ["will", "update [0,1]→[0,1]", "did"])
        #expect(stage.names == [["a1", "a2", "b1"]])
    }
}
