// SPDX-License-Identifier: Apache-2.0
// The answer of StoreEngine.reserveKeys. It holds ranges of numbers, because other users of a store's counter may take numbers
// in between.

/// Primary keys that a store has given out, in ascending order.
public struct ReservedKeys: Sendable, Hashable {
    /// Ascending, none empty.
    public private(set) var ranges: [Range<Int64>] = []
    /// The key that `nextKey` gives next, the end of its range, and the index of the range after it.
    private var next: Int64 = 0
    private var end: Int64 = 0
    private var place = 0

    /// No keys.
    public init() {}

    /// - Parameter ranges: ascending, without overlaps; empty ones are left out.
    public init(_ ranges: [Range<Int64>]) { self.ranges = ranges.filter { !$0.isEmpty } }

    /// One consecutive run.
    public init(from first: Int64, count: Int) { self.init([first..<first + Int64(max(count, 0))]) }

    /// How many keys there are, taken or not.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// All keys, taken or not.
    public var all: [Int64] { ranges.flatMap { Array($0) } }

    /// Takes the next key; callers take as many as they have reserved.
    public mutating func nextKey() -> Int64 {
        if next == end {
            (next, end) = (ranges[place].lowerBound, ranges[place].upperBound)
            place += 1
        }
        defer { next += 1 }
        return next
    }

    /// The key at a place.
    public subscript(index: Int) -> Int64 {
        var left = index
        for range in ranges {
            if left < range.count { return range.lowerBound + Int64(left) }
            left -= range.count
        }
        fatalError("there are \(count) keys, and none at the place \(index)")
    }

    /// The place of a key; nil for any other number.
    public func index(of number: Int64) -> Int? {
        var before = 0
        for range in ranges {
            if range.contains(number) { return before + Int(number - range.lowerBound) }
            before += range.count
        }
        return nil
    }
}

extension StoreEngine {
    /// Gives out one primary key.
    public func reserveKey(entity: Int32) throws -> Int64 { try reserveKeys(1, entity: entity)[0] }
}
