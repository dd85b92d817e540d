// SPDX-License-Identifier: Apache-2.0
// Rows that do not fit the next version: the error names them, and the store is as it was.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place: rows that do not fit") struct RowFailureTests {
    /// Migrates a filled store, and expects a failure that leaves the file alone.
    private func failure(
        _ old: [EntityDefinition], _ new: [EntityDefinition], _ fill: (OpenStore) throws -> Void,
        at location: SourceLocation = #_sourceLocation
    ) throws -> MigrationFailure {
        let file = try VersionedStore()
        let store = try file.open(old)
        try fill(store)
        try store.engine.close()
        let before = try file.folder.bytes()
        let error = #expect(throws: MigrationFailure.self, sourceLocation: location) {
            try file.migrate(old, new)
        }
        #expect(try file.folder.bytes() == before, sourceLocation: location)
        try file.open(old).engine.close()
        return try #require(error, sourceLocation: location)
    }

    @Test("MIG-34 a required attribute without a value: entity, attribute and rows are named")
    func missingValue() throws {
        let found = try failure(
            [entity("Person", attribute("name"))], [entity("Person", attribute("name", optional: false))]
        ) {
            for name in [StoredValue.string("a"), .null, .null] { try $0.insert("Person", ["name": name]) }
        }
        let rows = [2, 3].map { MigrationFailure.Row(entity: 1, key: $0) }
        #expect(found == MigrationFailure(.missingValue, entity: "Person", property: "name", rows: rows))
    }

    @Test("MIG-34 an empty table passes, and so does a default")
    func passing() throws {
        let old = [entity("Person", attribute("name"))]
        let file = try VersionedStore()
        try file.open(old).engine.close()
        let new = [entity("Person", attribute("name"), attribute("age", .integer16, optional: false))]
        try file.migrate(old, new).engine.close()
        let other = try VersionedStore()
        let key = try other.open(old).insert("Person")
        let filled = [
            entity("Person", attribute("name", optional: false, default: .string("")))
        ]
        #expect(try other.migrate(old, filled).value(key, "name") == .string(""))
    }

    @Test("MIG-34 a required to-one relationship without a destination")
    func missingMember() throws {
        let found = try failure(
            [entity("A", relationship("b", to: "B")), entity("B")],
            [entity("A", relationship("b", to: "B", optional: false)), entity("B")]
        ) { try $0.insert("A") }
        #expect(
            found
                == MigrationFailure(
                    .missingMember, entity: "A", property: "b", rows: [.init(entity: 1, key: 1)]))
    }

    @Test("MIG-35 rows that are equal under a new constraint; nil equals nothing")
    func duplicates() throws {
        let found = try failure(
            [entity("Tag", attribute("word"))], [entity("Tag", constraints: [["word"]], attribute("word"))]
        ) {
            for word in ["a", "b", "a"] { try $0.insert("Tag", ["word": .string(word)]) }
            for _ in 0..<2 { try $0.insert("Tag") }
        }
        let rows = [1, 3].map { MigrationFailure.Row(entity: 1, key: $0) }
        #expect(found == MigrationFailure(.duplicates(["word"]), entity: "Tag", rows: rows))
    }

    @Test("MIG-35 a constraint whose index is missing is named, beside one whose name begins alike")
    func missingIndex() throws {
        func model(_ more: PropertyDefinition...) -> [EntityDefinition] {
            var made = entity("A", constraints: [["b"], ["bc"]], attribute("b"), attribute("bc"))
            made.properties += more
            return [made]
        }
        let file = try VersionedStore()
        let store = try file.open(model(attribute("old")))
        for name in ["x", "y"] { try store.insert("A", ["b": .string(name), "bc": .string(name)]) }
        try store.engine.close()
        let raw = try file.folder.raw()
        try raw.execute("DROP INDEX Z_A_UNIQUE_bc")
        try raw.execute("UPDATE ZA SET ZBC = 'same'")
        let error = #expect(throws: MigrationFailure.self) {
            try file.migrate(model(attribute("old")), model())
        }
        #expect(error?.reason == .duplicates(["bc"]))
    }

    @Test("MIG-34 a number that does not fit the new type")
    func outOfRange() throws {
        let found = try failure(
            [entity("A", attribute("n", .integer64))], [entity("A", attribute("n", .integer16))]
        ) {
            for number in [1, 40_000] { try $0.insert("A", ["n": .integer(Int64(number))]) }
        }
        #expect(
            found
                == MigrationFailure(.outOfRange, entity: "A", property: "n", rows: [.init(entity: 1, key: 2)])
        )
    }

    @Test("MIG-34 rows of an entity that has become abstract")
    func abstractEntity() throws {
        let found = try failure([entity("A")], [entity("A", abstract: true)]) { try $0.insert("A") }
        #expect(found == MigrationFailure(.abstractEntity, entity: "A", rows: [.init(entity: 1, key: 1)]))
    }
}
