// SPDX-License-Identifier: Apache-2.0
// The row cache when saves run side by side: which of them tells first says nothing about which came first.

import PerdureStore
import Testing

@Suite("Row cache: saves side by side") struct RowCacheBesideTests {
    private let cache = RowCache()

    private func row(_ number: Int64, version: Int64, _ value: Int64 = 0) -> Row {
        Row(key: ObjectKey(entity: 1, root: 1, number: number), version: version, values: [.integer(value)])
    }

    private var present: Row? { cache.row(for: row(1, version: 0).key) }

    @Test("the higher version stays, whichever save tells first", arguments: [true, false])
    func versions(newerFirst: Bool) {
        let (older, newer) = (row(1, version: 2), row(1, version: 3))
        cache.committingBeside {
            cache.committingBeside { CommittedRows(written: [newerFirst ? newer : older]) }
            return CommittedRows(written: [newerFirst ? older : newer])
        }
        #expect(present === newer)
        #expect(cache.checkInvariants() == [])
    }

    @Test("a row that another save removed meanwhile is not brought back")
    func removal() {
        cache.committingBeside {
            cache.committingBeside { CommittedRows(removed: [row(1, version: 2).key]) }
            return CommittedRows(written: [row(1, version: 2)])
        }
        #expect(present == nil)
        cache.committingBeside { CommittedRows(written: [row(1, version: 4)]) }
        #expect(present?.version == 4)
        #expect(cache.checkInvariants() == [])
    }

    @Test("of two rows of one version that stores computed neither stays: it is read anew")
    func computed() {
        cache.committingBeside {
            cache.committingBeside { CommittedRows(computed: [row(1, version: 2, 7)]) }
            return CommittedRows(computed: [row(1, version: 2, 8)])
        }
        #expect(present == nil)
    }

    @Test("a computed row that nobody else touched stays, and so does one of a higher version than another's")
    func computedAlone() {
        cache.committingBeside { CommittedRows(computed: [row(1, version: 2, 7)]) }
        #expect(present?.version == 2)
        cache.committingBeside {
            cache.committingBeside { CommittedRows(computed: [row(1, version: 2, 8)]) }
            return CommittedRows(written: [row(1, version: 3, 9)])
        }
        #expect(present?.version == 3)
    }

    @Test("a commit that throws leaves the rows as they were")
    func failing() {
        struct Failure: Error {}
        cache.committingBeside { CommittedRows(written: [row(1, version: 2)]) }
        #expect(throws: Failure.self) { try cache.committingBeside { throw Failure() } }
        #expect(present?.version == 2)
        #expect(cache.checkInvariants() == [])
    }

    @Test("rows that expired while the save was under way fill no faults")
    func expiry() {
        let start = cache.expirations
        cache.committingBeside(since: start) {
            cache.expire()
            return CommittedRows(written: [row(1, version: 2)])
        }
        #expect(present?.version == 2)
        #expect(cache.row(for: row(1, version: 2).key, maximumAge: -1) == nil)
    }
}
