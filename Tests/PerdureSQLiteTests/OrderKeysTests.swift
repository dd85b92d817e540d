// SPDX-License-Identifier: Apache-2.0
// The arithmetic of position keys.

import Testing

@testable import PerdureSQL

@Suite("position keys") struct OrderKeysTests {
    @Test("new members start at 2048 and step by 1024")
    func fresh() { #expect(OrderKeys.keys([nil, nil, nil]) == [2_048, 3_072, 4_096]) }

    @Test("members in order keep their keys, whatever their spacing")
    func unchanged() { #expect(OrderKeys.keys([1, 7, 8, 5_000]) == [1, 7, 8, 5_000]) }

    @Test("one put between two takes the middle")
    func middle() { #expect(OrderKeys.keys([2_048, nil, 3_072]) == [2_048, 2_560, 3_072]) }

    @Test("several put between two are spread evenly")
    func spread() { #expect(OrderKeys.keys([0, nil, nil, nil, 4_000]) == [0, 1_000, 2_000, 3_000, 4_000]) }

    @Test("one put last gets the next step, one put first comes before the first")
    func ends() {
        #expect(OrderKeys.keys([2_048, nil]) == [2_048, 3_072])
        let keys = OrderKeys.keys([nil, 2_048])
        #expect(keys[0] < keys[1] && keys[1] == 2_048)
    }

    @Test("moving one member changes one key")
    func oneMove() {
        let keys = OrderKeys.keys([3_072, 4_096, 5_120, 2_048])
        #expect(keys == [3_072, 4_096, 5_120, 6_144])
    }

    @Test("without room all keys are given anew")
    func renumbering() { #expect(OrderKeys.keys([5, nil, 6]) == [2_048, 3_072, 4_096]) }

    @Test("keys near the end of 64 bits are given anew")
    func hostile() {
        let keys = OrderKeys.keys([.max, nil, .min, nil])
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("equal keys are told apart")
    func ties() {
        let keys = OrderKeys.keys([2_048, 2_048, 2_048])
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("any order of any keys gives increasing ones")
    func random() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let present = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                Bool.random(using: &generator) ? Int64.random(in: -50...50, using: &generator) : nil
            }
            let keys = OrderKeys.keys(present)
            #expect(keys.count == present.count)
            #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(present) → \(keys)")
        }
    }
}
