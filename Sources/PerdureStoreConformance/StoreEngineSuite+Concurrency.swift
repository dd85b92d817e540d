// SPDX-License-Identifier: Apache-2.0
// Checks that reads run beside each other and beside a write, and never see half of a commit. A closed store
// must say that it is closed.

import Dispatch
import Foundation
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let concurrencyChecks: [Check] = [
        Check("a reader never sees half of a commit") { suite in
            let store = try suite.store()
            let keys = [
                try store.insert("Sample", ["x": .integer(0)]),
                try store.insert("Sample", ["x": .integer(0)]),
            ]
            let slot = try store.slot("Sample", "x")
            let plan = try store.plan("Sample")
            let problems = Problems()
            DispatchQueue.concurrentPerform(iterations: 4) { worker in
                for step in 1...50 {
                    problems.catching {
                        if worker == 0 {
                            var changes = ChangeSet()
                            changes.updates = try keys.map {
                                try store.update($0, ["x": .integer(Int64(step))], expecting: nil)
                            }
                            try store.commit(changes)
                        } else {
                            let values = try store.rows(plan).map { $0[slot] }
                            if values.count != 2 || values[0] != values[1] { problems.add("saw \(values)") }
                        }
                    }
                }
            }
            #expect(problems.list.isEmpty)
            #expect(try store.rows(plan).map { $0[slot] } == [.integer(50), .integer(50)])
        },
        Check("keys reserved from many threads are different") { suite in
            let store = try suite.store()
            let entity = try store.layout("Tag").number
            let problems = Problems()
            DispatchQueue.concurrentPerform(iterations: 40) { _ in
                problems.catching { problems.add("\(try store.engine.reserveKey(entity: entity))") }
            }
            #expect(Set(problems.list).count == 40)
        },
        Check("of two commits from one version one wins") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag")
            let problems = Problems()
            DispatchQueue.concurrentPerform(iterations: 8) { worker in
                problems.catching {
                    var changes = ChangeSet()
                    changes.updates = [try store.update(key, ["name": .string("\(worker)")], expecting: 1)]
                    if case .committed = try store.engine.commit(changes) { problems.add("won") }
                }
            }
            #expect(problems.list == ["won"])
            #expect(try store.row(key)?.version == 2)
        },
    ]

    static let closeChecks: [Check] = [
        Check("a closed store refuses everything") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag")
            try store.engine.close()
            let plan = try store.plan("Tag")
            #expect(throws: StoreError.self) { try store.engine.fetch(plan) }
            #expect(throws: StoreError.self) { try store.engine.rows(for: [key]) }
            #expect(throws: StoreError.self) { try store.engine.reserveKey(entity: key.entity) }
            #expect(throws: StoreError.self) { try store.engine.commit(ChangeSet()) }
            #expect(throws: StoreError.self) { try store.members("people", of: key) }
        },
        Check("closing twice is harmless") { suite in
            let store = try suite.store()
            try store.engine.close()
            try store.engine.close()
        },
    ]
}

/// Collects the problems that threads report.
final class Problems: @unchecked Sendable {
    // Sendable because the list is only touched under the lock.
    private let lock = NSLock()
    private var problems: [String] = []

    var list: [String] { lock.withLock { problems } }

    func add(_ problem: String) { lock.withLock { problems.append(problem) } }

    func catching(_ body: () throws -> Void) {
        do { try body() } catch { add("\(error)") }
    }
}
