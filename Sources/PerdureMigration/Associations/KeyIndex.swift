// SPDX-License-Identifier: Apache-2.0
// Finds the pairs of a PairLog by one of their keys. The newest pairs are in a table in memory, older ones in sorted runs of
// the file. A run is searched through every 128th of its keys, which are in memory.

import PerdureStore

/// An index of a log, made when it is first asked.
struct KeyIndex {
    /// Whether the key is the destination's.
    let isReverse: Bool
    /// How many pairs the table in memory may have.
    let limit: Int
    private var runs: [Run] = []
    /// The first position of each key in memory; most keys have one.
    private var recent: [ObjectKey: Int] = [:]
    /// The other positions.
    private var more: [ObjectKey: [Int]] = [:]
    private var recentCount = 0
    private var indexed = 0

    private struct Entry: BitwiseCopyable {
        var root: Int64
        var number: Int64
        var position: Int64

        static let blank = Entry(root: 0, number: 0, position: 0)

        func isBefore(_ key: ObjectKey) -> Bool { (root, number) < (Int64(key.root), key.number) }
        func isOf(_ key: ObjectKey) -> Bool { root == Int64(key.root) && number == key.number }
    }

    private struct Run {
        let offset: Int
        let count: Int
        let fences: [Entry]
        let last: Entry
    }

    private static let block = 128

    init(isReverse: Bool, limit: Int) {
        self.isReverse = isReverse
        self.limit = limit
    }

    /// The positions of a key's pairs in the log, in ascending order.
    ///
    /// - Throws: The system's error of the file.
    mutating func positions(of key: ObjectKey, _ log: PairLog, _ file: SpillFile) throws -> [Int] {
        try catchUp(log, file)
        var found: [Int] = []
        for run in runs { try Self.search(run, key, file, &found) }
        if let first = recent[key] { found.append(first) }
        return more.isEmpty ? found : found + (more[key] ?? [])
    }

    private mutating func catchUp(_ log: PairLog, _ file: SpillFile) throws {
        while indexed < log.count {
            for pair in try log.pairs(indexed..<min(indexed + 10_000, log.count), in: file) {
                note(isReverse ? pair.destination : pair.source)
                indexed += 1
                recentCount += 1
            }
            if recentCount >= limit { try writeRun(file) }
        }
    }

    /// Notes the pair at the next position.
    private mutating func note(_ key: ObjectKey) {
        if recent[key] == nil { recent[key] = indexed } else { more[key, default: []].append(indexed) }
    }

    private mutating func writeRun(_ file: SpillFile) throws {
        let positions = recent.map { ($0, $1) } + more.flatMap { key, all in all.map { (key, $0) } }
        var entries = positions.map { key, position in
            Entry(root: Int64(key.root), number: key.number, position: Int64(position))
        }
        entries.sort { ($0.root, $0.number, $0.position) < ($1.root, $1.number, $1.position) }
        guard let last = entries.last else { return }
        let fences = stride(from: 0, to: entries.count, by: Self.block).map { entries[$0] }
        runs.append(Run(offset: try file.append(entries), count: entries.count, fences: fences, last: last))
        (recent, more, recentCount) = ([:], [:], 0)
    }

    private static func search(_ run: Run, _ key: ObjectKey, _ file: SpillFile, _ found: inout [Int]) throws {
        guard !run.last.isBefore(key) else { return }
        // The block before the first fence that is not before the key may have the key at its end.
        var number = max(run.fences.partitioningIndex { !$0.isBefore(key) } - 1, 0)
        while number < run.fences.count {
            let start = number * block
            let offset = run.offset + start * MemoryLayout<Entry>.stride
            for entry in try file.read(min(block, run.count - start), at: offset, like: Entry.blank)
            where !entry.isBefore(key) {
                guard entry.isOf(key) else { return }
                found.append(Int(entry.position))
            }
            number += 1
        }
    }
}
