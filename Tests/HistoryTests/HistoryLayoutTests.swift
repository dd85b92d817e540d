// SPDX-License-Identifier: Apache-2.0
// Histories of other makers: of older systems, of models with more or fewer properties, of other entities.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Histories of other makers") struct HistoryLayoutTests {
    /// A store with one transaction, whose tables are then those of systems without a table of names.
    private func old() throws -> Stack {
        let stack = try Stack.withHistory()
        try stack.savePrizes("one")
        let database = try RawDatabase(#require(stack.url), isReadOnly: false)
        for name in ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"] {
            try database.rows(
                "UPDATE ATRANSACTION SET Z\(name) ="
                    + " (SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = Z\(name)TS)")
            try database.rows("DROP INDEX ATRANSACTION_Z\(name)TS_INDEX")
            try database.rows("ALTER TABLE ATRANSACTION DROP COLUMN Z\(name)TS")
        }
        try database.rows("DROP TABLE ATRANSACTIONSTRING")
        try database.rows("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16003")
        return stack
    }

    @Test("STO-173 histories with their names in the transactions are read and gone on with")
    func namesInPlace() throws {
        let former = try old()
        let stack = try former.another()
        try stack.savePrizes("two")
        let transactions = try stack.transactions
        #expect(transactions.map(\.author) == ["one", "two"])
        #expect(transactions.map(\.contextName) == ["one", "two"])
        #expect(transactions[0].processID == transactions[1].processID)
        #expect(try stack.raw("SELECT ZAUTHOR FROM ATRANSACTION") == [["one"], ["two"]])
        #expect(try stack.raw("SELECT COUNT(*) FROM Z_PRIMARYKEY WHERE Z_ENT = 16003") == [["0"]])
        #expect(try stack.history(.deleteHistory(before: transactions[1]), .count, as: Int.self) == 1)
    }

    @Test("STO-174 bits beyond the properties, short bits and changes of unknown entities do no harm")
    func strangeChanges() throws {
        let stack = try Stack.withHistory()
        try stack.savePrizes("one")
        try RawDatabase(#require(stack.url), isReadOnly: false).rows(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
                + " SELECT 2, 16001, 1, ZENTITY, 1, 1, x'ffffffff' FROM ACHANGE WHERE Z_PK = 1"
                + " UNION ALL SELECT 3, 16001, 1, ZENTITY, 1, 1, x'' FROM ACHANGE WHERE Z_PK = 1"
                + " UNION ALL SELECT 4, 16001, 1, 77, 1, 1, x'80'"
                + " UNION ALL SELECT 5, 16001, 9, ZENTITY, 1, 1, NULL FROM ACHANGE WHERE Z_PK = 1"
                + " UNION ALL SELECT 6, 16001, 2, ZENTITY, 1, 1, NULL FROM ACHANGE WHERE Z_PK = 1")
        let changes = try #require(try stack.transactions.first?.changes)
        #expect(changes.map(\.changeID) == [1, 2, 3, 6])
        #expect(changes[1].updatedProperties?.map(\.name).sorted() == ["label", "winners"])
        #expect(changes[2].updatedProperties?.isEmpty == true)
        #expect(changes[3].tombstone == nil)
    }

    @Test("STO-170 counters that lag behind their tables give no number out twice")
    func laggingCounters() throws {
        let stack = try Stack.withHistory()
        try stack.savePrizes("one", "two")
        try RawDatabase(#require(stack.url), isReadOnly: false).rows(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT > 16000")
        try stack.savePrizes("three")
        #expect(try stack.transactions.map(\.transactionNumber) == [1, 2, 3])
        #expect(try stack.transactions.map(\.author) == ["one", "two", "three"])
    }

    @Test("STO-170 counters and rows with the largest numbers are an error, and stop nothing")
    func largestNumbers() throws {
        let stack = try Stack.withHistory()
        try stack.savePrizes("one")
        let start = try stack.token
        let database = try RawDatabase(#require(stack.url), isReadOnly: false)
        try database.rows("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max) WHERE Z_ENT = 16001")
        let error = try #require(throws: NSError.self) { try stack.savePrizes("two") }
        #expect(error.localizedDescription.contains("history"))
        try database.rows("UPDATE ATRANSACTION SET Z_PK = \(Int64.max), ZTIMESTAMP = 9e999")
        try database.rows(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (\(Int64.min), 16002, 'soon')")
        #expect(try stack.transactions.map { "\($0)".isEmpty } == [false, false])
        #expect(try stack.history(.fetchHistory(after: start)).count == 1)
        #expect(try stack.raw("SELECT COUNT(*) FROM ZPRIZE") == [["1"]])
    }

    @Test("STO-170 STO-52 a store in memory and one with a rollback journal keep a history too")
    func otherModes() throws {
        let memory = NSPersistentStoreCoordinator(managedObjectModel: HistoryModel.make())
        _ = try memory.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"),
            options: HistoryModel.options)
        let pragmas: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
        let journal = try Stack.withHistory(.sqlite, pragmas)
        for coordinator in [memory, journal.coordinator] {
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                context.insert("Prize")
                try context.save()
                let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
                let result = try context.execute(request) as? NSPersistentHistoryResult
                let found = result?.result as? [NSPersistentHistoryTransaction]
                #expect(found?.map(\.summary) == [["insert Prize"]])
            }
        }
    }

    @Test(
        "STO-170 DER-45 MIG-146 a model that derives an attribute more finds the changes that were noted before",
        arguments: Stack.Kind.lasting)
    func migration(_ kind: Stack.Kind) throws {
        func model(_ derived: Bool) -> NSManagedObjectModel {
            let list =
                derived ? [PropertySketch.derived("aCount", .integer64AttributeType, "items.@count")] : []
            return NSManagedObjectModel(
                list.isEmpty
                    ? EntitySketch("List", .attribute("name"), .toMany("items", "Item", inverse: "list"))
                    : EntitySketch(
                        "List", list[0], .attribute("name"), .toMany("items", "Item", inverse: "list")),
                EntitySketch("Item", .attribute("title"), .toOne("list", "List", inverse: "items")))
        }
        let stack = try Stack(kind, model(false), options: HistoryModel.options)
        try stack.save { $0.insert("List", ["name": "one"]) }
        try stack.save { try #require(try $0.all("List").first).setValue("two", forKey: "name") }
        let columns = "SELECT ZCOLUMNS FROM ACHANGE WHERE ZCHANGETYPE = 1"
        if kind == .sqlite { #expect(try stack.raw(columns) == [["x'40'"]]) }
        let options = HistoryModel.options.merging([
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]) { $1 }
        let migrated = try Stack(at: #require(stack.place), model(true), options: options)
        if kind == .sqlite { #expect(try stack.raw(columns) == [["x'20'"]]) }
        let change = try #require(try migrated.transactions.last?.changes?.first)
        #expect(change.updatedProperties?.map(\.name) == ["name"])
    }
}
