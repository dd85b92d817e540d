// SPDX-License-Identifier: Apache-2.0
// The laws of changes that merge, for random values of every kind. They hold as far as nothing throws: what fits is
// counted, so that no law passes by fitting nothing.

import PerdureStore
import Testing

@Suite("Laws of merging (MT-55)") struct MergeLawTests {
    private static let rounds = 4_000

    /// Tries a law with many values; it gives nil where a change does not fit, and whether it holds.
    private func check(
        _ sample: MergeSample, seed: UInt64, _ law: (inout RandomMerges) throws -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) {
        var fitting = 0
        for round in 0..<Self.rounds {
            var random = RandomMerges(sample, seed: seed &* 1_000_003 &+ UInt64(round))
            do {
                let holds = try law(&random)
                fitting += 1
                #expect(holds, "\(sample), seed \(seed), round \(round)", sourceLocation: location)
                if !holds { return }
            } catch is MergeError {
                continue
            } catch {
                Issue.record("\(error)", sourceLocation: location)
            }
        }
        #expect(fitting > Self.rounds / 10, "only \(fitting) of \(sample) fit", sourceLocation: location)
    }

    @Test("MRG-10 the identity changes nothing", arguments: MergeSample.allCases)
    func identity(_ sample: MergeSample) {
        let identity = sample.rule.identity
        #expect(identity.isIdentity)
        check(sample, seed: 10) { random in
            let value = random.content()
            return try identity.applied(to: value) == value
        }
    }

    @Test("MRG-11 two changes one after the other are the two composed", arguments: MergeSample.allCases)
    func composition(_ sample: MergeSample) {
        check(sample, seed: 11) { random in
            let (value, first, second) = (random.content(), random.delta(), random.delta())
            let result = try second.applied(to: first.applied(to: value))
            let both: AttributeDelta
            do { both = try first.composed(with: second) } catch {
                // Only a sum that the numbers in between do not reach.
                return [.tooLarge, .tooSmall].contains(error as? MergeError)
            }
            do { return try both.applied(to: value) == result } catch { return false }
        }
    }

    @Test("MRG-12 composition is associative, and the identity is neutral", arguments: MergeSample.allCases)
    func associativity(_ sample: MergeSample) {
        let identity = sample.rule.identity
        check(sample, seed: 12) { random in
            let (first, second, third) = (random.delta(), random.delta(), random.delta())
            let left = try first.composed(with: second).composed(with: third)
            let right = try first.composed(with: second.composed(with: third))
            let isNeutral =
                try identity.composed(with: first) == first && first.composed(with: identity) == first
            return left == right && isNeutral
        }
    }

    @Test(
        "MRG-13 what is normalized does the same, and nothing exactly if it is nothing",
        arguments: MergeSample.allCases)
    func normalization(_ sample: MergeSample) {
        check(sample, seed: 13) { random in
            let (value, delta) = (random.content(), random.delta())
            let result = try delta.applied(to: value)
            let normal = delta.normalized(for: value)
            return try normal.applied(to: value) == result && normal.isIdentity == (result == value)
                && normal.normalized(for: value) == normal
        }
    }

    @Test("MRG-14 MRG-23 MRG-33 MRG-44 the inverse takes a change back", arguments: MergeSample.allCases)
    func inverse(_ sample: MergeSample) {
        check(sample, seed: 14) { random in
            let (value, delta) = (random.content(), random.delta())
            let result = try delta.applied(to: value)
            return try delta.inverted(for: value).applied(to: result) == value
        }
    }

    @Test(
        "MRG-15 the difference leads from one value to another, and is as small as can be",
        arguments: MergeSample.allCases)
    func difference(_ sample: MergeSample) {
        let rule = sample.rule
        check(sample, seed: 15) { random in
            let (old, new) = (random.content(), random.content())
            let difference = try rule.difference(from: old, to: new)
            return try difference.applied(to: old) == new
                && difference.normalized(for: old) == difference
                && rule.difference(from: old, to: old).isIdentity
        }
    }

    @Test("MRG-16 additions commute", arguments: [MergeSample.integer, .real, .decimal])
    func commutingCounters(_ sample: MergeSample) {
        check(sample, seed: 16) { random in
            let (first, second) = (random.delta().additive, random.delta().additive)
            return try first.composed(with: second) == second.composed(with: first)
        }
    }

    @Test("MRG-16 changes of different elements and keys commute")
    func commutingParts() throws {
        for sample in [MergeSample.strings, .uuids, .dictionary] {
            check(sample, seed: 17) { random in
                let (first, second) = (random.delta(), random.delta())
                guard first.names.isDisjoint(with: second.names) else { throw MergeError.otherKind }
                return try first.composed(with: second) == second.composed(with: first)
            }
        }
    }

    @Test(
        "MRG-17 stored is what the changes give in the order of their commits",
        arguments: MergeSample.allCases)
    func serial(_ sample: MergeSample) {
        let rule = sample.rule
        check(sample, seed: 18) { random in
            let start = random.content()
            var stored = try rule.stored(start)
            var sum = rule.identity
            for _ in 0..<5 {
                let delta = random.delta()
                sum = try sum.composed(with: delta)
                stored = try rule.stored(delta.applied(to: rule.content(of: stored)))
            }
            return try rule.content(of: stored) == sum.applied(to: start)
        }
    }

    @Test("MRG-17 additions in any order give the same")
    func anyOrder() {
        for sample in [MergeSample.integer, .decimal] {
            check(sample, seed: 19) { random in
                let start = random.content()
                let deltas = (0..<6).map { _ in random.delta().additive }
                var numbers = random.numbers
                let others = deltas.shuffled(using: &numbers)
                let one = try deltas.reduce(start) { try $1.applied(to: $0) }
                return try others.reduce(start) { try $1.applied(to: $0) } == one
            }
        }
    }

    @Test("MRG-5 a change survives being written, and so does a value", arguments: MergeSample.allCases)
    func encoding(_ sample: MergeSample) {
        let rule = sample.rule
        check(sample, seed: 20) { random in
            let (value, delta) = (random.content(), random.delta())
            return try AttributeDelta(encoded: delta.encoded()) == delta
                && rule.content(of: rule.stored(value)) == value
        }
    }

    @Test(
        "MRG-96 damaged bytes are an error or some change, never the end of the process",
        arguments: MergeSample.allCases)
    func damage(_ sample: MergeSample) throws {
        var refused = 0
        for round in 0..<Self.rounds {
            var random = RandomMerges(sample, seed: 21 &* 1_000_003 &+ UInt64(round))
            var bytes = try random.delta().encoded()
            for _ in 0...random.number(0...3) {
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            if random.number(0...3) == 0 { bytes.removeLast(random.number(1...bytes.count)) }
            do {
                let delta = try AttributeDelta(encoded: bytes)
                _ = delta.shown(on: random.content())
            } catch {
                guard case .unreadable = error as? MergeError else {
                    Issue.record("\(error) in round \(round)")
                    continue
                }
                refused += 1
            }
        }
        #expect(refused > Self.rounds / 4)
    }

    @Test("changes of a counter that make the same of every value are equal, and no others")
    func equality() throws {
        typealias Delta = CounterDelta<Int64>
        #expect(try Delta.assign(0).composed(with: .add(0)) == .assign(0))
        #expect(try Delta.assign(5).composed(with: .add(3)) == .assign(8))
        #expect(try Delta.assign(nil).composed(with: .add(0)) == .assign(0))
        #expect(Delta.assign(nil) != .assign(0))
        // Of nil an addition of 0 makes 0.
        #expect(Delta.add(0) != .identity)
        #expect(Delta.add(3) != .assign(3))
    }
}

extension AttributeDelta {
    /// The addition alone.
    fileprivate var additive: AttributeDelta {
        switch self {
        case .integer(let delta): .integer(CounterDelta(amount: delta.amount, isTouched: delta.isTouched))
        case .real(let delta): .real(CounterDelta(amount: delta.amount, isTouched: delta.isTouched))
        case .decimal(let delta): .decimal(CounterDelta(amount: delta.amount, isTouched: delta.isTouched))
        default: self
        }
    }

    /// What is touched.
    fileprivate var names: Set<String> {
        switch self {
        case .set(let delta): Set(delta.inserted.union(delta.removed).map { "\($0)" })
        case .dictionary(let delta): Set(delta.entries.keys)
        default: [""]
        }
    }
}
