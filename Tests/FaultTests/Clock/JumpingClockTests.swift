// SPDX-License-Identifier: Apache-2.0
// A clock that goes back, forward and elsewhere while a program saves: FaultWriter is the program, and sets its own clock.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("A clock that jumps") struct JumpingClockTests {
    /// How many saves there are while the clock jumps by a thread.
    private static let saves = 30

    private struct Written {
        let folder: TemporaryFolder
        let stack: Stack
        /// The authors of all saves that returned, in their order.
        let authors: [String]

        init() throws {
            folder = try TemporaryFolder()
            let url = folder.file("Moments.sqlite")
            let run = try FaultWriter("clock", url.path, "\(JumpingClockTests.saves)").finish()
            try #require(run.exitCode == 0, "\(run.lines) \(run.errors)")
            authors = run.lines
            stack = try Stack(
                at: url, ClockModel.moments(), options: [NSPersistentHistoryTrackingKey: true])
        }

        func history<Result>(
            _ request: NSPersistentHistoryChangeRequest,
            as: Result.Type = [NSPersistentHistoryTransaction].self
        ) throws -> Result {
            let context = stack.context()
            return try context.performAndWait {
                let result = try context.execute(request) as? NSPersistentHistoryResult
                return try #require(result?.result as? Result)
            }
        }

        func transactions() throws -> [NSPersistentHistoryTransaction] {
            try history(.fetchHistory(after: nil as NSPersistentHistoryToken?))
        }
    }

    @Test("REL-14 the history has the order of the saves, whatever the clock said")
    func order() throws {
        let written = try Written()
        let all = try written.transactions()
        #expect(written.authors.count == Self.saves + 12)
        #expect(all.map { $0.author ?? "" } == written.authors)
        #expect(all.map(\.transactionNumber) == (1...Int64(all.count)).map { $0 })
        // The clock did jump, in both directions.
        let steps = zip(all, all.dropFirst()).map { $1.timestamp.timeIntervalSince($0.timestamp) }
        #expect(steps.contains { $0 < -1_000_000 } && steps.contains { $0 > 1_000_000 })
        let check = try ToolRun("store", "check", written.folder.file("Moments.sqlite").path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    @Test("REL-14 behind each token comes what was saved after it, whatever the clock said")
    func tokens() throws {
        let written = try Written()
        let all = try written.transactions()
        for (index, transaction) in all.enumerated() {
            let rest = try written.history(.fetchHistory(after: transaction.token)).map { $0.author ?? "" }
            #expect(rest == Array(written.authors.dropFirst(index + 1)))
            #expect(try written.history(.fetchHistory(after: transaction)).count == rest.count)
        }
        #expect(written.stack.coordinator.currentPersistentHistoryToken(fromStores: nil) == all.last?.token)
    }

    @Test(
        "REL-14 a date deletes history up to the first save that is not older, and never one from the middle")
    func deleting() throws {
        let written = try Written()
        let all = try written.transactions()
        for date in all.prefix(12).map(\.timestamp) + [Date.distantPast] {
            let left = try written.transactions()
            let kept = left.firstIndex { $0.timestamp >= date } ?? left.endIndex
            let request = NSPersistentHistoryChangeRequest.deleteHistory(before: date)
            request.resultType = .count
            #expect(try written.history(request, as: Int.self) == kept)
            #expect(try written.transactions().map(\.author) == left.dropFirst(kept).map(\.author))
        }
        let last = try #require(try written.transactions().last)
        #expect(try written.history(.fetchHistory(after: last.token)).isEmpty)
    }

    @Test("REL-14 after a date come the saves whose clock was later, in the order of the saves")
    func dates() throws {
        let written = try Written()
        let all = try written.transactions()
        for date in all.map(\.timestamp) {
            let found = try written.history(.fetchHistory(after: date)).map(\.transactionNumber)
            #expect(found == all.filter { $0.timestamp > date }.map(\.transactionNumber))
        }
    }

    @Test("REL-14 zones and jumps leave dates alone, and the rows of a save have one time")
    func rows() throws {
        let written = try Written()
        let context = written.stack.context()
        try context.performAndWait {
            let moments = try context.all("Moment", by: "number")
            #expect(moments.count == 2 * written.authors.count)
            var times: [Int: Set<Date>] = [:]
            for moment in moments {
                let number = try #require(moment.value(forKey: "number") as? Int)
                #expect(moment.value(forKey: "time") as? Date == ClockModel.time(number))
                times[abs(number), default: []].insert(try #require(moment.value(forKey: "written") as? Date))
            }
            #expect(times.values.allSatisfy { $0.count == 1 })
            for transaction in try written.transactions() {
                let number = try #require(transaction.author.flatMap { Int($0) })
                #expect(times[number] == [transaction.timestamp])
            }
        }
    }

    @Test(
        "REL-14 a wait for the lock of a store ends in its time while the clock goes back",
        arguments: [("saving", "NORMAL"), ("saving", "EXCLUSIVE"), ("replacing", "EXCLUSIVE")])
    func patience(_ way: String, _ mode: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Moments.sqlite")
        let stack = try Stack(at: url, ClockModel.moments())
        try stack.coordinator.remove(stack.store)
        let other = try RawDatabase(url, isReadOnly: false)
        try other.rows("PRAGMA locking_mode = \(mode)")
        try other.rows("BEGIN IMMEDIATE")
        try other.rows("UPDATE Z_METADATA SET Z_VERSION = Z_VERSION")
        try expectBusy(url, way)
        try other.rows("ROLLBACK")
        other.close()
        let again = try FaultWriter("patience", url.path, way).finish()
        #expect(again.lines == [way == "saving" ? "1000000" : "replaced"], "\(again.errors)")
    }

    @Test("REL-14 a wait for another migration ends in its time while the clock goes back")
    func migration() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Entries.sqlite")
        let stack = try Stack(at: url, EntryModel.entries())
        try stack.coordinator.remove(stack.store)
        let lock = open(folder.file(".Entries.sqlite.migration-lock").path, O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        try expectBusy(url, "migrating")
        close(lock)
        #expect(try FaultWriter("patience", url.path, "migrating").finish().lines == ["migrated"])
    }

    private func expectBusy(_ url: URL, _ way: String, at location: SourceLocation = #_sourceLocation) throws
    {
        let run = try FaultWriter("patience", url.path, way).finish()
        #expect(
            run.exitCode == 0 && run.lines.count == 1, "\(run.lines) \(run.errors)", sourceLocation: location)
        let isBusy = run.lines.first?.hasPrefix("error NSCocoaErrorDomain 134090 ") == true
        #expect(isBusy, "\(run.lines)", sourceLocation: location)
    }
}
