// SPDX-License-Identifier: Apache-2.0
// The inside of RowCache.swift: which rows are there, since when, and which go when there are too many. Rows lie in pages
// (RowPage.swift); what saves bring is in RowCacheState+Commits.swift.

/// The cache's contents; every call is made under the cache's lock.
struct RowCacheState {
    private(set) var pages = RowPages()
    /// The page that was used last, owned by `pages`: counting references here would cost more than the rest of putting a row.
    private(set) var recent: (key: PageKey, page: Unmanaged<RowPage>)?
    private var capacity: Int
    /// Whether the store is gone; then the cache takes no rows.
    private(set) var isClosed = false
    private(set) var limit: Int
    private(set) var count = 0
    /// The number of reads that are under way, and of writes that may run beside others.
    private(set) var readers = 0
    /// The keys of rows that saves removed, or computed values for, during reads: the reads must not bring back the old rows.
    ///
    /// A row that a save wrote needs no entry, because its version is higher. Computed values do not raise a version.
    var overtaken: Set<ObjectKey> = []
    /// Rows that were read up to this time have expired.
    private var expiry = -Double.infinity
    private(set) var expirations = 0
    /// The prefetched members.
    var members: MemberLists
    /// The number of callers of `holding`, and the time since which rows stay for them.
    private(set) var holders = 0
    private var heldSince = Double.infinity

    init(capacity: Int) {
        self.capacity = capacity
        members = MemberLists(capacity: capacity)
        limit = capacity
    }

    func row(for key: ObjectKey) -> Row? {
        page(of: key)?._withUnsafeGuaranteedRef { $0.row(at: RowPage.offset(key)) }
    }

    func row(for key: ObjectKey, oldest: Double) -> Row? {
        guard let page = page(of: key) else { return nil }
        return page._withUnsafeGuaranteedRef { page in
            let offset = RowPage.offset(key)
            let time = page.time(at: offset)
            return time >= oldest && time > expiry ? page.row(at: offset) : nil
        }
    }

    /// Asks the processor for the rows of some keys: members are mostly read when they have been found.
    func fetchAhead(_ keys: ArraySlice<ObjectKey>) {
        for key in keys.prefix(16) {
            page(of: key)?._withUnsafeGuaranteedRef { $0.fetchAhead(RowPage.offset(key)) }
        }
    }

    @inline(__always) private func page(of key: ObjectKey) -> Unmanaged<RowPage>? {
        let name = PageKey(key)
        if let recent, recent.key == name { return recent.page }
        return pages.page(name)
    }

    mutating func expire(_ time: Double) {
        expiry = time
        expirations += 1
        members.removeAll()
    }

    /// The time at which a row counts as read; as long before zero if rows have expired since its read or its save began.
    ///
    /// The row has expired then, and its time still says when it came.
    func time(_ time: Double, since expirations: Int?) -> Double {
        expirations.map { $0 == self.expirations } ?? true ? time : -time
    }

    /// Returns the number of expirations before the read.
    mutating func beginReading() -> Int {
        readers += 1
        return expirations
    }

    mutating func endReading() {
        readers -= 1
        if readers == 0 { overtaken.removeAll() }
    }

    mutating func setCapacity(_ rows: Int) {
        capacity = rows
        limit = rows
        members.capacity = rows
    }

    /// Keeps the rows of some keys, and all rows that come from now on, until `endHolding`.
    mutating func beginHolding(_ keys: [ObjectKey], time: Double) {
        holders += 1
        heldSince = min(heldSince, time)
        for key in keys {
            guard let page = page(of: key) else { continue }
            heldSince = min(heldSince, page._withUnsafeGuaranteedRef { $0.lastUse })
        }
        members.keepsAll = true
    }

    mutating func endHolding() {
        holders -= 1
        guard holders == 0 else { return }
        heldSince = .infinity
        members.keepsAll = false
    }

    /// Inserts rows that were read.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - time: when they were read.
    ///   - start: when the read began.
    mutating func insert(_ rows: [Row], time: Double, since start: Double) {
        if isClosed { return }
        for row in rows where !isOvertaken(row) { store(row, time: time, since: start) }
        if count > limit { dropUnused(but: time) }
    }

