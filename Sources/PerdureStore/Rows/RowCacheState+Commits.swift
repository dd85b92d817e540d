// SPDX-License-Identifier: Apache-2.0
// The rows that saves bring to the cache. Saves that run one after the other report the newest rows. Saves that run side by
// side may report in another order than they committed.

/// The rows that one save changed in a store.
package struct CommittedRows: Sendable {
    /// The rows that it wrote, as they are now.
    package var written: [Row]
    /// Rows with values that the store computed or merged: their versions did not move.
    package var computed: [Row]
    /// The keys of rows that are gone, or are to be read anew.
    package var removed: [ObjectKey]

    package init(written: [Row] = [], computed: [Row] = [], removed: [ObjectKey] = []) {
        self.written = written
        self.computed = computed
        self.removed = removed
    }
}

extension RowCacheState {
    /// Takes over the rows of a save that no other save ran beside.
    mutating func commit(_ rows: CommittedRows, time: Double) {
        if isClosed { return }
        var root: Int32 = -1
        for (index, row) in rows.written.enumerated() {
            rows.written.fetchAhead(of: index)
            store(row, time: time, since: .infinity)
            forgetMembers(touching: row.key.root, &root)
        }
        for row in rows.computed {
            store(row, time: time, since: .infinity)
            if readers > 0 { overtaken.insert(row.key) }
        }
        for key in rows.removed {
            forgetMembers(touching: key.root, &root)
            removeRow(key)
        }
        if count > limit { dropUnused(but: time) }
    }

    /// Takes over the rows of a save that ran beside others; forgets a row when it may not be the newest.
    ///
    /// The caller has called `beginReading` before the commit. So `overtaken` holds the keys that other saves removed or
    /// computed values for since then.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - time: when they count as read.
    ///   - start: when the commit began.
    mutating func commitBeside(_ rows: CommittedRows, time: Double, since start: Double) {
        if isClosed { return }
        var root: Int32 = -1
        for row in rows.written {
            keepNewer(row, time: time, since: start)
            forgetMembers(touching: row.key.root, &root)
        }
        for row in rows.computed {
            keepNewer(row, time: time, since: start)
            overtaken.insert(row.key)
        }
        for key in rows.removed {
            forgetMembers(touching: key.root, &root)
            removeRow(key)
        }
        if count > limit { dropUnused(but: time) }
    }

    /// Keeps the row with the higher version; forgets an overtaken row where the versions do not decide.
    private mutating func keepNewer(_ row: Row, time: Double, since start: Double) {
        guard overtaken.contains(row.key) else { return store(row, time: time, since: start) }
        let present = self.row(for: row.key)
        if let present, present.version < row.version { return store(row, time: time, since: start) }
        if let present, present.version > row.version { return }
        removeRow(row.key)
    }

    /// Forgets the member lists of a hierarchy, unless the row before was of the same one, as most neighbours are.
    @inline(__always)
    private mutating func forgetMembers(touching root: Int32, _ last: inout Int32) {
        if root != last { members.removeAll(touching: root) }
        last = root
    }
}
