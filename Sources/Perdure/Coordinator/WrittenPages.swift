// SPDX-License-Identifier: Apache-2.0
// What the pages of a batch insertion have done: keys, not rows. Part of BatchInsertRun.swift.

import PerdureStore

/// What is to be told of a batch insertion in pages.
struct WrittenPages {
    /// The numbers that were given to new rows, in order; those that follow each other are one range.
    private var numbers: [Range<Int64>] = []
    private var inserted: [ObjectKey] = []
    private var insertedCount = 0
    /// Rows that were there before and took over values.
    private(set) var updated: Set<ObjectKey> = []
    private var order: [ObjectKey] = []
    /// Rows that were there before and have other computed values.
    private(set) var computed: Set<ObjectKey> = []

    /// Notes the keys of the next page.
    mutating func add(_ keys: ReservedKeys) {
        for range in keys.ranges {
            if let last = numbers.last, last.upperBound == range.lowerBound {
                numbers[numbers.count - 1] = last.lowerBound..<range.upperBound
            } else {
                numbers.append(range)
            }
        }
    }

    /// Notes what a page has written.
    mutating func note(_ changes: ChangeSet, _ computed: [Row], keepingKeys: Bool) {
        insertedCount += changes.insertions.count
        if keepingKeys { inserted += changes.insertions.map(\.key) }
        for update in changes.updates where !isNew(update.key) {
            if updated.insert(update.key).inserted { order.append(update.key) }
        }
        for row in computed where !isNew(row.key) { self.computed.insert(row.key) }
    }

    /// Whether an earlier page, or this one, has inserted the row.
    private func isNew(_ key: ObjectKey) -> Bool { numbers.contains { $0.contains(key.number) } }

    func results(_ origin: ObjectIDOrigin) -> BatchResults {
        var results = BatchResults()
        results.inserted = inserted.map(origin.id)
        results.insertedCount = insertedCount
        results.updated = order.map(origin.id)
        return results
    }
}
