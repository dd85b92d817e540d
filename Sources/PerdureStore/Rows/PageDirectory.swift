// SPDX-License-Identifier: Apache-2.0
// Finds pages by their index (RowPages.swift, MemberPages.swift). Primary keys are dense numbers, so most indexes are small: they
// are places in an array, and a walk through a graph hashes nothing. All other indexes are hashed.

/// Pages by index; the owner of the pages.
///
/// Used under the cache's lock only.
final class PageDirectory<Page: AnyObject> {
    // Pages are counted by hand, and exclusivity checks are off: either would cost as much as the search.
    /// The pages of the indexes from 0.
    @exclusivity(unchecked) private var near: ContiguousArray<Unmanaged<Page>?> = []
    /// The pages of all indexes beyond `near`, and of negative ones.
    @exclusivity(unchecked) private var far: [Int64: Unmanaged<Page>] = [:]
    @exclusivity(unchecked) private(set) var count = 0

    /// The array may have this many places, whatever lies in it.
    private static var few: Int64 { 1_024 }

    deinit { removeAll() }

    /// The page of an index, without a reference to it.
    @inline(__always) func page(_ index: Int64) -> Unmanaged<Page>? {
        if index >= 0, index < near.count { return near[Int(index)] }
        return far.isEmpty ? nil : far[index]
    }

    /// Puts a page in its place, in which there is none.
    func insert(_ page: Page, _ index: Int64) {
        if index >= near.count, index < max(Self.few, Int64(count) * 4) { makeRoom(index) }
        set(index, Unmanaged.passRetained(page))
        count += 1
    }

    func remove(_ index: Int64) {
        guard let page = page(index) else { return }
        set(index, nil)
        count -= 1
        page.release()
    }

    func removeAll() {
        let (near, far) = (near, far)
        (self.near, self.far, count) = ([], [:], 0)
        for page in near { page?.release() }
        for page in far.values { page.release() }
    }

    func forEach(_ body: (Int64, Page) -> Void) {
        for (index, page) in near.enumerated() {
            if let page { body(Int64(index), page.takeUnretainedValue()) }
        }
        for (index, page) in far { body(index, page.takeUnretainedValue()) }
    }

    private func set(_ index: Int64, _ page: Unmanaged<Page>?) {
        if index >= 0, index < near.count { near[Int(index)] = page } else { far[index] = page }
    }

    private func makeRoom(_ index: Int64) {
        let missing = max(Int(index) + 1, near.count * 2) - near.count
        near += repeatElement(nil, count: missing)
        for index in far.keys where index >= 0 && index < near.count {
            near[Int(index)] = far.removeValue(forKey: index)
        }
    }
}
