// SPDX-License-Identifier: Apache-2.0
// Deadlines: what is left, which one is earlier.

#if PostgreSQL
@testable import PerdurePostgreSQLClient
import Testing

@Suite struct DeadlineTests {
    @Test("PG-25 a deadline counts down, and never below nothing")
    func countsDown() {
        #expect(Deadline(after: -5).isPast)
        #expect(Deadline(after: -5).remaining == 0)
        let later = Deadline(after: 100)
        #expect(!later.isPast && later.remaining > 99)
        #expect(later.orAfter(1).remaining <= 1)
        #expect(Deadline(after: 1).orAfter(100).remaining <= 1)
        #expect(later.pollTime(atMost: 50) == 50)
        #expect(Deadline(after: .infinity).remaining > 1e9)
    }
}
#endif
