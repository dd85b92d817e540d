// SPDX-License-Identifier: Apache-2.0
// Keys are taken from the server's sequences in blocks (PG-50, PG-51). What is left of a block serves later requests.

#if PostgreSQL
import PerdureBase
import PerdureStore

/// The keys that an engine has taken and not given out yet.
final class KeyBlocks: Sendable {
    /// The tables of one store may count in different steps: a step is chosen when a table is made.
    private struct Table {
        var left: [Range<Int64>] = []
        var step: Int64?
    }

    /// The step of tables that have not answered yet.
    private let expected: Int64
    private let tables = Lock([String: Table]())

    init(_ expected: Int64) { self.expected = expected }

    /// Gives out keys; `take` takes so many blocks from the server, with the length that the server's sequence has.
    func reserve(_ count: Int, table: String, _ take: (Int) throws -> [Range<Int64>]) throws -> ReservedKeys {
        guard count > 0 else { return ReservedKeys() }
        var taken = tables.withLock { Self.take(Int64(count), from: &$0[table, default: Table()].left) }
        var missing = Int64(count) - taken.reduce(0) { $0 + Int64($1.count) }
        while missing > 0 {
            let step = tables.withLock { $0[table]?.step } ?? expected
            var new = try take(Int((missing + step - 1) / step))
            guard let length = new.first.map({ Int64($0.count) }), length > 0 else {
                throw StoreError.unsupported(
                    UnsupportedRequest("the sequence of the table \(table) gives no keys"))
            }
            let found = Self.take(missing, from: &new)
            taken += found
            missing -= found.reduce(0) { $0 + Int64($1.count) }
            tables.withLock { [new] in
                $0[table, default: Table()].step = length
                $0[table, default: Table()].left += new
            }
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
