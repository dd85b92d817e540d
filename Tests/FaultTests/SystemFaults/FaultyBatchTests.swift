// SPDX-License-Identifier: Apache-2.0
// A batch request while the k-th call of SQLite fails, for k = 1, 2 … until no call is left.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

import class Perdure.NSExpression

extension SystemFaultTests {
    @Suite struct FaultyBatchTests {
        private static let faults = [
            SystemFault(), SystemFault(calls: .writing, stays: true),
            SystemFault(calls: .write, code: 13, stays: true),
            SystemFault(calls: .writing, stays: true, journal: "DELETE"),
        ]

        @Test(
            "STO-163 STO-161 STO-165 each call of a batch fails: an error, and all of it is there or nothing",
            arguments: faults)
        func batches(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let batcher = try FaultyBatcher(fault)
            for kind in FaultyBatcher.Kind.allCases { try batcher.failAtEachCall(kind) }
            #expect(batcher.failures > 0)
            print("ran: \(batcher.failures) faults")
            #expect(try RawDatabase(batcher.url).value("PRAGMA integrity_check") == "ok")
        }
    }
}

/// Executes one batch after the other, each with a fault one call later.
private final class FaultyBatcher {
    enum Kind: CaseIterable { case update, insertion, deletion }

    /// How many entries there are, and the sum of their editions.
    private struct State: Equatable {
        var count: Int
        var sum: Int
    }

    private let folder: TemporaryFolder
    let url: URL
    private let fault: SystemFault
    private var stack: Stack
    private(set) var failures = 0

    init(_ fault: SystemFault) throws {
        folder = try TemporaryFolder()
        url = folder.file("Faulty.sqlite")
        self.fault = fault
        stack = try Stack(at: url, EntryModel.entries(), options: fault.options)
        let context = stack.context()
        try context.performAndWait {
            for number in 1...200 { context.insert("Entry", ["number": number, "edition": 1, "series": 1]) }
            try context.save()
        }
    }

    private func request(_ kind: Kind) -> NSPersistentStoreRequest {
        switch kind {
        case .update:
            let request = NSBatchUpdateRequest(entityName: "Entry")
            request.propertiesToUpdate = ["edition": NSExpression(format: "edition + 1")]
            return request
        case .insertion:
            return NSBatchInsertRequest(
                entityName: "Entry", objects: (0..<50).map { ["number": $0, "edition": 0, "series": 2] })
        case .deletion:
            let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Entry")
            fetch.predicate = NSPredicate(format: "series == 2")
            return NSBatchDeleteRequest(fetchRequest: fetch)
        }
    }

    func failAtEachCall(_ kind: Kind) throws {
        for nth in 1...2_000 {
            // There is always something to delete.
            if kind == .deletion { try execute(request(.insertion)) }
            guard try fail(kind, at: nth) else { return }
        }
        Issue.record("there is no end of calls")
    }

    /// Whether a call failed.
    private func fail(_ kind: Kind, at nth: Int) throws -> Bool {
        let before = try state()
        let outcome = fault.run(nth, in: folder) { try execute(request(kind)) }
        if let error = outcome.error {
            #expect(outcome.hits > 0)
            expectFaultError(error, url)
            failures += 1
            // What a commit in doubt has become is known when the store is opened again.
            if error.code == 134030 {
                try stack.coordinator.remove(stack.store)
                stack = try Stack(at: url, EntryModel.entries(), options: fault.options)
            }
            let found = try state()
            let isDone = error.code == 134030 && found == expected(kind, before)
            #expect(isDone || found == before, "\(kind), call \(nth): \(found) after \(before)")
        } else {
            let found = try state()
            #expect(found == expected(kind, before), "\(kind), call \(nth): \(found) after \(before)")
        }
        return outcome.hits > 0
    }

    private func expected(_ kind: Kind, _ before: State) -> State {
        switch kind {
        case .update: State(count: before.count, sum: before.sum + before.count)
        case .insertion: State(count: before.count + 50, sum: before.sum)
        // Those that are deleted were inserted after the last update.
        case .deletion: State(count: 200, sum: before.sum)
        }
    }

    private func execute(_ request: NSPersistentStoreRequest) throws {
        let context = stack.context()
        _ = try context.performAndWait { try context.execute(request) }
    }

    private func state() throws -> State {
        let context = stack.context()
        return try context.performAndWait {
            let editions = try context.all("Entry").map { $0.value(forKey: "edition") as? Int ?? 0 }
            return State(count: editions.count, sum: editions.reduce(0, +))
        }
    }
}
