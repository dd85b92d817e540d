// SPDX-License-Identifier: Apache-2.0
// The pages of RowCacheState.swift. Primary keys are dense numbers, so rows lie in pages of 64 consecutive numbers: a fetch of
// many rows looks for a page once and not once per row. Unsafe memory is fenced here: an array in a class would cost a check for
// exclusive access per row.

import CSwiftRuntime

/// 64 rows of one hierarchy with consecutive numbers.
final class RowPage {
    static let size = 64

    private struct Entry {
        var row: Row?
        /// When the row was read.
        var time: Double
    }

    private let entries: UnsafeMutablePointer<Entry>
    // Exclusivity checks are off for these, because they would cost more than putting a row does; all calls are made
    // under the cache's lock.
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private(set) var lastUse = 0.0

    init() {
        entries = .allocate(capacity: Self.size)
        entries.initialize(repeating: Entry(row: nil, time: 0), count: Self.size)
    }

    deinit { entries.deinitialize(count: Self.size).deallocate() }

    /// The place of a key on its page.
    static func offset(_ key: ObjectKey) -> Int { Int(key.number & 63) }

    /// The row of a place.
    ///
    /// Objects are mostly read in the order of their keys, and rows lie anywhere: the processor fetches one that follows meanwhile.
    @inline(__always) func row(at offset: Int) -> Row? {
        fetchAhead(offset + 2)
        return entries[offset].row
    }

    /// Asks the processor for the memory of a row, if the page has this place.
    @inline(__always) func fetchAhead(_ offset: Int) {
        guard offset < Self.size else { return }
        // The address without a reference, which would be counted in the memory that is fetched.
        let row = UnsafeRawPointer(entries + offset).load(as: UnsafeRawPointer?.self)
        perdure_prefetch(row)
        perdure_prefetch(row.map { $0 + 64 })
    }

    /// The version of a place's row; asks for a row that follows as `row(at:)` does.
    @inline(__always) func version(at offset: Int) -> Int64? {
        fetchAhead(offset + 2)
        return entries[offset].row?.version
    }

    @inline(__always) func time(at offset: Int) -> Double { entries[offset].time }

    /// Moves a row to its place; returns whether the place was empty.
    @inline(__always) func store(_ row: inout Row?, at offset: Int, time: Double) -> Bool {
        let isNew = entries[offset].row == nil
        entries[offset] = Entry(row: row.take(), time: time)
        if isNew { count += 1 }
        lastUse = time
        return isNew
    }

    /// Removes a row, and asks for one that follows; returns whether there was one.
    func clear(_ offset: Int) -> Bool {
        fetchAhead(offset + 2)
        guard entries[offset].row != nil else { return false }
        entries[offset].row = nil
        count -= 1
        return true
    }

    /// Whether only this page refers to the row of a place.
    func isUnused(_ offset: Int) -> Bool {
        // The row leaves its place for the test, because the page's own reference would count too.
        guard var block = entries[offset].row?.block else { return false }
        entries[offset].row = nil
        defer { entries[offset].row = Row(block) }
        return isKnownUniquelyReferenced(&block)
    }
}

/// The key of a page: a hierarchy, and the page's index in it.
struct PageKey: Hashable {
    let root: Int32
    let index: Int64

    init(root: Int32, index: Int64) { (self.root, self.index) = (root, index) }

    @inline(__always) init(_ key: ObjectKey) {
        root = key.root
        // Shift, not division: it rounds down for negative numbers too.
        index = key.number >> 6
    }
}
