// SPDX-License-Identifier: Apache-2.0
// Indexes on elements of sets and keys of dictionaries: searched, right at any time, made anew when the model changes.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: indexes on parts of merging attributes") struct MergeIndexTests {
    private static func definitions(tags: Bool = true, keys: [String] = ["theme", "size"])
        -> [EntityDefinition]
    {
        var set = MergeRule(.set, type: .binary)
        set.indexes = tags ? [""] : []
        var dictionary = MergeRule(.dictionary, type: .binary)
        dictionary.indexes = keys
        return [
            EntityDefinition(
                "Note",
                properties: [
                    TestModel.attribute("name", .string),
                    PropertyDefinition("tags", .attribute(AttributeDefinition(.binary, merge: set))),
                    PropertyDefinition(
                        "settings", .attribute(AttributeDefinition(.binary, merge: dictionary))),
                    TestModel.toOne("parent", "Note", inverse: "children"),
                    TestModel.toMany("children", "Note", inverse: "parent"),
                ])
        ]
    }

    private static func set(_ elements: String...) throws -> StoredValue {
        try MergeRule(.set, type: .binary).stored(.set(Set(elements.map { .string($0) })))
    }

    private static func dictionary(_ values: [String: PropertyListValue]) throws -> StoredValue {
        try MergeRule(.dictionary, type: .binary).stored(.dictionary(values))
    }

    private func plan(_ schema: Schema, _ format: String, _ nulls: NullSemantics = .sql) throws -> FetchPlan {
        var plan = FetchPlan(entity: try #require(schema.entity(named: "Note")).number)
        plan.predicate = try PredicateParser.parse(format)
        plan.nullSemantics = nulls
        return plan
    }

    /// The names of the notes that are found.
    private func found(_ store: OpenStore, _ format: String, _ nulls: NullSemantics = .sql) throws -> String {
        guard case .rows(let rows) = try store.engine.fetch(plan(store.schema, format, nulls)) else {
            return "?"
        }
        let slot = try store.slot("Note", "name")
        let names = rows.map { row -> String in if case .string(let name) = row[slot] { name } else { "?" } }
        return names.sorted().joined(separator: " ")
    }

    private func fill(_ store: OpenStore) throws -> [ObjectKey] {
        let a = try store.insert(
            "Note",
            [
                "name": .string("a"), "tags": try Self.set("red", "caf\u{E9}"),
                "settings": try Self.dictionary(["theme": .string("dark"), "size": .integer(12)]),
            ])
        let b = try store.insert(
            "Note",
            [
                "name": .string("b"), "tags": try Self.set("red"), "parent": .reference(a),
                "settings": try Self.dictionary(["theme": .integer(5), "size": .real(2.5)]),
            ])
        return [a, b, try store.insert("Note", ["name": .string("c")])]
    }

    /// A connection of another program, for which the triggers of the file run.
    private func other(_ folder: StoreFolder) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: folder.path(), mode: .readWrite, timeout: 5)
        connection.allowTriggers(writingSpatialIndexes: false)
        return connection
    }

    private func number(_ folder: StoreFolder, _ query: String) throws -> Int64? {
        try folder.raw().first(query) { $0.integer(0) }
    }

    private func objects(_ folder: StoreFolder) throws -> [String] {
        try folder.raw().all(
            "SELECT name FROM sqlite_master WHERE name GLOB 'PERDURE_M[IS]_*' AND type <> 'index' ORDER BY name"
        ) { $0.text(0) }
    }

    @Test(
        "MRG-124 comparisons with constants are searched in the index, not scanned",
        arguments: [
            "tags CONTAINS 'red'", "'red' IN tags", "ANY tags == 'red'", "ANY tags IN {'red', 'blue'}",
            "settings.theme == 'dark'", "settings.size > 5", "settings.size BETWEEN {1, 20}",
            "settings.theme IN {'dark', 5}", "tags CONTAINS 'red' AND settings.size < 100",
            "tags CONTAINS 'red' OR settings.theme == 'dark'",
        ], [NullSemantics.sql, .foundation])
    func searched(_ format: String, _ nulls: NullSemantics) throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions())
        let mapping = try StoreMapping(schema: store.schema)
        mapping.mergeIndexes.use(mapping.mergeIndexes.declared)
        let translator = FetchTranslator(mapping: mapping, dialect: .sqlite)
        let text = try translator.statement(for: plan(store.schema, format, nulls)).statement.text
        let raw = try folder.raw()
        try raw.registerMergedFunctions()
        let steps = try raw.all("EXPLAIN QUERY PLAN " + text) { $0.text(3) }
        #expect(steps.contains { $0.hasPrefix("SEARCH t0 USING INTEGER PRIMARY KEY") }, "\(steps)")
        #expect(steps.contains { $0.hasPrefix("SEARCH t1000000 USING PRIMARY KEY (NAME=?") }, "\(steps)")
        #expect(!steps.contains { $0.hasPrefix("SCAN t0") }, "\(steps)")
    }

    @Test("MRG-124 what no index serves is still found, and so is what it serves, by both rules for nil")
    func results() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions())
        _ = try fill(store)
        let cases: [(String, String, String)] = [
            ("tags CONTAINS 'red'", "a b", "a b"), ("tags CONTAINS 'cafe\u{301}'", "a", "a"),
            ("tags CONTAINS[c] 'RED'", "a b", "a b"), ("NOT tags CONTAINS 'red'", "c", "c"),
            ("settings.theme == 'dark'", "a", "a"), ("settings.theme == 5.0", "b", "b"),
            ("settings.theme != 'dark'", "b", "b c"), ("NOT settings.theme == 'dark'", "b", "b c"),
            ("settings.size > 2", "a b", "a b"), ("settings.size < 3", "b", "b"),
            ("settings.size == 12", "a", "a"),
            ("settings.size IN {12, 2.5}", "a b", "a b"), ("settings.theme == nil", "c", "c"),
            ("ANY children.tags == 'red'", "a", "a"), ("parent.settings.theme == 'dark'", "b", "b"),
            ("ALL tags == 'red'", "b c", "b c"),
        ]
        for (format, sql, foundation) in cases {
            #expect(try found(store, format) == sql, "\(format)")
            #expect(try found(store, format, .foundation) == foundation, "\(format)")
        }
    }

    @Test("MRG-124 entries follow our saves in the same transaction")
    func saves() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions())
        let keys = try fill(store)
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZTAGS") == 3)
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZSETTINGS") == 4)
        try store.update(keys[0], ["tags": try Self.set("blue")], version: nil)
        #expect(try found(store, "tags CONTAINS 'red'") == "b")
        #expect(try found(store, "tags CONTAINS 'blue'") == "a")
        try store.delete(keys[1])
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZTAGS") == 1)
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZSETTINGS") == 2)
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MS_ZNOTE_ZTAGS") == 0)
    }

    @Test("MRG-124, MRG-141 what another program writes is found at once, and indexed by our next save")
    func otherPrograms() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions())
        let keys = try fill(store)
        guard case .data(let bytes) = try Self.set("green") else { return }
        try other(folder).run("UPDATE ZNOTE SET ZTAGS = ? WHERE ZNAME = 'c'", [.blob(bytes)])
        try other(folder).run("UPDATE ZNOTE SET ZTAGS = NULL WHERE ZNAME = 'b'")
        #expect(try found(store, "tags CONTAINS 'green'") == "c")
        #expect(try found(store, "tags CONTAINS 'red'") == "a")
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MS_ZNOTE_ZTAGS") == 2)
        try store.update(keys[0], ["name": .string("A")], version: nil)
        #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MS_ZNOTE_ZTAGS") == 0)
        #expect(
            try number(folder, "SELECT OWNER FROM PERDURE_MI_ZNOTE_ZTAGS WHERE VALUE = 'green'")
                == keys[2].number)
        #expect(try found(store, "tags CONTAINS 'green'") == "c")
    }

    @Test("MRG-124 indexes are made, changed and removed as the model declares them")
    func declarations() throws {
        let folder = try StoreFolder()
        do { _ = try fill(folder.open(Self.definitions(tags: false, keys: []))) }
        #expect(try objects(folder).isEmpty)
        do {
            let store = try folder.open(Self.definitions(keys: ["theme"]))
            #expect(try found(store, "tags CONTAINS 'red' AND settings.theme == 5") == "b")
            #expect(try number(folder, "SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZSETTINGS") == 2)
        }
        do {
            let store = try folder.open(Self.definitions(tags: false, keys: ["size"]))
            #expect(try found(store, "tags CONTAINS 'red' AND settings.size == 12") == "a")
            #expect(
                try number(folder, "SELECT COUNT(*) FROM PERDURE_MI_ZNOTE_ZSETTINGS WHERE NAME = 'size'") == 2
            )
            #expect(try !objects(folder).contains { $0.contains("ZTAGS") })
        }
        do { _ = try folder.open(Self.definitions(tags: false, keys: [])) }
        #expect(try objects(folder).isEmpty)
    }

    @Test("MRG-124 a program whose indexes another one has removed saves and finds without them")
    func removedByOthers() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions())
        let keys = try fill(store)
        #expect(try found(store, "settings.theme == 'dark'") == "a")
        try folder.open(Self.definitions(tags: false, keys: ["theme", "size"])).engine.close()
        try store.update(keys[0], ["tags": try Self.set("blue")], version: nil)
        #expect(store.engine.mapping.mergeIndexes.usable.map(\.column) == ["ZSETTINGS"])
        #expect(try found(store, "tags CONTAINS 'red'") == "b")
        try folder.open(Self.definitions(tags: false, keys: [])).engine.close()
        try store.update(keys[1], ["tags": try Self.set("red", "blue")], version: nil)
        #expect(try found(store, "tags CONTAINS 'blue'") == "a b")
        #expect(try found(store, "settings.theme == 'dark'") == "a")
        #expect(try objects(folder).isEmpty)
    }

    @Test("MRG-124 a store that is opened read-only uses the indexes that it has")
    func readOnly() throws {
        let folder = try StoreFolder()
        do { _ = try fill(folder.open(Self.definitions())) }
        let store = try folder.open(Self.definitions()) { $0.isReadOnly = true }
        #expect(store.engine.mapping.mergeIndexes.usable.count == 2)
        #expect(try found(store, "tags CONTAINS 'red'") == "a b")
    }

    @Test("MRG-124 triggers that only look like those of an index run nowhere, and then there is no index")
    func plantedTriggers() throws {
        for body in [
            "UPDATE ZNOTE SET ZNAME = 'x'", "INSERT OR IGNORE INTO ZNOTE VALUES (NEW.Z_PK)",
            "DELETE FROM PERDURE_MI_ZNOTE_ZTAGS WHERE OWNER > OLD.Z_PK", "DELETE FROM PERDURE_MI_ZNOTE_ZTAGS",
        ] {
            let folder = try StoreFolder()
            do { _ = try fill(folder.open(Self.definitions())) }
            try folder.raw().execute(
                "CREATE TRIGGER PERDURE_MI_X AFTER \(body.contains("OLD") ? "DELETE" : "INSERT") ON ZNOTE BEGIN \(body); END"
            )
            let store = try folder.open(Self.definitions())
            #expect(store.engine.mapping.mergeIndexes.usable.isEmpty, "\(body)")
            #expect(try found(store, "tags CONTAINS 'red'") == "a b")
            try store.insert("Note", ["name": .string("d"), "tags": try Self.set("red")])
            #expect(try found(store, "tags CONTAINS 'red'") == "a b d")
        }
    }

    @Test("MRG-124 a model without indexes lets the triggers of another one note its writes")
    func otherModel() throws {
        let folder = try StoreFolder()
        let first = try folder.open(Self.definitions())
        let keys = try fill(first)
        try folder.raw().execute("UPDATE PERDURE_MI SET KEYS = KEYS")
        let rules = StoreFeatures.parts.triggerRules(
            try StoreMapping(schema: try Schema(Self.definitions(tags: false, keys: []))))
        let triggers = try StoreTriggers.read(try folder.raw(), rules)
        #expect(triggers.count == 6)
        #expect(triggers.areAllExpected)
        #expect(try first.row(keys[0]) != nil)
    }
}
