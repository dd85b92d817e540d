// SPDX-License-Identifier: Apache-2.0
// Creating, opening and reading a store while the k-th call of SQLite fails.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyOpeningTests {
        /// PERDURE_FAULTS=1 takes all of them.
        private static let faults: [SystemFault] =
            Counts.number("PERDURE_FAULTS", standard: 0) == 0
            ? [SystemFault(), SystemFault(calls: .writing, stays: true, journal: "DELETE")]
            : ["WAL", "DELETE"].flatMap { journal in
                [false, true].map { SystemFault(stays: $0, journal: journal) }
            }

        @Test("check 5 each call of a store's creation fails: no half-made store", arguments: faults)
        func creation(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            var failures = 0
            for nth in 1...2_000 {
                let folder = try TemporaryFolder()
                let url = folder.file("New.sqlite")
                let outcome = fault.run(nth, in: folder) { try create(url, fault) }
                if let error = outcome.error {
                    expectFaultError(error, url)
                    failures += 1
                }
                try expectWholeOrEmpty(url)
                try create(url, fault)
                if outcome.hits == 0 { break }
            }
            #expect(failures > 0)
            print("ran: \(failures) faults")
        }

        private func create(_ url: URL, _ fault: SystemFault) throws {
            let stack = try Stack(at: url, EntryModel.entries(), options: fault.options)
            let context = stack.context()
            let count = try context.performAndWait { try context.all("Entry").count }
            #expect(count == 0)
            try stack.coordinator.remove(stack.store)
        }

        private func expectWholeOrEmpty(_ url: URL) throws {
            guard let database = try? RawDatabase(url, isReadOnly: false) else { return }
            let tables = Int(try database.value("SELECT COUNT(*) FROM sqlite_master") ?? "")
            if tables == 0 { return }
            #expect(try database.value("PRAGMA integrity_check") == "ok")
            #expect(try database.value("SELECT COUNT(*) FROM Z_METADATA") == "1")
            #expect(try database.value("SELECT COUNT(*) FROM Z_PRIMARYKEY") == "2")
        }

        @Test(
            "check 5 each call of an opening and of a fetch fails: an error, and nothing lost",
            arguments: faults)
        func reading(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let folder = try TemporaryFolder()
            let url = folder.file("Old.sqlite")
            try fill(url, fault)
            for part in [read, readOpened] {
                var failures = 0
                for nth in 1...2_000 {
                    let outcome = try part(url, fault, nth, folder)
                    if let error = outcome.error {
                        expectFaultError(error, url)
                        failures += 1
                    } else {
                        #expect(try outcome.result.get() == 40)
                    }
                    if outcome.hits == 0 { break }
                }
                #expect(failures > 0 || !fault.calls.contains(.read))
                print("ran: \(failures) faults")
            }
            #expect(try ToolRun("store", "check", url.path).exitCode == 0)
        }

        private func fill(_ url: URL, _ fault: SystemFault) throws {
            let stack = try Stack(at: url, EntryModel.entries(), options: fault.options)
            let context = stack.context()
            try context.performAndWait {
                for number in 1...40 {
                    try EntryModel.write(number, of: 1, pictureSize: 0, in: context)
                    try context.save()
                }
            }
            try stack.coordinator.remove(stack.store)
        }

        /// The fault comes while the store is opened and read.
        private func read(_ url: URL, _ fault: SystemFault, _ nth: Int, _ folder: TemporaryFolder) throws
            -> SystemFault.Outcome<Int>
        {
            fault.run(nth, in: folder) {
                let stack = try Stack(at: url, EntryModel.entries(), options: fault.options)
                return try count(stack.context())
            }
        }

        /// The fault comes while an open store is read; without it the same context reads everything.
        private func readOpened(_ url: URL, _ fault: SystemFault, _ nth: Int, _ folder: TemporaryFolder)
            throws
            -> SystemFault.Outcome<Int>
        {
            let stack = try Stack(at: url, EntryModel.entries(), options: fault.options)
            let context = stack.context()
            let outcome = fault.run(nth, in: folder) { try count(context) }
            #expect(try count(context) == 40)
            return outcome
        }

        private func count(_ context: NSManagedObjectContext) throws -> Int {
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
                request.returnsObjectsAsFaults = false
                return try context.fetch(request).filter { $0.value(forKey: "number") is Int }.count
            }
        }
    }
}
