// SPDX-License-Identifier: Apache-2.0
// Random values and changes of each kind of attribute that merges: few keys and elements, so that they meet. Fractions are
// multiples of a quarter, so that sums are exact.

import Foundation
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

/// A kind with what its values and changes are made of.
enum MergeSample: String, CaseIterable, CustomTestStringConvertible {
    case integer, real, decimal, strings, uuids, dictionary, deep, value

    var testDescription: String { rawValue }

    var rule: MergeRule {
        var rule =
            switch self {
            case .integer: MergeRule(.counter, type: .integer64)
            case .real: MergeRule(.counter, type: .double)
            case .decimal: MergeRule(.counter, type: .decimal)
            case .strings, .uuids: MergeRule(.set, type: .binary)
            case .dictionary, .deep: MergeRule(.dictionary, type: .binary)
            case .value: MergeRule(.value, type: .string)
            }
        if self == .uuids { rule.element = .uuid }
        rule.isDeep = self == .deep
        return rule
    }
}

/// A source of them.
struct RandomMerges {
    let sample: MergeSample
    private(set) var numbers: SeededNumbers

    init(_ sample: MergeSample, seed: UInt64) {
        self.sample = sample
        numbers = SeededNumbers(seed: seed)
        // Neighbouring seeds begin alike.
        for _ in 0..<8 { _ = numbers.next() }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

    private mutating func any<T>(_ list: [T]) -> T { list[number(0...list.count - 1)] }

    // MARK: Values

    mutating func content() -> MergeContent {
        switch sample {
        case .integer: .integer(optional { $0.integer() })
        case .real: .real(optional { $0.quarter() })
        case .decimal: .decimal(optional { $0.decimal() })
        case .strings, .uuids: .set(elements())
        case .dictionary: .dictionary(values(depth: 1))
        case .deep: .dictionary(values(depth: 3).withoutEmpty)
        case .value: .value(value())
        }
    }

    private mutating func optional<T>(_ make: (inout Self) -> T) -> T? {
        number(0...4) == 0 ? nil : make(&self)
    }

    private mutating func integer() -> Int64 {
        number(0...30) == 0 ? any([.max, .max - 1, .min, .min + 1]) : Int64(number(-3...3))
    }

    private mutating func quarter() -> Double { Double(number(-40...40)) / 4 }
    private mutating func decimal() -> Decimal { Decimal(number(-300...300)) / 100 }

    private mutating func elements() -> Set<MergeElement> {
        Set((0..<number(0...4)).map { _ in element() })
    }

    private mutating func element() -> MergeElement {
        let index = number(0...4)
        guard sample == .uuids else { return .string(["a", "b", "c", "é", ""][index]) }
        return .uuid(UUID(uuid: (UInt8(index), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }

    private mutating func values(depth: Int) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for _ in 0..<number(0...3) {
            values[key()] =
                depth > 1 && number(0...1) == 0 ? .dictionary(self.values(depth: depth - 1)) : leaf()
        }
        return values
    }

    private mutating func key() -> String { any(["a", "b", "c.d"]) }

    private mutating func leaf() -> PropertyListValue {
        switch number(0...6) {
        case 0...2: .integer(Int64(number(-3...3)))
        case 3: .real(quarter())
        case 4: .string(any(["x", "y"]))
        case 5: .array([.integer(1), .string("z")])
        default: sample == .deep ? .boolean(true) : .dictionary(["n": .integer(1)])
        }
    }

    private mutating func value() -> StoredValue {
        any([
            .null, .string("red"), .string("green"), .integer(1), .double(1), .date(1), .data(Data([1])),
            .decimal(DecimalBox(1)), .composite([.null, .integer(1), .composite([.string("x")])]),
            .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        ])
    }

    // MARK: Changes

    mutating func delta() -> AttributeDelta {
        switch sample {
        case .integer: .integer(counter({ $0.integer() }))
        case .real: .real(counter({ $0.quarter() }))
        case .decimal: .decimal(counter({ $0.decimal() }))
        case .strings, .uuids: .set(SetDelta(inserted: elements(), removed: elements()))
        case .dictionary: .dictionary(entries())
        case .deep: .dictionary(deepEntries())
        case .value: .value(any([.none, .setNil, ValueDelta(value()), ValueDelta(value())]))
        }
    }

    private mutating func counter<Number: CounterNumber>(_ make: (inout Self) -> Number)
        -> CounterDelta<Number>
    {
        switch number(0...5) {
        case 0: .identity
        case 1: .assign(optional(make))
        case 2: CounterDelta(base: .assigned(optional(make)), amount: make(&self), isTouched: true)
        default: .add(make(&self))
        }
    }

    private mutating func entries() -> DictionaryDelta {
        var delta = DictionaryDelta()
        for _ in 0..<number(0...3) { delta.entries[key()] = entry() }
        return delta
    }

    private mutating func entry() -> DictionaryDelta.Entry {
        switch number(0...5) {
        case 0, 1: .set(sample == .deep && number(0...1) == 0 ? .dictionary(values(depth: 2)) : leaf())
        case 2, 3: .remove
        case 4: .add(.integer(Int64(number(-2...2))))
        default: .add(.real(quarter()))
        }
    }

    /// Entries one after the other, as a program makes them; those that do not fit together are left out.
    private mutating func deepEntries() -> DictionaryDelta {
        var delta = DictionaryDelta(isDeep: true)
        for _ in 0..<number(0...4) {
            let path = KeyPathText.text((0..<number(1...3)).map { _ in key() })
            let next = DictionaryDelta([path: entry()], isDeep: true)
            delta = (try? delta.composed(with: next)) ?? delta
        }
        return delta
    }
}