    /// Inserts rows that only the caller holds: it moves each row, and counts no reference to it.
    ///
    /// - Parameters:
    ///   - rows: the rows; empty afterwards.
    ///   - time: when they were read.
    ///   - start: when the read began.
    /// - Returns: their keys, in their order.
    mutating func insert(_ rows: inout [Row], time: Double, since start: Double) -> [ObjectKey] {
        // All threads share the storage of the empty array: making it the way below would write its count.
        guard !rows.isEmpty else { return [] }
        let keys = [ObjectKey](unsafeUninitializedCapacity: rows.count) { keys, count in
            count = rows.count
            // From the end, because only there an array gives elements away without a copy. Each row's memory is read once.
            while let row = rows.popLast() {
                keys.initializeElement(at: rows.count, to: row.key)
                if isClosed { continue }
                if !isOvertaken(row) { store(row, time: time, since: start) }
            }
        }
        if count > limit { dropUnused(but: time) }
        return keys
    }

    /// Whether a row that was read is not newer than the cached row, or was removed meanwhile.
    func isOvertaken(_ row: Row) -> Bool {
        guard !overtaken.isEmpty, overtaken.contains(row.key) else { return false }
        return self.row(for: row.key).map { $0.version >= row.version } ?? true
    }

    mutating func remove(_ key: ObjectKey) {
        members.removeAll(touching: key.root)
        removeRow(key)
    }

    mutating func removeRow(_ key: ObjectKey) {
        if readers > 0 { overtaken.insert(key) }
        let name = PageKey(key)
        guard let page = page(of: key) else { return }
        let isEmpty = page._withUnsafeGuaranteedRef { page in
            clear(RowPage.offset(key), of: page)
            return page.count == 0
        }
        // The next row to be removed is mostly a neighbour on the same page.
        if isEmpty { forget(name) } else { recent = (name, page) }
    }

    mutating func close() {
        isClosed = true
        removeAll()
    }

    mutating func removeAll() {
        pages.removeAll()
        members.removeAll()
        recent = nil
        count = 0
        limit = capacity
    }

    /// Puts a row in its place, unless one of a higher version has come since a time.
    ///
    /// A higher version that came before does not count: others may have removed that row, and made one of its key anew.
    @inline(__always)
    mutating func store(_ row: consuming Row, time: Double, since start: Double) {
        let page = page(PageKey(row.key))
        let offset = RowPage.offset(row.key)
        let version = row.version
        var row: Row? = row
        let isNew = page._withUnsafeGuaranteedRef { page in
            // A read that began before a save must not undo what the save brought here.
            if let old = page.version(at: offset), old > version, abs(page.time(at: offset)) >= start {
                return false
            }
            return page.store(&row, at: offset, time: time)
        }
        if isNew { count += 1 }
    }

    @inline(__always) private mutating func page(_ key: PageKey) -> Unmanaged<RowPage> {
        if let recent, recent.key == key { return recent.page }
        return otherPage(key)
    }

    private mutating func otherPage(_ key: PageKey) -> Unmanaged<RowPage> {
        if pages.page(key) == nil { pages.insert(RowPage(), key) }
        // The line above has seen to it that there is one.
        let page = pages.page(key).unsafelyUnwrapped
        recent = (key, page)
        return page
    }

    /// Takes over a page of rows that a read gave; false where the cache has some of them, or learnt of newer ones meanwhile.
    mutating func adopt(_ page: RowPage, _ key: PageKey) -> Bool {
        guard overtaken.isEmpty, pages.page(key) == nil else { return false }
        pages.insert(page, key)
        count += page.count
        return true
    }

    private mutating func clear(_ offset: Int, of page: RowPage) {
        if page.clear(offset) { count -= 1 }
    }

    private mutating func forget(_ key: PageKey) {
        pages.remove(key)
        if recent?.key == key { recent = nil }
    }

    /// Drops rows that no object has as its snapshot, the longest unused first, until half of the capacity is free.
    ///
    /// - Parameter time: rows that came at this time stay, even beyond the capacity: otherwise the faults of a large fetch
    ///   would read their rows one by one.
    mutating func dropUnused(but time: Double) {
        let floor = min(time, heldSince)
        let byAge = pages.all.sorted { $0.page.lastUse < $1.page.lastUse }
        for (key, page) in byAge where count > capacity / 2 && page.lastUse < floor {
            for offset in 0..<RowPage.size where page.isUnused(offset) { clear(offset, of: page) }
            if page.count == 0 { forget(key) }
        }
        // Rows that objects use cost nothing extra. Another search for unused rows pays only after much growth. Rows that one
        // large read brought are searched when the next rows come.
        let newest = byAge.reduce(0) { $1.page.lastUse >= floor ? $0 + $1.page.count : $0 }
        limit = newest > capacity / 2 ? max(capacity, count - newest) : max(capacity, count * 2)
    }
}
