// SPDX-License-Identifier: Apache-2.0
// The columns of attributes that merge (PG-35, PG-38): what other programs see, and what comes back.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: attributes that merge", .enabled(if: TestStores.isThere, TestStores.advice))
struct MergeColumnTests {
    let stores = TestStores()

    private func store() throws -> (EngineUnderTest, PlainWriter) {
        let namespace = stores.namespace()
        var (numbers, identifiers) = (set, set)
        numbers.element = .integer
        identifiers.element = .uuid
        let rules = [
            "likes": MergeRule(.counter, type: .integer16), "weight": MergeRule(.counter, type: .double),
            "price": MergeRule(.counter, type: .decimal), "tags": set, "numbers": numbers,
            "identifiers": identifiers, "settings": MergeRule(.dictionary, type: .binary),
            "color": MergeRule(.value, type: .string),
        ]
        let properties = rules.map { name, rule in
            PropertyDefinition(name, .attribute(AttributeDefinition(rule.type, merge: rule)))
        }
        let schema = try Schema([EntityDefinition("Post", properties: properties)])
        return (EngineUnderTest(try stores.open(schema, in: namespace)), try PlainWriter(namespace))
    }

    private let set = MergeRule(.set, type: .binary)

    private func list(_ values: [PropertyListValue]) throws -> StoredValue {
        .data(try BinaryPropertyList.write(.array(values)))
    }

    @Test("PG-35 counters are numbers, sets arrays, dictionaries JSON, other values columns of their type")
    func types() throws {
        let (_, writer) = try store()
        let rows = try writer.run(
            "SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'post'::regclass "
                + "AND attnum > 0")
        var types: [String: String] = [:]
        for row in 0..<rows.rowCount {
            guard case .text(let name)? = try rows.value(row, 0),
                case .text(let type)? = try rows.value(row, 1)
            else { continue }
            types[name] = type
        }
        let expected = [
            "likes": "bigint", "weight": "double precision", "price": "numeric", "tags": "text[]",
            "numbers": "bigint[]", "identifiers": "uuid[]", "settings": "jsonb", "color": "text",
        ]
        #expect(types.filter { expected[$0.key] != nil } == expected)
    }

    @Test("PG-35 sets ascend and have no element twice, an empty one is NULL")
    func sets() throws {
        let (store, writer) = try store()
        let key = try store.insert(
            "Post",
            [
                "tags": try list([.string("b"), .string("Ä"), .string("a"), .string("b")]),
                "numbers": try list([.integer(10), .integer(-2), .integer(9)]),
                "identifiers": try list([]),
            ])
        #expect(try writer.value("SELECT tags::text FROM post") == .text("{a,b,Ä}"))
        #expect(try writer.value("SELECT numbers::text FROM post") == .text("{-2,9,10}"))
        #expect(try writer.value("SELECT identifiers IS NULL FROM post") == .bool(true))
        #expect(try store.value(key, "tags") == list([.string("a"), .string("b"), .string("Ä")]))
        try writer.run("UPDATE post SET tags = '{z,y,z}', numbers = '{}'")
        #expect(try store.value(key, "tags") == list([.string("y"), .string("z")]))
        #expect(try store.value(key, "numbers") == .null)
    }

    @Test(
        "PG-38 a value of a dictionary comes back as it was",
        arguments: [
            .boolean(true), .integer(0), .integer(1), .integer(.min), .unsigned(.max), .real(1.5), .real(2),
            .real(-0.0), .real(1e300), .real(1e-300), .real(.infinity), .real(0.1), .string(""),
            .string("a\u{0}b"), .string("\"\\\n\u{1F}é😀"), .data(Data([0, 255])),
            .array([.integer(1), .array([])]),
            .date(Date(timeIntervalSinceReferenceDate: 761_234_567.123_456_7)), .set([.string("x")]),
            .dictionary([:]), .dictionary(["$date": .integer(3)]), .dictionary(["$a": .real(3), "b": .null]),
            .dictionary(["a\u{0}": .string("$x"), "deep": .dictionary(["k": .boolean(false)])]),
        ] as [PropertyListValue])
    func dictionaries(_ value: PropertyListValue) throws {
        let (store, _) = try store()
        let stored = try BinaryPropertyList.write(.dictionary(["key": value]))
        let key = try store.insert("Post", ["settings": .data(stored)])
        guard case .data(let data) = try store.value(key, "settings") else {
            Issue.record("no data came back")
            return
        }
        let found = try BinaryPropertyList.read(data).dictionaryValue?["key"]
        #expect(found == value)
        if case .real(let number) = value, case .real(let back)? = found { #expect(number.sign == back.sign) }
    }

    @Test(
        "PG-38 JSON for other programs is plain; what they write and nobody can read is empty, and a change is refused"
    )
    func otherPrograms() throws {
        let (store, writer) = try store()
        let values: PropertyListValue = .dictionary([
            "name": .string("n"), "flag": .boolean(true), "count": .integer(3), "ratio": .real(0.5),
            "day": .date(Date(timeIntervalSinceReferenceDate: 60)),
        ])
        let key = try store.insert("Post", ["settings": .data(try BinaryPropertyList.write(values))])
        #expect(
            try writer.value(
                """
                SELECT settings = '{"name": "n", "flag": true, "count": 3, "ratio": 0.5, "day": {"$date": 60}}'
                FROM post
                """) == .bool(true))
        try writer.run("UPDATE post SET settings = '{\"a\": {\"$unknown\": 1}}'")
        let stored = try store.value(key, "settings")
        let rule = MergeRule(.dictionary, type: .binary)
        #expect(throws: MergeError.self) { try rule.content(of: stored) }
        #expect(rule.readable(stored) == .dictionary([:]))
    }
}
#endif
