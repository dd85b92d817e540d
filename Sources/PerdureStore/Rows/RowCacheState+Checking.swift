// SPDX-License-Identifier: Apache-2.0
// Looks whether the inside of the row cache is sound. Tests ask for it.

extension RowCacheState {
    /// What contradicts the cache's own rules: nothing when it is sound.
    ///
    /// Looks at every place.
    func checkInvariants() -> [String] {
        var problems: [String] = []
        let all = pages.all
        for (key, page) in all {
            let rows = (0..<RowPage.size).compactMap { offset in page.row(at: offset).map { (offset, $0) } }
            if rows.count != page.count {
                problems.append("a page has \(rows.count) rows, \(page.count) are counted")
            }
            if rows.isEmpty { problems.append("an empty page is kept") }
            for (offset, row) in rows where PageKey(row.key) != key || RowPage.offset(row.key) != offset {
                problems.append("row \(row.key.number) lies in the place of another")
            }
        }
        let rows = all.reduce(0) { $0 + $1.page.count }
        if rows != count { problems.append("there are \(rows) rows, \(count) are counted") }
        if let recent, pages.page(recent.key)?.toOpaque() != recent.page.toOpaque() {
            problems.append("the last page is not in the cache")
        }
        if readers == 0, !overtaken.isEmpty { problems.append("keys are kept for reads that have ended") }
        if readers < 0 || holders < 0 { problems.append("more reads have ended than begun") }
        return problems
    }
}
