// SPDX-License-Identifier: Apache-2.0
// References that do not keep their target alive, and ask the runtime whether it is.

import Dispatch
import Testing

@testable import Perdure

@Suite("Live references") struct LiveReferenceTests {
    private final class Target {}

    @Test("a reference gives its target while somebody holds it, and nil afterwards")
    func endsWithTarget() {
        var target: Target? = Target()
        let reference = target.map { WeakObjectReference($0) }
        #expect(reference?.object === target)
        target = nil
        #expect(reference?.object == nil)
    }

    @Test("asking for the target does not leak it")
    func balancesCounts() {
        var target: Target? = Target()
        let reference = target.map { WeakObjectReference($0) }
        for _ in 0..<100 { _ = reference?.object }
        target = nil
        #expect(reference?.object == nil)
    }

    @Test("OBJ-28 a target that goes away on one thread is there or gone on another, never half")
    func survivesRaces() {
        for _ in 0..<2000 {
            nonisolated(unsafe) var target: Target? = Target()
            // The two closures below touch different variables; the reference is what is tested.
            nonisolated(unsafe) let reference = target.map { WeakObjectReference($0) }
            nonisolated(unsafe) var seen = 0
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                if side == 0 { target = nil } else if reference?.object != nil { seen += 1 }
            }
            #expect(seen <= 1)
            #expect(reference?.object == nil)
        }
    }
}
