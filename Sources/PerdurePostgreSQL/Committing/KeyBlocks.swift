// SPDX-License-Identifier: Apache-2.0
// Keys are taken from the server's sequences in blocks (PG-50, PG-51). What is left of a block serves later requests.

#if PostgreSQL
import PerdureBase
import PerdureStore

/// The keys that an engine has taken and not given out yet.
final class KeyBlocks: Sendable {
    private let block: Int64
    /// By table.
    private let left = Lock([String: [Range<Int64>]]())

    init(_ block: Int64) { self.block = block }

    /// Gives out keys; `take` takes so many blocks from the server, and gives the first key of each.
    func reserve(_ count: Int, table: String, _ take: (Int) throws -> [Int64]) throws -> ReservedKeys {
        guard count > 0 else { return ReservedKeys() }
        var taken = left.withLock { Self.take(Int64(count), from: &$0[table, default: []]) }
        let missing = Int64(count) - taken.reduce(0) { $0 + Int64($1.count) }
        if missing > 0 {
            let blocks = Int((missing + block - 1) / block)
            var new = try take(blocks).map { $0..<$0 + block }
            taken += Self.take(missing, from: &new)
            left.withLock { $0[table, default: []] += new }
        }
        return ReservedKeys(taken.sorted { $0.lowerBound < $1.lowerBound })
    }

    private static func take(_ count: Int64, from ranges: inout [Range<Int64>]) -> [Range<Int64>] {
        var taken: [Range<Int64>] = []
        var missing = count
        while missing > 0, let first = ranges.first {
            let end = min(first.upperBound, first.lowerBound + missing)
            taken.append(first.lowerBound..<end)
            missing -= end - first.lowerBound
            if end == first.upperBound { ranges.removeFirst() } else { ranges[0] = end..<first.upperBound }
        }
        return taken
    }
}
#endif
