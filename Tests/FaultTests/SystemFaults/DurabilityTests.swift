// SPDX-License-Identifier: Apache-2.0
// The chosen durability reaches the connection that writes: seen by how often a save syncs.
// Scripts/check-power-cuts shows what each level loses.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct DurabilityTests {
        /// How many syncs a save costs once the store is open.
        private func syncs(_ options: [AnyHashable: Any]?) throws -> Int {
            try #require(SystemFault.isInstalled)
            let folder = try TemporaryFolder()
            let stack = try Stack(
                at: folder.file("Durable.sqlite"), EntryModel.entries(), options: options)
            let context = stack.context()
            return try context.performAndWait {
                try EntryModel.write(1, of: 1, pictureSize: 0, in: context)
                try context.save()
                try EntryModel.write(2, of: 1, pictureSize: 0, in: context)
                let outcome = SystemFault(calls: .sync).run(0, in: folder) { try context.save() }
                try outcome.result.get()
                return outcome.calls
            }
        }

        @Test(
            "decision 27 the pragma synchronous takes effect in any of its spellings",
            arguments: [
                ("synchronous", "FULL", 1), ("synchronous", "NORMAL", 0), ("SYNCHRONOUS", "normal", 0),
                ("synchronous", "1", 0), ("synchronous", "OFF", 0), ("synchronous", "0", 0),
                ("synchronous", "EXTRA", 1),
            ])
        func pragma(_ name: String, _ value: String, _ expected: Int) throws {
            #expect(try syncs([NSSQLitePragmasOption: [name: value]]) == expected)
        }

        @Test("decision 27 without a wish every save is brought to disk")
        func standard() throws {
            #expect(try syncs(nil) == 1)
            #expect(try syncs([NSSQLitePragmasOption: ["synchronous": NSNumber(value: 1)]]) == 0)
        }

        @Test("decision 27 a rollback journal is brought to disk before and after the file, or not at all")
        func rollbackJournal() throws {
            let pragmas = { ["journal_mode": "DELETE", "synchronous": $0] }
            #expect(try syncs([NSSQLitePragmasOption: pragmas("OFF")]) == 0)
            #expect(try syncs([NSSQLitePragmasOption: pragmas("EXTRA")]) > 1)
        }

        @Test(
            "decision 27 durability of a description is the pragma",
            arguments: zip(NSPersistentStoreDescription.Durability.allCases, [1, 0, 0]))
        func description(_ level: NSPersistentStoreDescription.Durability, _ expected: Int) throws {
            let description = NSPersistentStoreDescription()
            #expect(description.durability == .full)
            description.setValue("oFF" as NSString, forPragmaNamed: "Synchronous")
            #expect(description.durability == .off)
            description.durability = level
            #expect(description.durability == level && description.sqlitePragmas.count == 1)
            #expect(try syncs(description.options) == expected)
        }
    }
}
