// SPDX-License-Identifier: Apache-2.0
// Keys that an engine has reserved in several ranges: each place has one, and each key its place.

import PerdureStore
import Testing

@Suite("Reserved keys") struct ReservedKeysTests {
    @Test("keys of several ranges come in their order, whichever way they are asked for")
    func ranges() {
        var keys = ReservedKeys([1..<3, 5..<5, 7..<9])
        #expect(keys.count == 4 && keys.all == [1, 2, 7, 8])
        #expect((0..<4).map { keys[$0] } == [1, 2, 7, 8])
        #expect([1, 2, 7, 8].map { keys.index(of: $0) } == [0, 1, 2, 3])
        #expect([0, 3, 5, 6, 9].allSatisfy { keys.index(of: $0) == nil })
        #expect((0..<4).map { _ in keys.nextKey() } == [1, 2, 7, 8])
    }
}
