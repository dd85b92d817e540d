// SPDX-License-Identifier: Apache-2.0
// The rows of a read that comes in parts. The cache takes them over when the read has succeeded: a store may find only at its end that
// the file is another one.

/// Rows that the cache does not have yet.
struct StagedRows {
    /// When the read began; its rows may be as old.
    let time: Double
    /// The rows of the only part: small reads need no pages.
    private(set) var single: [Row] = []
    /// The rows of several parts, in pages that the cache can take over.
    private(set) var parts = RowCacheState(capacity: .max)

    init(time: Double) { self.time = time }

    /// Moves the rows of a part here, and gives their keys.
    mutating func add(_ rows: inout [Row]) -> [ObjectKey] {
        if single.isEmpty, parts.count == 0 {
            swap(&single, &rows)
            return single.map(\.key)
        }
        var first: [Row] = []
        swap(&first, &single)
        _ = parts.insert(&first, time: time, since: time)
        return parts.insert(&rows, time: time, since: time)
    }
}

extension RowCacheState {
    /// Takes over the rows of a read that has succeeded.
    mutating func adopt(_ staged: StagedRows) {
        insert(staged.single, time: staged.time, since: staged.time)
        if isClosed { return }
        for (key, page) in staged.parts.pages.all where !adopt(page, key) {
            for row in (0..<RowPage.size).compactMap(page.row(at:)) where !isOvertaken(row) {
                store(row, time: staged.time, since: staged.time)
            }
        }
        if count > limit { dropUnused(but: staged.time) }
    }
}
