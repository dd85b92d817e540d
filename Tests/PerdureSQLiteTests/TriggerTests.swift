// SPDX-License-Identifier: Apache-2.0
// Triggers: Apple's run, planted ones do not.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: triggers") struct TriggerTests {
    private static let counter = """
        CREATE TRIGGER Z_DA_ZCHAPTER_Book_year_PARAMETER_INSERT AFTER INSERT ON ZCHAPTER FOR EACH ROW \
        WHEN (NEW.ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET ZYEAR = IFNULL(ZYEAR, 0) + 1 WHERE Z_PK = NEW.ZBOOK; \
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'year', ZYEAR) \
        FROM ZBOOK WHERE Z_PK = NEW.ZBOOK; END
        """

    @Test("format 1.7 a trigger of a derived attribute runs, and the commit tells the row it has changed")
    func derived() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        try folder.forgetDerivations()
        try folder.raw().execute(Self.counter)
        let store = try folder.open(TestModel.deriving("year", .integer32, .key("chapters", "@count")))
        let book = try store.insert("Book", ["title": .string("A")])
        var changes = ChangeSet()
        changes.insertions = try (0..<3).map { _ in try store.insertion("Chapter", ["book": .reference(book)])
        }
        let rows = try store.commit(changes)
        #expect(rows.map(\.key) == [book])
        #expect(rows.first?[try store.slot("Book", "year")] == .integer(3))
        #expect(try store.value(book, "year") == .integer(3))
    }

    @Test("the triggers that we write ourselves are of the known families, and run")
    func ownTriggers() throws {
        func derived(_ name: String, _ type: StoredAttributeType, _ derivation: ExpressionNode)
            -> PropertyDefinition
        {
            PropertyDefinition(name, .attribute(AttributeDefinition(type, derivation: derivation)))
        }
        let index = IndexDefinition(
            "byPlace",
            elements: [
                IndexDefinition.Element(property: "x", isRTree: true),
                IndexDefinition.Element(property: "y", isRTree: true),
            ])
        let definitions = [
            EntityDefinition(
                "List",
                properties: [
                    TestModel.attribute("x", .double), TestModel.attribute("y", .double),
                    derived("changed", .date, .function(FunctionCall("now", []))),
                    derived("size", .integer64, .key("items", "@count")),
                    TestModel.toMany("items", "Item", inverse: "list"), TestModel.attribute("name", .string),
                ], indexes: [index]),
            EntityDefinition(
                "Item",
                properties: [
                    TestModel.toOne("list", "List", inverse: "items"),
                    derived("listName", .string, .key("list", "name")),
                ]),
        ]
        let folder = try StoreFolder()
        try folder.open(definitions).engine.close()
        let triggers = try StoreTriggers.read(try folder.raw(), .withoutModel)
        #expect(triggers.areAllExpected, "\(triggers.unexpected)")
        #expect(triggers.count >= 12)
        let store = try folder.open(definitions)
        let list = try store.insert("List", ["name": .string("L"), "x": .double(1), "y": .double(2)])
        let item = try store.insert("Item", ["list": .reference(list)])
        #expect(try store.value(list, "size") == .integer(1))
        #expect(try store.value(item, "listName") == .string("L"))
        #expect(try !store.value(list, "changed").isNull)
        try store.delete(item)
        #expect(try store.value(list, "size") == .integer(0))
    }

    @Test("format 1.7 a clock trigger sets its date with each change of the version")
    func clock() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        try folder.forgetDerivations()
        try folder.raw().execute(
            """
            CREATE TRIGGER Z_DA_ZBOOK_Book_added_UPDATE AFTER UPDATE OF Z_OPT ON ZBOOK FOR EACH ROW BEGIN \
            UPDATE ZBOOK SET ZADDED = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; \
            SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'added', ZADDED) \
            FROM ZBOOK WHERE Z_PK = NEW.Z_PK; END
            """)
        let store = try folder.open(TestModel.deriving("added", .date, .function(FunctionCall("now", []))))
        let book = try store.insert("Book")
        let start = Date().timeIntervalSinceReferenceDate
        let rows = try store.commit(store.updating(book, ["title": .string("B")], version: 1))
        guard case .date(let added) = rows.first?[try store.slot("Book", "added")] else {
            Issue.record("the commit does not tell the date")
            return
        }
        #expect(added >= start - 1 && added <= Date().timeIntervalSinceReferenceDate + 1)
    }

    private static let notification =
        "SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZTAG', 1, 2, 'name', 3)"

    @Test(
        "check 29 a planted trigger does not run and is reported",
        arguments: [
            "CREATE TRIGGER evil AFTER INSERT ON ZTAG BEGIN DELETE FROM ZBOOK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN DELETE FROM ZBOOK; END",
            "CREATE TRIGGER ZT_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZYEAR = 1, ZTITLE = NULL; END",
            "CREATE TRIGGER Z_RT_evil AFTER INSERT ON ZTAG BEGIN DELETE FROM ZBOOK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET Z_OPT = 9 WHERE 1; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE Z_METADATA SET Z_UUID = 1 WHERE 1; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZYEAR = 1 + \"(\", Z_OPT = 9 WHERE 1; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET \"Z_OPT\" = 9 WHERE 1; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN SELECT 1; DELETE FROM ZBOOK; END",
            // Plain columns, by key or not; a derived one's rows must be bound.
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZTITLE = 'x' WHERE Z_PK = NEW.Z_PK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET zyear = 1 WHERE Z_PK = NEW.Z_PK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE Z_1TAGS SET Z_6TAGS = 1 WHERE Z_6TAGS = NEW.Z_PK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 WHERE 1; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 WHERE Z_PK = NEW.Z_PK OR 1; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 WHERE NEW.Z_PK = NEW.Z_PK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 WHERE Z_PK IN (1, 2); END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 FROM ZTAG WHERE ZOTHER = NEW.Z_PK; END",
            "CREATE TRIGGER ZT_ZBOOK_ZTITLE_x AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZTITLE = 'x' WHERE Z_PK = NEW.Z_PK; END",
            "CREATE TRIGGER ZT_ZBOOK_ZYEAR_x AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZTITLE = 0 WHERE Z_PK = NEW.Z_PK; END",
            "CREATE TRIGGER ZT_ZBOOK_ZYEAR_x AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZYEAR = 0 WHERE Z_PK > NEW.Z_PK; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG /* BEGIN */ BEGIN DELETE FROM ZBOOK /* END */; END",
            // Signs that Unicode takes for one, and SQLite for two.
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN \(notification); --\r\n DELETE FROM ZBOOK; --\n END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN \(notification), 'a'\u{301}; DELETE FROM ZBOOK; SELECT 'b'\u{301}; END",
            "CREATE TRIGGER Z_DA_evil AFTER INSERT ON ZTAG BEGIN \(notification) /* */\u{301}; DELETE FROM ZBOOK; /* */ END",
        ])
    func planted(_ text: String) throws {
        let folder = try StoreFolder()
        let first = try folder.open()
        let book = try first.insert("Book", ["title": .string("safe")])
        try first.engine.close()
        let raw = try folder.raw()
        try raw.execute("ALTER TABLE ZBOOK ADD COLUMN ZOTHER INTEGER")
        try raw.execute(text)
        let store = try folder.open()
        try store.insert("Tag")
        #expect(try raw.first("SELECT ZOTHER IS NULL AND ZYEAR IS NULL FROM ZBOOK") { $0.integer(0) } == 1)
        #expect(try store.value(book, "title") == .string("safe"))
        #expect(try store.row(book)?.version == 1)
        let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema)
        #expect(problems.count == 1 && problems[0].message.contains("unexpected trigger"))
    }

    @Test(
        "check 29 a text with signs that SQLite joins to what follows is not read",
        arguments: ["$a(')", "?1", ":a", "@a", "#a", "\u{FEFF}", "\0"])
    func unreadable(_ sign: String) {
        func objection(_ value: String) -> String? {
            TriggerRules.withoutModel.objection(
                to: "CREATE TRIGGER Z_DA_x AFTER INSERT ON ZTAG BEGIN \(Self.notification), \(value); END",
                named: "Z_DA_x")
        }
        #expect(objection(sign)?.contains("cannot be read") == true)
        #expect(objection("'\(sign.replacing("'", with: "''"))'") == nil)
    }

    @Test(
        "decision 23 a trigger of Apple's families runs, on columns that the model does not know too",
        arguments: [
            "CREATE TRIGGER Z_DA_ZTAG_Book_other_X AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 WHERE Z_PK = NEW.Z_PK; END",
            "CREATE TRIGGER Z_DA_ZTAG_Book_other_X AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = 1 WHERE Z_PK IN (SELECT Z_PK FROM ZTAG WHERE Z_PK = NEW.Z_PK) AND +Z_ENT = 1; END",
            "CREATE TRIGGER ZT_ZBOOK_ZOTHER_X AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = IFNULL(ZOTHER,0) + 1 WHERE NEW.Z_PK = Z_PK; END",
            "CREATE TRIGGER ZT_ZBOOK_ZOTHER_X AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZOTHER = (SELECT COUNT(Z_PK) FROM ZTAG WHERE (Z_PK = NEW.Z_PK)) WHERE Z_PK = NEW.Z_PK; END",
        ])
    func known(_ text: String) throws {
        let folder = try StoreFolder()
        let first = try folder.open()
        try first.insert("Book")
        try first.engine.close()
        let raw = try folder.raw()
        try raw.execute("ALTER TABLE ZBOOK ADD COLUMN ZOTHER INTEGER")
        try raw.execute(text)
        try folder.open().insert("Tag")
        #expect(try raw.first("SELECT ZOTHER FROM ZBOOK") { $0.integer(0) } == 1)
        #expect(
            try SQLiteStoreChecker.check(path: folder.path(), schema: try Schema(TestModel.library)) == [])
    }

    @Test("decision 23 a trigger that is planted while the store is open does not run")
    func plantedLater() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let book = try store.insert("Book", ["title": .string("safe")])
        let raw = try folder.raw()
        try raw.execute("CREATE TRIGGER Z_DA_x AFTER INSERT ON ZTAG BEGIN DELETE FROM ZBOOK; END")
        try store.insert("Tag")
        #expect(try store.value(book, "title") == .string("safe"))
        try raw.execute("DROP TRIGGER Z_DA_x")
        try store.insert("Tag")
        #expect(try store.count("Tag") == 2)
    }

    @Test("check 29 an endless view in place of a table is not read")
    func view() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let raw = try folder.raw()
        try raw.execute("DROP TABLE ZTAG")
        try raw.execute(
            "CREATE VIEW ZTAG AS WITH RECURSIVE c(Z_PK) AS (SELECT 1 UNION ALL SELECT Z_PK + 1 FROM c)"
                + " SELECT Z_PK, 6 AS Z_ENT, 1 AS Z_OPT, NULL AS ZNAME FROM c")
        #expect(throws: StoreError.self) { try folder.open() }
    }

    @Test("decision 23 a statement that runs too long is ended with an error")
    func deadline() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let raw = try folder.raw()
        raw.limitRun(0.05)
        #expect(throws: StoreError.self) {
            try raw.execute(
                "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c")
        }
        raw.limitRun(nil)
        try raw.execute("SELECT 1")
    }

    @Test("FET-71 a statement that is called off while it runs is ended")
    func calledOff() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let raw = try folder.raw()
        let cancellation = Cancellation()
        raw.endRuns(by: cancellation)
        // The statement would never end; it looks at the flag while it runs.
        Thread.detachNewThread { cancellation.cancel() }
        let error = #expect(throws: StoreError.self) {
            try raw.execute(
                "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c")
        }
        guard case .cancelled = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        raw.endRuns(by: nil)
        try raw.execute("SELECT 1")
    }

    @Test("FET-71 a plan that was called off is not run")
    func calledOffBefore() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(1)
        var plan = FetchPlan(entity: try #require(store.schema.entity(named: "Book")).number)
        plan.cancellation = Cancellation()
        #expect(throws: Never.self) { try store.engine.fetch(plan) }
        plan.cancellation?.cancel()
        #expect(throws: StoreError.self) { try store.engine.fetch(plan) }
        plan.cancellation = nil
        #expect(throws: Never.self) { try store.engine.fetch(plan) }
    }

    @Test("decision 23 connections are defensive: schema and shadow tables cannot be written by hand")
    func defensive() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let raw = try folder.raw()
        try raw.execute("PRAGMA writable_schema = ON")
        #expect(throws: StoreError.self) { try raw.execute("DELETE FROM sqlite_master") }
        #expect(throws: StoreError.self) { try raw.execute("SELECT load_extension('x')") }
    }
}
