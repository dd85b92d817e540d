// SPDX-License-Identifier: Apache-2.0
// Values that are made at their first use are made once, whoever asks.

import Dispatch
import Synchronization
import Testing

@testable import PerdureSQL

@Suite("Values made at their first use")
struct LazyValuesTests {
    @Test("Each value is made once, when it is asked for, also by threads that ask at the same time")
    func once() {
        let made = Counter()
        let values = LazyValues(count: 50) { index in
            made.count.wrappingAdd(1, ordering: .relaxed)
            return [index]
        }
        #expect(values[7] == [7] && made.count.load(ordering: .relaxed) == 1)
        DispatchQueue.concurrentPerform(iterations: 400) { _ = values[$0 % 50] }
        #expect((0..<50).allSatisfy { values[$0] == [$0] } && made.count.load(ordering: .relaxed) == 50)
    }

    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }
}
