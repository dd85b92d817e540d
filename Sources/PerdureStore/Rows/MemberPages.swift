// SPDX-License-Identifier: Apache-2.0
// The lists of one relationship (MemberLists.swift). Primary keys are dense numbers, so lists lie in pages of 64 consecutive owners:
// as do the rows of RowPage.swift; PageDirectory.swift finds the pages.

/// The members of one owner.
struct MemberList {
    /// A slice of one read's result; the lists of that read share its memory.
    let keys: ArraySlice<ObjectKey>
    let time: Double
}

/// Lists by the number of their owner; used under the cache's lock only.
final class MemberPages {
    private static let size = 64

    private final class Page {
        // Exclusivity checks would cost more than a lookup; no call is made meanwhile.
        @exclusivity(unchecked) var lists = [MemberList?](repeating: nil, count: MemberPages.size)
    }

    private let pages = PageDirectory<Page>()

    subscript(owner: Int64) -> MemberList? {
        get { pages.page(owner >> 6)?._withUnsafeGuaranteedRef { $0.lists[Int(owner & 63)] } }
        set { page(owner >> 6)._withUnsafeGuaranteedRef { $0.lists[Int(owner & 63)] = newValue } }
    }

    /// The number of places for lists.
    var places: Int { pages.count * Self.size }

    /// The number of places and of the members in their lists.
    var count: Int {
        var count = places
        pages.forEach { _, page in count = page.lists.reduce(count) { $0 + ($1?.keys.count ?? 0) } }
        return count
    }

    /// The page of an index; makes it if there is none.
    private func page(_ index: Int64) -> Unmanaged<Page> {
        if let page = pages.page(index) { return page }
        let page = Page()
        pages.insert(page, index)
        return Unmanaged.passUnretained(page)
    }
}

/// The keys of one read's members, grouped by owner; each group keeps the order of the read.
struct GroupedMembers {
    let keys: [ObjectKey]
    let groups: [(owner: Int64, places: Range<Int>)]

    init(_ found: MemberRows) {
        let owners = found.owners
        // A store mostly gives the members of one owner after the other.
        let isSorted = zip(owners, owners.dropFirst()).allSatisfy { $0 <= $1 }
        let order = isSorted ? nil : owners.indices.sorted { (owners[$0], $0) < (owners[$1], $1) }
        keys = order?.map { found.rows[$0].key } ?? found.rows.map(\.key)
        groups = Self.runs(order?.map { owners[$0] } ?? owners)
    }

    /// Each run of equal owners.
    private static func runs(_ owners: [Int64]) -> [(owner: Int64, places: Range<Int>)] {
        var runs: [(owner: Int64, places: Range<Int>)] = []
        for (place, owner) in owners.enumerated() {
            if let last = runs.last, last.owner == owner {
                runs[runs.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                runs.append((owner, place..<place + 1))
            }
        }
        return runs
    }
}
