// SPDX-License-Identifier: Apache-2.0
// What saves bring to the cache. Saves that are made one after the other tell the newest rows; of saves side by side nobody
// knows which one tells last.

/// What one save has done to a store.
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
    /// Takes over what a save has done that no other was beside.
    mutating func commit(_ rows: CommittedRows, time: Double) {
        if isClosed { return }
        var root: Int32 = -1
        for row in rows.written {
            put(row, time: time, replacesNewer: true)
            forgetMembers(touching: row.key.root, &root)
        }
        for row in rows.computed {
            put(row, time: time, replacesNewer: true)
            if readers > 0 { overtaken.insert(row.key) }
        }
        for key in rows.removed {
            forgetMembers(touching: key.root, &root)
            removeRow(key)
        }
        if count > limit { dropUnused(but: time) }
    }

    /// Takes over what a save has done beside others: rows of which it does not know the newest are forgotten.
    ///
    /// `beginReading` was called before its commit, so that `overtaken` has what others removed or computed since then.
    mutating func commitBeside(_ rows: CommittedRows, time: Double) {
        if isClosed { return }
        var root: Int32 = -1
        for row in rows.written {
            settle(row, time: time)
            forgetMembers(touching: row.key.root, &root)
        }
        for row in rows.computed {
            settle(row, time: time)
            overtaken.insert(row.key)
        }
        for key in rows.removed {
            forgetMembers(touching: key.root, &root)
            removeRow(key)
        }
        if count > limit { dropUnused(but: time) }
    }

    /// Keeps the higher version; forgets the row where the versions do not tell.
    private mutating func settle(_ row: Row, time: Double) {
        guard overtaken.contains(row.key) else { return put(row, time: time, replacesNewer: false) }
        let present = self.row(for: row.key)
        if let present, present.version < row.version { return put(row, time: time, replacesNewer: false) }
        if let present, present.version > row.version { return }
        removeRow(row.key)
    }

    /// Forgets the members that rows of a hierarchy are among; neighbours are of one hierarchy, as a rule.
    @inline(__always)
    private mutating func forgetMembers(touching root: Int32, _ last: inout Int32) {
        if root != last { members.removeAll(touching: root) }
        last = root
    }
}
