// SPDX-License-Identifier: Apache-2.0
// Somebody saves again while a merge policy settles a conflict.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Writers during resolution") struct ThirdWriterTests {
    /// A policy that lets others save while it resolves.
    final class Interrupted: NSMergePolicy, @unchecked Sendable {
        // Used by one test at a time.
        var calls = 0
        var interruption: (Int) throws -> Void = { _ in }

        override func resolve(mergeConflicts list: [Any]) throws {
            calls += 1
            try interruption(calls)
            try super.resolve(mergeConflicts: list)
        }
    }

    @Test("SAV-61 a new conflict is resolved again", arguments: Other.allCases)
    func again(_ other: Other) throws {
        let policy = Interrupted(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let stage = try ConflictStage(other, policy)
        policy.interruption = { if $0 <= 3 { try stage.otherDoes("a=\(10 + $0)") } }
        defer { policy.interruption = { _ in } }
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.otherDoes("a=2")
            #expect(stage.save() == nil)
            #expect(policy.calls == 4)
            #expect(try stage.stored() == "a=13 b=3" && stage.shown == "a=13 b=3")
            #expect(!stage.a.hasChanges)
        }
    }

    @Test("SAV-61 ten rounds, then 133020, and the object shows what A gave it", arguments: Other.allCases)
    func bounded(_ other: Other) throws {
        let policy = Interrupted(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        let stage = try ConflictStage(other, policy)
        policy.interruption = { try stage.otherDoes("a=\(10 + $0)") }
        try stage.a.performAndWait {
            try stage.aDoes("a=3 b=3")
            try stage.otherDoes("a=2")
            let error = stage.save()
            #expect(error?.code == 133020 && policy.calls == 10)
            #expect((error?.userInfo["conflictList"] as? [NSMergeConflict])?.count == 1)
            #expect(stage.shown == "a=3 b=3" && stage.a.updatedObjects == [stage.row])
            #expect(stage.row.changedValues().keys.sorted() == ["a", "b"])
            #expect(stage.row.committedValues(forKeys: ["a"])["a"] as? Int == 1)
            policy.interruption = { _ in }
            #expect(stage.save() == nil)
            #expect(try stage.stored() == "a=20 b=3" && stage.shown == "a=20 b=3")
        }
    }

    @Test(
        "SAV-61 a save of another thread does not wait for the policy",
        arguments: Other.allCases.filter(\.sharesCache))
    func otherThread(_ other: Other) throws {
        let policy = Interrupted(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let stage = try ConflictStage(other, policy)
        // The policy waits until the thread has ended.
        nonisolated(unsafe) let shared = stage
        policy.interruption = { call in
            guard call == 1 else { return }
            let done = DispatchSemaphore(value: 0)
            Thread {
                try? shared.otherDoes("x=foo")
                done.signal()
            }.start()
            #expect(done.wait(timeout: .now() + 60) == .success)
        }
        defer { policy.interruption = { _ in } }
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.otherDoes("a=2")
            #expect(stage.save() == nil)
            #expect(try stage.stored() == "a=2 b=3 x=foo")
        }
    }
}
