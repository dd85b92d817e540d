// SPDX-License-Identifier: Apache-2.0
// The rows of a read that comes in parts. The cache takes them over when the read has succeeded: a store may find only at its end that
// the file is another one.

/// Rows that the cache does not have yet, in pages that it can take over.
struct StagedRows {
    private let time: Double
    /// The rows of the only part: small reads need no pages.
    private(set) var single: [Row] = []
    private(set) var pages: [PageKey: RowPage] = [:]
    /// The page that was used last.
    private var recent: (key: PageKey, page: RowPage)?

    /// - Parameter time: when the rows were read.
    init(time: Double) { self.time = time }

    /// Moves the rows of a part here, and gives their keys.
    mutating func add(_ rows: inout [Row]) -> [ObjectKey] {
        let keys = rows.map(\.key)
        if single.isEmpty, pages.isEmpty {
            swap(&single, &rows)
        } else {
            var first: [Row] = []
            swap(&first, &single)
            put(&first)
            put(&rows)
        }
        return keys
    }

    private mutating func put(_ rows: inout [Row]) {
        while let row = rows.popLast() {
            let key = PageKey(row.key)
            if recent?.key != key { recent = (key, page(key)) }
            var moved: Row? = row
            // The line above has set it.
            _ = recent!.page.store(&moved, at: RowPage.offset(row.key), time: time)
        }
    }

    private mutating func page(_ key: PageKey) -> RowPage {
        if let page = pages[key] { return page }
        let page = RowPage()
        pages[key] = page
        return page
    }
}

extension RowCacheState {
    /// Takes over the rows of a read that has succeeded.
    mutating func adopt(_ staged: StagedRows, time: Double) {
        guard !staged.pages.isEmpty else { return insert(staged.single, time: time) }
        if isClosed { return }
        for (key, page) in staged.pages where !adopt(page, key) {
            for row in (0..<RowPage.size).compactMap(page.row(at:)) where !isOvertaken(row) {
                store(row, time: time, replacesNewer: false)
            }
        }
        if count > limit { dropUnused(but: time) }
    }
}
