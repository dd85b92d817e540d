// SPDX-License-Identifier: Apache-2.0
// The pages of a row cache (RowCacheState.swift), by hierarchy and index.

/// All pages of rows of one store.
struct RowPages {
    /// Made for the first page: a fetch of few rows needs none.
    private var hierarchies: PageDirectory<PageDirectory<RowPage>>?

    /// The page of a key, without a reference to it.
    @inline(__always) func page(_ key: PageKey) -> Unmanaged<RowPage>? {
        guard let pages = hierarchies?.page(Int64(key.root)) else { return nil }
        return pages._withUnsafeGuaranteedRef { $0.page(key.index) }
    }

    mutating func insert(_ page: RowPage, _ key: PageKey) { pages(key.root).insert(page, key.index) }

    mutating func remove(_ key: PageKey) { pages(key.root).remove(key.index) }

    mutating func removeAll() { hierarchies = nil }

    /// All pages, in no order.
    var all: [(key: PageKey, page: RowPage)] {
        var all: [(key: PageKey, page: RowPage)] = []
        hierarchies?.forEach { root, pages in
            pages.forEach { all.append((PageKey(root: Int32(root), index: $0), $1)) }
        }
        return all
    }

    private mutating func pages(_ root: Int32) -> PageDirectory<RowPage> {
        let all = hierarchies ?? PageDirectory()
        hierarchies = all
        if let known = all.page(Int64(root)) { return known.takeUnretainedValue() }
        let new = PageDirectory<RowPage>()
        all.insert(new, Int64(root))
        return new
    }
}
