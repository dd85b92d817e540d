// SPDX-License-Identifier: Apache-2.0
// What a stranger can plant in a database: triggers, views, generated columns, checks, indexes (decision 23).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Hostile input: planted schema") struct PlantedSchemaTests {
    private let store: BookStore

    init() throws { store = try BookStore() }

    private static let endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"

    /// Changes, inserts and deletes a book.
    private func work() throws {
        let stack = try store.open()
        let context = stack.context()
        try context.performAndWait {
            try #require(try context.all("Book", by: "title").first).setValue(1_999, forKey: "year")
            let book = context.insert("Book", ["title": "Book 4"])
            try context.save()
            context.delete(book)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "check 29 planted triggers do not run, stay in the file, and `store check` names them",
        arguments: [
            "CREATE TRIGGER evil AFTER UPDATE ON ZBOOK BEGIN DELETE FROM ZAUTHOR; END",
            "CREATE TRIGGER evil BEFORE INSERT ON ZBOOK BEGIN SELECT RAISE(ABORT, 'no'); END",
            "CREATE TRIGGER evil AFTER DELETE ON ZBOOK BEGIN UPDATE ZBOOK SET ZTITLE = 'owned'; END",
            "CREATE TRIGGER Z_DA_ZBOOK_Book_year_UPDATE AFTER UPDATE ON ZBOOK BEGIN DELETE FROM ZAUTHOR; END",
            "CREATE TRIGGER evil AFTER UPDATE ON Z_PRIMARYKEY BEGIN DELETE FROM ZAUTHOR; END",
            "CREATE TRIGGER evil AFTER UPDATE ON ZBOOK BEGIN SELECT load_extension('evil.so'); END",
        ])
    func triggers(_ text: String) throws {
        try store.damage(text)
        try work()
        let database = try RawDatabase(store.url)
        #expect(try database.value("SELECT COUNT(*) FROM ZAUTHOR") == "1")
        #expect(
            try database.rows("SELECT ZTITLE FROM ZBOOK ORDER BY Z_PK") == [
                ["Book 1"], ["Book 2"], ["Book 3"],
            ])
        #expect(try database.value("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'") == "1")
        let check = try ToolRun("store", "check", store.url.path)
        #expect(check.output.contains("unexpected trigger"), "\(check.output)\(check.errors)")
    }

    @Test(
        "check 29 a view in a table's place is 134020, however long it would run",
        arguments: [
            "\(endless) SELECT n AS Z_PK, 2 AS Z_ENT, 1 AS Z_OPT, 'x' AS ZNAME FROM r",
            "SELECT 1 AS Z_PK, 2 AS Z_ENT, 1 AS Z_OPT, load_extension('evil.so') AS ZNAME",
            "SELECT Z_PK, Z_ENT, Z_OPT, hex(zeroblob(400000000)) AS ZNAME FROM ZBOOK",
        ])
    func views(_ text: String) throws {
        try store.damage("DROP TABLE ZAUTHOR", "CREATE VIEW ZAUTHOR AS \(text)")
        expectError(134020, naming: ["Author"], in: store.folder) { _ = try store.open() }
        let check = try ToolRun("store", "check", store.url.path)
        #expect(check.exitCode == 1 || check.exitCode == 3, "\(check.output)")
        #expect((check.output + check.errors).contains("Author"))
    }

    @Test("check 29 views beside the tables are not read")
    func strangeViews() throws {
        try store.damage(
            "CREATE VIEW ZV AS \(Self.endless) SELECT n FROM r", "CREATE VIEW ZW AS SELECT * FROM nowhere")
        try work()
        #expect(try ToolRun("store", "show", store.url.path).exitCode == 0)
        let check = try ToolRun("store", "check", store.url.path)
        #expect(check.exitCode == 1, "\(check.output)\(check.errors)")
        #expect(
            check.output.contains("ZV: an unexpected view") && check.output.contains("ZW: an unexpected view")
        )
    }

    @Test(
        "check 29 a generated column in an attribute's place is no column", arguments: ["VIRTUAL", "STORED"])
    func generatedColumn(_ kind: String) throws {
        try store.damage(
            "ALTER TABLE ZAUTHOR RENAME TO ZOLD",
            "CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
                + "ZNAME VARCHAR GENERATED ALWAYS AS (hex(zeroblob(1000))) \(kind))")
        expectError(134020, naming: ["Author.name"], in: store.folder) { _ = try store.open() }
    }

    @Test(
        "check 29 checks, defaults and indexes that call functions end in errors or do no harm",
        arguments: [
            "CREATE INDEX evil ON ZBOOK (length(hex(zeroblob(300000))))",
            "CREATE INDEX evil ON ZBOOK (ZYEAR) WHERE length(hex(zeroblob(300000))) > 1",
            "ALTER TABLE ZBOOK ADD COLUMN ZEVIL INTEGER CHECK (length(hex(zeroblob(300000))) > 1)",
            "ALTER TABLE ZBOOK ADD COLUMN ZEVIL INTEGER DEFAULT 9223372036854775807",
            "CREATE UNIQUE INDEX evil ON ZBOOK (Z_ENT, Z_PK)",
            "CREATE TABLE \"; DROP TABLE ZBOOK; --\" (\"x\"\"y\" INTEGER)",
            "CREATE VIRTUAL TABLE ZVIRTUAL USING rtree(id, a, b)",
        ])
    func indexes(_ text: String) throws {
        try store.damage(text)
        do { try work() } catch {
            #expect((error as NSError).domain == NSCocoaErrorDomain && !error.localizedDescription.isEmpty)
        }
        #expect(try RawDatabase(store.url).value("SELECT COUNT(*) FROM ZBOOK") == "3")
    }

    @Test(
        "check 29 a table of another shape under the right name: an error of Cocoa's or whole objects",
        arguments: [
            "CREATE TABLE ZAUTHOR (Z_PK TEXT, Z_ENT TEXT, Z_OPT TEXT, ZNAME TEXT)",
            "CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR) WITHOUT ROWID",
            "CREATE TABLE ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME)",
            "CREATE VIRTUAL TABLE ZAUTHOR USING fts5(Z_PK, Z_ENT, Z_OPT, ZNAME)",
            "CREATE VIRTUAL TABLE ZAUTHOR USING rtree(Z_PK, Z_ENT, Z_OPT)",
        ])
    func shapes(_ text: String) throws {
        try store.damage(
            "DROP TABLE ZAUTHOR", text, "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT) VALUES (7, 1, 2)")
        do {
            let stack = try store.open()
            let context = stack.context()
            try context.performAndWait {
                for author in try context.all("Author") { _ = try author.tryValue(forKey: "books") }
                context.insert("Author", ["name": "new"])
                try context.save()
            }
        } catch {
            #expect((error as NSError).domain == NSCocoaErrorDomain, "\(error)")
            #expect(!error.localizedDescription.isEmpty)
        }
    }
}
