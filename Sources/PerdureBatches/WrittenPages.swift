// SPDX-License-Identifier: Apache-2.0
// The effects of the pages of a batch insertion: keys, not rows. Part of BatchInsertRun.swift.

import Perdure
import PerdureModel
import PerdureStore

/// The results of a batch insertion in pages.
struct WrittenPages {
    /// The hierarchy of the new rows; other hierarchies count their rows for themselves.
    private let root: Int32
    /// The numbers of new rows, in order; consecutive numbers form one range.
    private var numbers: [Range<Int64>] = []
    private var inserted: [ObjectKey] = []
    private var insertedCount = 0
    /// Existing rows that took over values.
    private(set) var updated: Set<ObjectKey> = []
    private var order: [ObjectKey] = []
    /// Existing rows with new computed values.
    private(set) var computed: Set<ObjectKey> = []

    init(_ entity: NSEntityDescription) { root = entity.layout.root }

    /// Notes the keys for the next page.
    mutating func add(_ keys: ReservedKeys) {
        for range in keys.ranges {
            if let last = numbers.last, last.upperBound == range.lowerBound {
                numbers[numbers.count - 1] = last.lowerBound..<range.upperBound
            } else {
                numbers.append(range)
            }
        }
    }

    /// Notes the effects of a page.
    mutating func add(_ changes: ChangeSet, _ computed: [Row], keepingKeys: Bool) {
        insertedCount += changes.insertions.count
        if keepingKeys { inserted += changes.insertions.map(\.key) }
        for update in changes.updates where !isNew(update.key) {
            if updated.insert(update.key).inserted { order.append(update.key) }
        }
        for row in computed where !isNew(row.key) { self.computed.insert(row.key) }
    }

    /// Whether an earlier page or this page has inserted the row.
    private func isNew(_ key: ObjectKey) -> Bool {
        key.root == root && numbers.contains { $0.contains(key.number) }
    }

    func results(_ namespace: ObjectIDNamespace) -> BatchResults {
        var results = BatchResults()
        results.inserted = inserted.map(namespace.id)
        results.insertedCount = insertedCount
        results.updated = order.map(namespace.id)
        return results
    }
}
