// SPDX-License-Identifier: Apache-2.0
// Looks at a store that has some of the model's entities.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: looks at the store of a configuration") struct ConfigurationLookTests {
    private let folder: StoreFolder
    private let schema: Schema
    private let poet: ObjectKey

    /// Makes a store of persons, whose books are in no store.
    init() throws {
        folder = try StoreFolder()
        schema = try Schema(TestModel.library)
        var options = SQLiteOptions(path: folder.path())
        let names = ["Person", "Poet"]
        options.initialMetadata[StoreMigration.hashesKey] = .dictionary(
            Dictionary(uniqueKeysWithValues: names.map { ($0, .data(Data(repeating: 1, count: 32))) }))
        let entities = Set(names.compactMap { [schema] in schema.entity(named: $0)?.number })
        let store = OpenStore(engine: try SQLiteEngine.open(options, schema: schema, entities: entities))
        poet = try store.insert("Poet", ["name": .string("Sappho")])
        try store.engine.close()
    }

    @Test("STO-210 a check and a repair find nothing wrong with the store of a configuration")
    func checks() throws {
        let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: schema)
        #expect(problems.isEmpty, "\(problems.map(\.description))")
        _ = try SQLiteStoreMender.mend(at: folder.path(), schema: schema)
        #expect(try SQLiteStoreChecker.check(path: folder.path(), schema: schema).isEmpty)
    }

    @Test("STO-210 a look reads the objects of a configuration, and no members in other stores")
    func looks() throws {
        let look = try StoreLook(at: folder.path())
        let names = try look.statistics(schema).entities.map(\.name)
        #expect(names == ["Person", "Poet"])
        let engine = try look.engine(schema)
        defer { try? engine.close() }
        #expect(try OpenStore(engine: engine).value(poet, "name") == .string("Sappho"))
        let books = MemberOwners(
            slot: try OpenStore(engine: engine).slot("Poet", "books"), entity: poet.entity,
            numbers: [poet.number])
        #expect(try engine.memberKeys(of: books).keys.isEmpty)
        #expect(try engine.members(of: books).rows.isEmpty)
    }

    @Test("STO-210 entities that the metadata list and the model does not have make no configuration")
    func foreignEntities() throws {
        let hash = PropertyListValue.data(Data(count: 32))
        let key = StoreMigration.hashesKey
        #expect(schema.entities(of: [key: .dictionary(["Poet": hash])])?.count == 1)
        #expect(schema.entities(of: [key: .dictionary(["Poet": hash, "Prose": hash])]) == nil)
        #expect(schema.entities(of: [:]) == nil && schema.entities(of: [key: .dictionary([:])]) == nil)
    }
}
