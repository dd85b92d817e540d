// SPDX-License-Identifier: Apache-2.0
// Statements of another connection, as batch requests and importers run them: many rows at once, keys of rows that are
// not there yet, pairs rewritten in place. The values must be right whatever the order.

import Foundation
import PerdureSQL
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: derived attributes under random statements") struct DerivedRandomTests {
    @Test("DER-22, DER-61 values are right after any statements", arguments: [1, 2, 3, 4] as [UInt64])
    func random(_ seed: UInt64) throws {
        let folder = try StoreFolder()
        let store = try folder.open(DerivedModel.definitions)
        let raw = try folder.raw()
        raw.allowTriggers(writingSpatialIndexes: false)
        var statements = RandomStatements(store, seed: seed)
        for step in 0..<120 {
            let texts = (0..<3).flatMap { _ in statements.next() }
            try raw.execute("BEGIN IMMEDIATE")
            for text in texts { try raw.execute(text) }
            try raw.execute("COMMIT")
            let differences = try ScratchValues(store).differences()
            #expect(differences.isEmpty, "step \(step): \(texts.joined(separator: "; "))")
            if !differences.isEmpty { return }
        }
        try refillChangesNothing(raw, store)
    }

    /// The statement that fills a column gives what the triggers have given.
    private func refillChangesNothing(_ raw: SQLiteConnection, _ store: OpenStore) throws {
        let mapping = store.engine.mapping
        for derivation in store.schema.derivations {
            let refill = try #require(DerivedValues(mapping, derivation).refill)
            try raw.execute(refill)
        }
        #expect(try ScratchValues(store).differences().isEmpty)
        let table = try #require(mapping.tables.first { $0.name == "ZTAG" })
        try raw.execute("UPDATE ZTAG SET ZCHILDCOUNT = NULL, ZGRANDWEIGHT = 12345, ZDEAREST = 'x'")
        for derivation in store.schema.derivations where derivation.entity == table.root {
            try raw.execute(try #require(DerivedValues(mapping, derivation).refill))
        }
        #expect(try ScratchValues(store).differences().isEmpty)
    }

    @Test("DER-60 rows of other entities in the same table are left alone")
    func siblings() throws {
        let folder = try StoreFolder()
        let store = try folder.open(DerivedModel.definitions)
        let customer = try store.insert("Customer", ["name": .string("A")])
        let order = try store.insert("Order", ["customer": .reference(customer)])
        var changes = ChangeSet()
        changes.insertions = [
            try store.insertion("Item", ["order": .reference(order), "points": .integer(1)])
        ]
        #expect(try store.commit(changes).contains { $0.key == order })
        try store.update(customer, ["name": .string("B")], version: nil)
        let derivations = store.schema.derivations.filter { store.schema[$0.entity].name == "Rush" }
        for derivation in derivations {
            try folder.raw().execute(try #require(DerivedValues(store.engine.mapping, derivation).refill))
        }
        let written = try folder.raw().first(
            "SELECT COUNT(*) FROM ZORDER WHERE ZRUSHCOUNT NOT NULL OR ZRUSHPOINTS NOT NULL OR ZRUSHNAME NOT NULL"
                + " OR ZRUSHCOPY NOT NULL OR ZRUSHTIME NOT NULL"
        ) { $0.integer(0) }
        #expect(written == 0)
    }
}
