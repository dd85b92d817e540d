// SPDX-License-Identifier: Apache-2.0
// Histories that Apple's framework wrote, read through the public API.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite(
    "Histories of Apple's stores",
    .enabled(if: Fixtures.isAvailable, "the fixtures are not beside the project"))
struct ReadingHistoryTests {
    private func transactions(_ opened: OpenedStore) throws -> [NSPersistentHistoryTransaction] {
        try opened.context.performAndWait {
            let result = try opened.context.execute(
                NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            return try #require(
                (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
        }
    }

    @Test(
        "STO-170 STO-173 STO-174 all transactions and changes of Photos are read, with their names",
        arguments: [
            "Test-Empty-Library-13-5", "Test-10.16.0.1", "Test-15.4.1", "Test-16.0.0-beta",
            "TestTimeWarp-10.15.7",
        ])
    func photos(_ name: String) throws {
        let opened = try OpenedStore(FixtureStore.containing("\(name).photoslibrary/database"))
        let found = try transactions(opened)
        let database = try RawDatabase(opened.file)
        let names = ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"].map {
            "IFNULL((SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.Z\($0)TS), '')"
        }
        let stored = try database.rows(
            "SELECT Z_PK, \(names.joined(separator: ", ")) FROM ATRANSACTION t ORDER BY Z_PK")
        #expect(
            found.map {
                ["\($0.transactionNumber)", $0.author ?? "", $0.bundleID, $0.contextName ?? "", $0.processID]
            } == stored)
        let changes = found.flatMap { $0.changes ?? [] }
        let kinds = try database.rows("SELECT Z_PK, ZCHANGETYPE, ZENTITYPK FROM ACHANGE ORDER BY Z_PK")
        #expect(
            changes.sorted { $0.changeID < $1.changeID }.map {
                [
                    "\($0.changeID)", "\($0.changeType.rawValue)",
                    "\($0.changedObjectID.uriRepresentation().lastPathComponent.dropFirst())",
                ]
            } == kinds)
        try opened.close()
    }

    @Test("STO-174 preserved values and updated properties of Photos are those that the model names")
    func details() throws {
        let opened = try OpenedStore(FixtureStore.containing("Test-10.16.0.1.photoslibrary/database"))
        let changes = try transactions(opened).flatMap { $0.changes ?? [] }
        let person = try #require(changes.first { $0.changeID == 380 })
        #expect(person.changedObjectID.entity.name == "Person" && person.changeType == .delete)
        #expect(person.tombstone?["personUUID"] as? String == "9BA44428-CB62-492E-9919-B03B91FFCA93")
        #expect(person.tombstone?["cloudDeleteState"] as? Int == 0 && person.tombstone?.count == 2)
        let counted = changes.filter { change in
            change.changedObjectID.entity.name == "Album"
                && change.updatedProperties.map { $0.map(\.name) } == ["assets"]
        }
        #expect(counted.count == 6)
        try opened.close()
    }
}
