// SPDX-License-Identifier: Apache-2.0
// The pairs of one entity mapping in the order in which they were associated. KeyIndex.swift finds pairs by one of their keys.

import PerdureStore

/// A source object with a destination object that was made of it.
struct KeyPair: BitwiseCopyable {
    private var numbers: (Int64, Int64)
    private var entities: (Int32, Int32, Int32, Int32)

    init(source: ObjectKey, destination: ObjectKey) {
        numbers = (source.number, destination.number)
        entities = (source.entity, source.root, destination.entity, destination.root)
    }

    var source: ObjectKey { ObjectKey(entity: entities.0, root: entities.1, number: numbers.0) }
    var destination: ObjectKey { ObjectKey(entity: entities.2, root: entities.3, number: numbers.1) }

    static let blank = KeyPair(
        source: ObjectKey(entity: 0, root: 0, number: 0),
        destination: ObjectKey(entity: 0, root: 0, number: 0))
}

/// A list of pairs whose older part lies in a file.
struct PairLog {
    private var extents: [(offset: Int, start: Int, count: Int)] = []
    private var spilled = 0
    /// The pairs that are in memory.
    private(set) var tail: [KeyPair] = []

    var count: Int { spilled + tail.count }

    mutating func append(_ pair: KeyPair) { tail.append(pair) }

    /// Moves the pairs in memory to the file.
    mutating func spill(to file: SpillFile) throws {
        guard !tail.isEmpty else { return }
        extents.append((try file.append(tail), spilled, tail.count))
        spilled += tail.count
        tail = []
    }

    /// Some pairs, in their order.
    ///
    /// - Parameters:
    ///   - range: positions.
    ///   - file: where older pairs lie.
    /// - Returns: pairs; fewer than the range has positions, but none only behind the end.
    /// - Throws: the system's error of the file.
    func pairs(_ range: Range<Int>, in file: SpillFile) throws -> ArraySlice<KeyPair> {
        if range.lowerBound >= spilled {
            let first = min(range.lowerBound - spilled, tail.count)
            return tail[first..<min(range.upperBound - spilled, tail.count)]
        }
        let index = extents.partitioningIndex { $0.start + $0.count > range.lowerBound }
        let extent = extents[index]
        let inside = range.lowerBound - extent.start
        let count = min(range.count, extent.count - inside)
        let stride = MemoryLayout<KeyPair>.stride
        return try file.read(count, at: extent.offset + inside * stride, like: KeyPair.blank)[...]
    }
}

extension Array {
    /// The first index whose element passes a test that all elements behind it pass too.
    func partitioningIndex(_ test: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
