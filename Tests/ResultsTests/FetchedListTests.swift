// SPDX-License-Identifier: Apache-2.0
// A list that the Observation framework watches.

import Foundation
import Observation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Observed lists")
struct FetchedListTests {
    /// Whether a change is announced to who has read the list.
    private func isTold(
        of change: () throws -> Void, _ list: FetchedList<NSManagedObject>, _ stage: ListStage
    ) rethrows -> Bool {
        final class Flag: @unchecked Sendable { var isSet = false }
        let flag = Flag()
        withObservationTracking {
            _ = list.objects
        } onChange: {
            flag.isSet = true
        }
        try change()
        stage.context.processPendingChanges()
        return flag.isSet
    }

    @Test(
        "FET-110 FET-102 the list tells of insertions, deletions, moves, updates and transient changes",
        arguments: Stack.Kind.allCases)
    func changes(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let list = try FetchedList(ListStage.request(by: ["name"]), in: stage.context)
        #expect(list.objects.map(\.rowName) == ["a1", "a2", "b1"])
        #expect(isTold(of: { stage.add("a3") }, list, stage))
        #expect(try isTold(of: { stage.context.delete(try stage.row("b1")) }, list, stage))
        #expect(try isTold(of: { try stage.row("a1").setValue("a9", forKey: "name") }, list, stage))
        #expect(list.objects.map(\.rowName) == ["a2", "a3", "a9"])
        #expect(try isTold(of: { try stage.row("a2").setValue(4, forKey: "points") }, list, stage))
        #expect(try isTold(of: { try stage.row("a2").setValue("x", forKey: "mood") }, list, stage))
        #expect(!isTold(of: { stage.context.insert("Other") }, list, stage))
        #expect(!isTold(of: { stage.add("a5", ["hidden": true]) }, list, stage))
    }

    @Test("FET-110 a request that changed counts from the next fetch, which is told")
    func request() throws {
        let stage = try ListStage()
        let list = try FetchedList(ListStage.request(by: ["name"]), in: stage.context)
        list.request.predicate = NSPredicate(format: "name == 'b1'")
        #expect(try isTold(of: { try list.fetch() }, list, stage))
        #expect(list.objects.map(\.rowName) == ["b1"])
    }

    @Test("FET-111 a predicate on a transient property is refused", arguments: Stack.Kind.allCases)
    func transient(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let error = #expect(throws: CoreDataException.self) {
            try FetchedList(ListStage.request("mood == 'x'"), in: stage.context)
        }
        #expect(error?.reason.contains("mood") == true)
    }
}
