// SPDX-License-Identifier: Apache-2.0
// A value that another thread may make: once, by whoever comes first, and without waiting for threads that are busy.

import Dispatch
import Foundation
import PerdureBase
import Testing

@Suite("A value that is made early") struct EarlyValueTests {
    private final class Thing: Sendable {}

    @Test("is made once, also for many that ask", arguments: [1, 1_000_000])
    func madeOnce(_ count: Int) {
        let calls = Lock(0)
        let value = EarlyValue(20, count: count) { input in
            calls.withLock { $0 += 1 }
            return input + 1
        }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in #expect(value.value == 21) }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("is not asked of another thread where it is made of few things")
    func few() {
        let own = pthread_self()
        for _ in 0..<200 {
            let value = EarlyValue(0, count: 999) { _ in pthread_self() == own }
            // Work that comes later has run: earlier work has had its chance.
            let later = DispatchSemaphore(value: 0)
            DispatchQueue.global(qos: .userInitiated).async { later.signal() }
            later.wait()
            #expect(value.value)
        }
    }

    @Test("has let go of its input when it is there")
    func input() {
        for _ in 0..<100 {
            var thing: Thing? = Thing()
            weak let seen = thing
            let value = EarlyValue(thing, count: 1_000) { $0 == nil }
            thing = nil
            #expect(!value.value)
            #expect(seen == nil)
        }
    }

    @Test("comes also while every thread of the pool waits")
    func busyPool() {
        let (end, ended) = (DispatchSemaphore(value: 0), DispatchGroup())
        for _ in 0..<600 {
            DispatchQueue.global(qos: .userInitiated).async(group: ended) { end.wait() }
        }
        #expect(EarlyValue(1, count: 1_000) { $0 + 1 }.value == 2)
        for _ in 0..<600 { end.signal() }
        ended.wait()
    }
}
