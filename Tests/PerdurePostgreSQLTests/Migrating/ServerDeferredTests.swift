// SPDX-License-Identifier: Apache-2.0
// Removals that a migration on a server leaves for later.

#if PostgreSQL
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: deferred removals", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerDeferredTests {
    private static let old = [
        entity(
            "A", attribute("keep"), attribute("gone"),
            relationship("bs", to: "B", inverse: "as", many: true, ordered: true)),
        entity("B", attribute("t"), relationship("as", to: "A", inverse: "bs", many: true)),
        entity("Gone", attribute("x")),
    ]
    /// Without an attribute, an entity and an order.
    private static let new = [
        entity("A", attribute("keep"), relationship("bs", to: "B", inverse: "as", many: true)),
        entity("B", attribute("t"), relationship("as", to: "A", inverse: "bs", many: true)),
    ]
    private static let columns =
        "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = '%' "
        + "AND table_name NOT LIKE 'perdure%' ORDER BY 1"

    private func filled() throws -> ServerVersions {
        let store = ServerVersions()
        try store.open(Self.old) { engine in
            try engine.insert("B", ["t": .string("b")])
            try engine.insert("A", ["keep": .string("k"), "gone": .string("g")])
            try engine.insert("Gone", ["x": .string("x")])
        }
        return store
    }

    private func columns(_ store: ServerVersions) throws -> [String] {
        try store.rows(Self.columns.replacing("%", with: store.namespace))
    }

    private func migrate(_ store: ServerVersions, _ body: (PostgreSQLEngine) throws -> Void = { _ in }) throws
    {
        try store.migrate(
            InferredMigration(from: Schema(Self.old), to: Schema(Self.new)),
            change: { $0.defersRemovals = true },
            body: body)
    }

    @Test("MIG-135 PG-135 columns and tables stay where the option defers, and the metadata say so")
    func deferred() throws {
        let store = try filled()
        let before = try columns(store)
        try migrate(store) { engine in
            #expect(
                engine.metadata["NSPersistentStoreDeferredLightweightMigrationOptionKey"] == .boolean(true))
            #expect(try engine.values("A", "keep") == [.string("k")])
            try engine.insert("A", ["keep": .string("new")])
        }
        #expect(try columns(store) == before)
        // What a process with the old version reads is still there.
        #expect(try store.rows("SELECT gone FROM @.a ORDER BY id") == ["g", "–"])
        #expect(try store.rows("SELECT x FROM @.gone") == ["x"])
    }

    @Test(
        "MIG-136 items go one by one, across openings; with the last one the key goes, and the tables are those of a new store"
    )
    func finishing() throws {
        let store = try filled()
        try migrate(store)
        var left = try columns(store).count
        var calls = 0
        var isMore = true
        while isMore {
            isMore = try store.open(Self.new) { try $0.finishDeferredItem() }
            let now = try columns(store).count
            #expect(now < left || !isMore)
            left = now
            calls += 1
        }
        // A column, an order and a table, and the call that finds nothing.
        #expect(calls == 4)
        try store.open(Self.new) { engine throws in
            #expect(engine.metadata["NSPersistentStoreDeferredLightweightMigrationOptionKey"] == nil)
            #expect(try engine.values("A", "keep") == [.string("k")])
        }
        #expect(try store.shape() == ServerVersions.shape(of: Self.new))
    }

    @Test("MIG-137 a further version does first what is left, also where it needs its names")
    func further() throws {
        let store = try filled()
        try migrate(store)
        let third = Self.new + [entity("Gone", attribute("y"))]
        var model = third
        model[0].properties.append(attribute("gone", .integer32))
        try store.migrate(Self.new, model) { engine throws in
            #expect(engine.metadata["NSPersistentStoreDeferredLightweightMigrationOptionKey"] == nil)
            #expect(try engine.values("A", "gone") == [.null])
            #expect(try engine.values("Gone", "y").isEmpty)
        }
        #expect(try store.shape() == ServerVersions.shape(of: model))
    }

    @Test("MIG-136 nothing in use is removed, whatever the list says")
    func damagedList() throws {
        let store = try filled()
        try migrate(store)
        let items: [(table: String, column: String?)] = [
            ("a", "keep"), ("a", "id"), ("b", nil), ("perdure_store", nil), ("nowhere", nil), ("a", "none"),
        ]
        try store.open(Self.new) { engine in
            var metadata = engine.metadata
            metadata["PerdureDeferredRemovals"] = .array(
                items.map { item -> PropertyListValue in
                    var entry: [String: PropertyListValue] = ["table": .string(item.table)]
                    if let column = item.column { entry["column"] = .string(column) }
                    return .dictionary(entry)
                })
            try engine.setMetadata(metadata, immediately: true)
            while try engine.finishDeferredItem() {}
        }
        try store.open(Self.new) { engine throws in
            #expect(try engine.values("A", "keep") == [.string("k")])
            #expect(try engine.values("B", "t") == [.string("b")])
        }
    }

    @Test("MIG-136 an item waits for a reader's lock no longer than the deadline, and stays in the list then")
    func locked() throws {
        let store = try filled()
        try migrate(store)
        let before = try columns(store)
        let reader = try ServerVersions.connection()
        defer { reader.close() }
        try reader.run("BEGIN", "SELECT 1 FROM \"\(store.namespace)\".a")
        let engine = try store.stores.open(Schema(Self.new), in: store.namespace) { $0.client.timeout = 3 }
        defer { try? engine.close() }
        #expect(throws: StoreError.self) { try engine.finishDeferredItem() }
        #expect(try columns(store) == before)
        try reader.run("COMMIT")
        #expect(try engine.finishDeferredItem())
        #expect(try columns(store).count == before.count - 1)
    }

    @Test("MIG-135 a store with deferred tables is destroyed with them")
    func destroyed() throws {
        let store = try filled()
        try migrate(store)
        var options = PostgreSQLOptions(try TestStores.client())
        options.namespace = store.namespace
        try ClosedServerStore(options).destroy(isForced: false)
        #expect(
            try store.rows("SELECT relname::text FROM pg_class WHERE relnamespace = '@'::regnamespace")
                .isEmpty)
    }
}
#endif
