// SPDX-License-Identifier: Apache-2.0
// The order of many keys: by hierarchy, then by number, as rows and objects lie in files and in memory. The members of a save's
// sets come in the order of their hashes; hundreds of thousands of them are sorted here in linear time, digit by digit.

/// Sorts keys.
package enum KeyOrder {
    /// Below this count a plain sort is faster than the tables of digits.
    private static let few = 256

    /// The places of the keys in a list, in the order of the keys; equal keys keep their order.
    package static func places(of keys: [ObjectKey]) -> [Int] {
        var entries = keys.indices.map { Entry(keys[$0], $0) }
        if keys.count < few {
            entries.sort { ($0.root, $0.number, $0.place) < ($1.root, $1.number, $1.place) }
        } else {
            sortByDigits(&entries)
        }
        return entries.map(\.place)
    }

    /// The keys in their order, each once.
    package static func distinct(_ keys: [ObjectKey]) -> [ObjectKey] {
        var result: [ObjectKey] = []
        result.reserveCapacity(keys.count)
        for place in places(of: keys) where result.last != keys[place] { result.append(keys[place]) }
        return result
    }

    private static func sortByDigits(_ entries: inout [Entry]) {
        let first = entries[0]
        var (numbers, roots): (UInt64, UInt32) = (0, 0)
        for entry in entries {
            numbers |= entry.number ^ first.number
            roots |= entry.root ^ first.root
        }
        var spare = entries
        // From the least digit to the greatest; a digit that all keys share changes nothing.
        for shift in stride(from: 0, to: UInt64.bitWidth, by: Digits.width)
        where Digits.digit(numbers, shift) != 0 {
            distribute(entries, into: &spare) { Digits.digit($0.number, shift) }
            swap(&entries, &spare)
        }
        for shift in stride(from: 0, to: UInt32.bitWidth, by: Digits.width)
        where Digits.digit(UInt64(roots), shift) != 0 {
            distribute(entries, into: &spare) { Digits.digit(UInt64($0.root), shift) }
            swap(&entries, &spare)
        }
    }

    /// Sorts entries by one digit; those with the same digit keep their order.
    @inline(__always)
    private static func distribute(_ entries: [Entry], into result: inout [Entry], _ digit: (Entry) -> Int) {
        var ends = [Int](repeating: 0, count: Digits.count)
        for entry in entries { ends[digit(entry)] += 1 }
        var sum = 0
        for index in ends.indices { (ends[index], sum) = (sum, sum + ends[index]) }
        for entry in entries {
            let value = digit(entry)
            result[ends[value]] = entry
            ends[value] += 1
        }
    }

    private enum Digits {
        static let width = 8
        static let count = 1 << width

        static func digit(_ number: UInt64, _ shift: Int) -> Int {
            Int(truncatingIfNeeded: number >> shift) & (count - 1)
        }
    }

    /// A key whose parts have the order of unsigned numbers.
    private struct Entry {
        let number: UInt64
        let root: UInt32
        let place: Int

        init(_ key: ObjectKey, _ place: Int) {
            number = UInt64(bitPattern: key.number ^ .min)
            root = UInt32(bitPattern: key.root ^ .min)
            self.place = place
        }
    }
}
