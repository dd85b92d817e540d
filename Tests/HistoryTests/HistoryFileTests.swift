// SPDX-License-Identifier: Apache-2.0
// What commits write into the tables of a history.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("History tables") struct HistoryFileTests {
    @Test("STO-170 the option makes the tables and indexes of Core Data's files, after all others")
    func definitions() throws {
        let stack = try Stack.withHistory()
        let texts = try stack.raw("SELECT sql FROM sqlite_master ORDER BY rowid").map { $0[0] }
        let start = try #require(texts.firstIndex { $0.hasPrefix("CREATE TABLE ACHANGE") })
        let key = "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
        let blobs = (0..<7).map { "ZTOMBSTONE\($0) BLOB" }.joined(separator: ", ")
        #expect(
            Array(texts[start...]) == [
                "CREATE TABLE ACHANGE \(key), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
                    + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, \(blobs) )",
                "CREATE TABLE ATRANSACTION \(key), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, "
                    + "ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
                    + "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
                "CREATE TABLE ATRANSACTIONSTRING \(key), ZNAME VARCHAR )",
                "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
                "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
                "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
                "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
                "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
                "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
                "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
                    + "(ZTIMESTAMP COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
                    + "(ZNAME COLLATE BINARY ASC)",
            ])
        #expect(try stack.raw("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000").isEmpty)
    }

    @Test("STO-170 without the option there are no tables, and no statement of a save knows of them")
    func withoutOption() throws {
        let stack = try Stack(.sqlite, HistoryModel.make())
        #expect(try stack.raw("SELECT name FROM sqlite_master WHERE name LIKE 'A%'").isEmpty)
        let statements = try stack.statements {
            try stack.save { $0.insert("Prize", ["label": "one"]) }
        }
        #expect(!statements.contains { $0.contains("ACHANGE") || $0.contains("ATRANSACTION") })
    }

    @Test("STO-170 STO-173 a commit adds one transaction with its names, and one change for each row")
    func commit() throws {
        let stack = try Stack.withHistory()
        try stack.save(name: "importer", author: "sync") {
            $0.insert("Prize", ["label": "one"])
            $0.insert("Prize", ["label": "two"])
        }
        #expect(
            try stack.raw("SELECT Z_PK, Z_ENT, Z_OPT, ZAUTHOR, ZQUERYGEN FROM ATRANSACTION") == [
                ["1", "16002", "NULL", "NULL", "NULL"]
            ])
        let names = try stack.raw(
            "SELECT (SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = ZAUTHORTS),"
                + " (SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = ZCONTEXTNAMETS),"
                + " (SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = ZPROCESSIDTS) FROM ATRANSACTION")
        #expect(names == [["sync", "importer", ProcessInfo.processInfo.processName]])
        let prize = try #require(try stack.raw("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Prize'").first)
        #expect(
            try stack.raw(
                "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE"
            )
                == [
                    ["1", "16001", "NULL", "0", prize[0], "1", "1", "NULL"],
                    ["2", "16001", "NULL", "0", prize[0], "2", "1", "NULL"],
                ])
        let strings = try stack.raw("SELECT COUNT(*) FROM ATRANSACTIONSTRING")[0][0]
        #expect(
            try stack.raw("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == [
                ["16001", "CHANGE", "0", "2"], ["16002", "TRANSACTION", "0", "1"],
                ["16003", "TRANSACTIONSTRING", "0", strings],
            ])
        // Names are kept once.
        try stack.save(name: "importer", author: "sync") { $0.insert("Prize") }
        #expect(try stack.raw("SELECT COUNT(*) FROM ATRANSACTIONSTRING")[0][0] == strings)
        #expect(try stack.raw("SELECT MAX(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT = 16001") == [["3"]])
    }

    @Test("STO-170 an update's bits stand for the stored properties by name, to-many relationships included")
    func columns() throws {
        // Author by name: bookCount, books, born, code, name, prizes; mood is transient and has no bit.
        let stack = try Stack.withHistory()
        let context = stack.context()
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada"])
            let prize = context.insert("Prize")
            try context.save()
            author.setValue("Ada L.", forKey: "name")
            author.setValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "born")
            try context.save()
            author.mutableSetValue(forKey: "prizes").add(prize)
            try context.save()
        }
        let changes = try stack.raw(
            "SELECT ZTRANSACTIONID, (SELECT Z_NAME FROM Z_PRIMARYKEY p WHERE p.Z_ENT = ZENTITY), ZCOLUMNS"
                + " FROM ACHANGE WHERE ZCHANGETYPE = 1 ORDER BY ZTRANSACTIONID, 2")
        #expect(
            changes == [
                ["2", "Author", "x'28'"], ["3", "Author", "x'04'"], ["3", "Prize", "x'40'"],
            ])
    }

    @Test("STO-170 a deletion keeps the values of preserved attributes, by name, as the columns had them")
    func tombstones() throws {
        let stack = try Stack.withHistory()
        let context = stack.context()
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada", "code": "A1"])
            let novel = context.insert("Novel", ["title": "One", "genre": "crime"])
            let prize = context.insert("Prize")
            try context.save()
            for object in [author, novel, prize] { context.delete(object) }
            try context.save()
        }
        let changes = try stack.raw(
            "SELECT (SELECT Z_NAME FROM Z_PRIMARYKEY p WHERE p.Z_ENT = ZENTITY), ZTOMBSTONE0, ZTOMBSTONE1,"
                + " ZCOLUMNS FROM ACHANGE WHERE ZCHANGETYPE = 2 ORDER BY 1")
        #expect(
            changes == [
                ["Author", "A1", "Ada", "NULL"], ["Novel", "crime", "NULL", "NULL"],
                ["Prize", "NULL", "NULL", "NULL"],
            ])
    }

    @Test("STO-170 a commit costs four statements more, and one for each change")
    func cost() throws {
        let stack = try Stack.withHistory()
        // The first transaction brings its names.
        try stack.savePrizes("one")
        let plain = try Stack(.sqlite, HistoryModel.make())
        let counts = try [stack, plain].map { stack in
            let context = stack.context()
            (context.name, context.transactionAuthor) = ("one", "one")
            return try context.performAndWait {
                for label in ["a", "b", "c"] { context.insert("Prize", ["label": label]) }
                try context.obtainPermanentIDs(for: Array(context.insertedObjects))
                return try stack.statements { try context.save() }.filter {
                    !$0.hasPrefix("SELECT (SELECT MIN")
                }
                .count
            }
        }
        #expect(counts[0] - counts[1] == 4 + 3)
    }

    @Test(
        "STO-170 an existing store gets the tables, and columns for preserved values that come later",
        arguments: Stack.Kind.lasting)
    func laterTables(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, HistoryModel.make())
        try stack.save { $0.insert("Prize") }
        let tracking = try stack.another()
        try tracking.save { $0.insert("Prize") }
        #expect(try tracking.transactions.map(\.summary) == [["insert Prize"]])
        guard kind == .sqlite else { return }
        #expect(try stack.raw("SELECT COUNT(*) FROM ACHANGE") == [["1"]])
        let columns = try stack.raw(
            "SELECT COUNT(*) FROM pragma_table_info('ACHANGE') WHERE name LIKE 'ZTOMB%'")
        #expect(columns == [["7"]])
        try RawDatabase(#require(stack.url), isReadOnly: false).rows(
            "ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE6")
        _ = try stack.another()
        let text = try stack.raw("SELECT sql FROM sqlite_master WHERE name = 'ACHANGE'")[0][0]
        #expect(text.contains("ZTOMBSTONE6 BLOB"))
    }
}
