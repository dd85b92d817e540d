// SPDX-License-Identifier: Apache-2.0
// A save while the k-th call of SQLite fails, for k = 1, 2 … until no call is left.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultySaveTests {
        /// PERDURE_FAULTS=1 takes all of them.
        private static let faults: [SystemFault] =
            Counts.number("PERDURE_FAULTS", standard: 0) == 0 ? someFaults : allFaults
        private static let someFaults = [
            SystemFault(), SystemFault(calls: .writing, stays: true),
            SystemFault(calls: .write, code: 13, stays: true),
            SystemFault(calls: .writing, stays: true, journal: "DELETE"),
        ]
        private static let allFaults: [SystemFault] = ["WAL", "DELETE", "PERSIST"].flatMap { journal in
            [false, true].flatMap { stays in
                [
                    SystemFault(stays: stays, journal: journal),
                    SystemFault(calls: .writing, stays: stays, journal: journal),
                    SystemFault(calls: .sync, stays: stays, journal: journal),
                    SystemFault(calls: .write, code: 13, stays: stays, journal: journal),
                ]
            }
        }

        @Test(
            "SAV-160 checks 5 and 6 each call of a save fails: an error that names store and cause, nothing lost, nothing twice",
            arguments: faults)
        func save(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let saver = try FaultySaver(fault, checkpoints: false)
            try saver.failAtEachCall()
            try saver.expectSound()
            #expect(saver.failures > 0)
            print("ran: \(saver.failures + saver.unharmed) faults")
        }

        @Test(
            "SAV-160 check 5 a fault in the checkpoint after a commit does not touch the save",
            arguments: [false, true])
        func checkpoint(_ stays: Bool) throws {
            try #require(SystemFault.isInstalled)
            let saver = try FaultySaver(SystemFault(stays: stays), checkpoints: true)
            try saver.failAtEachCall()
            // Calls after the commit failed, and the save did not.
            #expect(saver.unharmed > 0)
            try saver.expectSound()
        }
    }
}

/// Saves entry after entry, each with a fault one call later.
private final class FaultySaver {
    private let folder: TemporaryFolder
    private let url: URL
    private let fault: SystemFault
    private let options: [AnyHashable: Any]
    private var stack: Stack
    private var context: NSManagedObjectContext
    private var number = 0
    /// Saves that failed, and saves that succeeded although a call failed.
    private(set) var (failures, unharmed) = (0, 0)

    init(_ fault: SystemFault, checkpoints: Bool) throws {
        folder = try TemporaryFolder()
        url = folder.file("Faulty.sqlite")
        self.fault = fault
        var options = fault.options
        if checkpoints {
            options[NSSQLitePragmasOption] = ["journal_mode": fault.journal, "wal_autocheckpoint": "1"]
        }
        self.options = options
        stack = try Stack(at: url, EntryModel.entries(), options: options)
        context = stack.context()
    }

    func failAtEachCall() throws {
        for nth in 1...2_000 {
            guard try context.performAndWait({ try fail(at: nth) }) else { return }
        }
        Issue.record("there is no end of calls")
    }

    /// Whether a call failed.
    private func fail(at nth: Int) throws -> Bool {
        number += 1
        // Reading what the entry before it has is not part of the save.
        try EntryModel.write(number, of: 1, pictureSize: 0, in: context)
        let outcome = fault.run(nth, in: folder) { try context.save() }
        if let error = outcome.error {
            #expect(outcome.hits > 0)
            failures += 1
            try saveAgain(after: error)
        } else if outcome.hits > 0 {
            unharmed += 1
        }
        #expect(!context.hasChanges)
        context.reset()
        let found = try EntryModel.examine(1, in: context)
        #expect(found.count == number && found.torn.isEmpty, "call \(nth): \(found) of \(number)")
        context.reset()
        return outcome.hits > 0
    }

    /// The fault is over.
    private func saveAgain(after error: NSError) throws {
        expectFaultError(error, url)
        #expect(context.insertedObjects.count == 1 + EntryModel.parts)
        guard error.code == 134030 else { return try context.save() }
        // In doubt: whoever opens the store again and looks is to find all or nothing.
        context.reset()
        try stack.coordinator.remove(stack.store)
        stack = try Stack(at: url, EntryModel.entries(), options: options)
        context = stack.context()
        try context.performAndWait {
            let found = try EntryModel.examine(1, in: context)
            #expect(found.torn.isEmpty)
            if found.count == number { return }
            try EntryModel.write(number, of: 1, pictureSize: 0, in: context)
            try context.save()
        }
    }

    func expectSound() throws {
        try stack.coordinator.remove(stack.store)
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        let keys = try RawDatabase(url).value("SELECT COUNT(*) - COUNT(DISTINCT ZNUMBER) FROM ZENTRY")
        #expect(keys == "0")
    }
}
