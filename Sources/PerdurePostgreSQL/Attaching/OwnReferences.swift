// SPDX-License-Identifier: Apache-2.0
// The order of rows of a table of others whose rows refer to each other: its foreign keys are looked at by each statement (PG-60).

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The new and the deleted rows of one table that refers to itself.
struct OwnReferences {
    var insertions: [RowInsertion] = []
    var deletions: [RowDeletion] = []

    /// The new rows in runs of one entity, each behind those that it refers to.
    ///
    /// A statement has rows of one entity, and may have rows with the rows that they refer to: so few runs are made, however
    /// long the chains of references are.
    func insertionRuns(_ mapping: StoreMapping) -> [[RowInsertion]] {
        var runs: [Run: [RowInsertion]] = [:]
        for (index, level) in levels(mapping) {
            let insertion = insertions[index]
            runs[Run(level: level, entity: insertion.key.entity), default: []].append(insertion)
        }
        return runs.sorted { ($0.key.level, $0.key.entity) < ($1.key.level, $1.key.entity) }.map(\.value)
    }

    private struct Run: Hashable {
        let level: Int
        let entity: Int32
    }

    /// The places of all rows, each behind those that it refers to, with the number of changes of entity on the way to it.
    private func levels(_ mapping: StoreMapping) -> [(index: Int, level: Int)] {
        var (waits, followers) = references(mapping)
        var levels = [Int](repeating: 0, count: insertions.count)
        var order = insertions.indices.filter { waits[$0] == 0 }
        var next = 0
        while next < order.count {
            let index = order[next]
            next += 1
            for follower in followers[index] ?? [] {
                let step = insertions[follower].key.entity == insertions[index].key.entity ? 0 : 1
                levels[follower] = max(levels[follower], levels[index] + step)
                waits[follower] -= 1
                if waits[follower] == 0 { order.append(follower) }
            }
        }
        // A circle has no order: its rows of one entity can only come together.
        let last = (levels.max() ?? 0) + 1
        return order.map { ($0, levels[$0]) }
            + insertions.indices.filter { waits[$0] > 0 }.map { ($0, last) }
    }

    /// How many new rows each row refers to, and which rows refer to it.
    private func references(_ mapping: StoreMapping) -> (waits: [Int], followers: [Int: [Int]]) {
        let places = Dictionary(
            insertions.indices.map { (insertions[$0].key.number, $0) },
            uniquingKeysWith: { first, _ in first })
        var waits = [Int](repeating: 0, count: insertions.count)
        var followers: [Int: [Int]] = [:]
        for (index, insertion) in insertions.enumerated() {
            for slot in mapping[insertion.key.entity]?.slots.indices ?? 0..<0 {
                guard case .reference(let key) = insertion.row[slot], key.root == insertion.key.root,
                    let other = places[key.number], other != index
                else { continue }
                waits[index] += 1
                followers[other, default: []].append(index)
            }
        }
        return (waits, followers)
    }
}
#endif
