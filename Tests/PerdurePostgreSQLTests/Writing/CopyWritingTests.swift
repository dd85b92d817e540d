// SPDX-License-Identifier: Apache-2.0
// Many new rows at once go by COPY: they are stored as one by one, and refused with the same errors.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Synchronization
import Testing

@Suite("PostgreSQL: writing by COPY", .enabled(if: TestStores.isThere, TestStores.advice))
struct CopyWritingTests {
    let stores = TestStores()
    private static let many = 5_000

    /// A store, and the texts of its statements.
    private func library(_ entities: [EntityDefinition] = ConformanceModel.library) throws -> (
        EngineUnderTest, @Sendable () -> [String]
    ) {
        let texts = Texts()
        let engine = try stores.open(Schema(entities)) {
            $0.client.observer = StatementObserver { texts.add($0.text) }
        }
        return (EngineUnderTest(engine), { texts.list })
    }

    private final class Texts: Sendable {
        private let all = Mutex<[String]>([])
        var list: [String] { all.withLock { $0 } }
        func add(_ text: String) { all.withLock { $0.append(text) } }
    }

    private func insertions(
        _ entity: String, _ count: Int, _ store: EngineUnderTest, _ values: (Int) -> [String: StoredValue]
    ) throws -> [RowInsertion] {
        let layout = try store.layout(entity)
        return try store.engine.reserveKeys(count, entity: layout.number).all.enumerated().map {
            index, number in
            var row = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
            for (name, value) in values(index) { row[try store.slot(entity, name)] = value }
            return RowInsertion(key: store.schema.key(entity: layout.number, number: number), values: row)
        }
    }

    @Test("PG-74 from 5,000 new rows of an entity on they go by COPY, and are those that were saved")
    func rows() throws {
        let (store, texts) = try library()
        var changes = ChangeSet()
        changes.insertions = try insertions("Sample", Self.many + 7, store) { index in
            index % 3 == 0 ? ["x": .integer(Int64(index))] : ["name": .string("row \(index) é\n\t\\N")]
        }
        try store.commit(changes)
        #expect(texts().filter { $0.hasPrefix("COPY") }.count == 1)
        let found = try store.rows(store.plan("Sample")).sorted { $0.key.number < $1.key.number }
        let saved = changes.insertions.map(\.row).sorted { $0.key.number < $1.key.number }
        #expect(found.count == saved.count)
        #expect(
            zip(found, saved).allSatisfy { $0.key == $1.key && $0.version == 1 && $0.values == $1.values })
    }

    @Test("PG-74 every type of attribute has the bytes of its column")
    func types() throws {
        let (store, texts) = try library()
        let uuid = UUID()
        let values: [String: StoredValue] = [
            "binary": .data(Data([0, 1, 255])), "uuid": .uuid(uuid), "integer16": .integer(-7),
            "integer32": .integer(70_000), "integer64": .integer(.min), "double": .double(0.1),
            "float": .double(1.5), "decimal": .decimal(DecimalBox(Decimal(string: "12.345") ?? 0)),
            "string": .string("é"), "boolean": .integer(1), "date": .date(7.25),
        ]
        let single = try store.insert("Everything", values)
        var changes = ChangeSet()
        changes.insertions = try insertions("Everything", Self.many, store) { $0 % 2 == 0 ? values : [:] }
        try store.commit(changes)
        #expect(texts().contains { $0.hasPrefix("COPY") })
        let expected = try #require(try store.row(single))
        for index in [0, 1, 2, Self.many - 2] {
            let row = try #require(try store.row(changes.insertions[index].key))
            #expect(row.values == (index % 2 == 0 ? expected.values : changes.insertions[index].row.values))
        }
    }

    @Test("PG-74 rows with uniqueness constraints, and fewer rows, go by arrays")
    func arrays() throws {
        let constrained = EntityDefinition(
            "Code", properties: [OwnersModel.plain("code", .string)], uniquenessConstraints: [["code"]])
        let (store, texts) = try library([constrained])
        var changes = ChangeSet()
        changes.insertions = try insertions("Code", Self.many, store) { ["code": .string("\($0)")] }
        try store.commit(changes)
        #expect(!texts().contains { $0.hasPrefix("COPY") })
        let (other, others) = try library()
        var few = ChangeSet()
        few.insertions = try insertions("Sample", Self.many - 1, other) { _ in [:] }
        try other.commit(few)
        #expect(!others().contains { $0.hasPrefix("COPY") })
    }

    @Test(
        "PG-74 PG-150 a row that the server refuses is the save's error, nothing is stored, and the store goes on"
    )
    func refused() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace))
        try TestStores.run("ALTER TABLE \(namespace).sample ADD CONSTRAINT small CHECK (x < 100)")
        var changes = ChangeSet()
        changes.insertions = try insertions("Sample", Self.many, store) { ["x": .integer(Int64($0 / 40))] }
        let error = #expect(throws: StoreError.self) { try store.commit(changes) }
        guard case .refused(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.state == "23514" && refusal.entity == "Sample" && refusal.constraint == "small")
        #expect(refusal.message.contains("5000 rows"))
        #expect(try store.rows(store.plan("Sample")).isEmpty)
        try TestStores.run("ALTER TABLE \(namespace).sample DROP CONSTRAINT small")
        try store.commit(changes)
        #expect(try store.count(store.plan("Sample")) == Self.many)
    }

    @Test("PG-74 derived values of owners count copied members")
    func derived() throws {
        let (store, texts) = try library(try OwnersModel.entities())
        // Each member counts its siblings: owners of few keep that small.
        let owners = try (0..<100).map { _ in try store.insert("Owner", ["name": .string("Weiß")]) }
        var changes = ChangeSet()
        changes.insertions = try insertions("Member", Self.many, store) {
            ["points": .integer(Int64($0)), "owner": .reference(owners[$0 % owners.count])]
        }
        try store.commit(changes)
        #expect(texts().contains { $0.hasPrefix("COPY") })
        let points = stride(from: 0, to: Self.many, by: owners.count)
        #expect(try store.value(owners[0], "count") == .integer(Int64(Self.many / owners.count)))
        #expect(try store.value(owners[0], "total") == .integer(Int64(points.reduce(0, +))))
        #expect(try store.value(changes.insertions[1].key, "loud") == .string("WEISS"))
    }
}
#endif
