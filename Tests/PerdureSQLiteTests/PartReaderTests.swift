// SPDX-License-Identifier: Apache-2.0
// Fetches of rows in parts: which parts there are, on which thread they come, and what they hold.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("Fetches in parts") struct PartReaderTests {
    private static func filled(
        _ count: Int, _ folder: StoreFolder, _ change: (inout SQLiteOptions) -> Void = { _ in }
    )
        throws -> OpenStore
    {
        let store = try folder.open(TestModel.library, name: "Store.sqlite", change)
        let layout = try #require(store.engine.schema.entity(named: "Book"))
        var changes = ChangeSet()
        changes.insertions = try store.engine.reserveKeys(count, entity: layout.number).all.map {
            RowInsertion(
                key: store.engine.schema.key(entity: layout.number, number: $0),
                values: ContiguousArray(repeating: .null, count: layout.properties.count))
        }
        _ = try store.engine.commit(changes)
        return store
    }

    private static func parts(_ store: OpenStore) throws -> [[Int64]] {
        let book = try #require(store.engine.schema.entity(named: "Book")).number
        var parts: [[Int64]] = []
        let own = pthread_self()
        try store.engine.fetch(FetchPlan(entity: book)) { rows in
            #expect(pthread_self() == own)
            parts.append(rows.map(\.key.number))
            rows = []
        }
        return parts
    }

    @Test(
        "a part has a thousand rows, the last one the rest",
        arguments: [
            (1, [1]), (999, [999]), (1000, [1000]), (1001, [1000, 1]), (3500, [1000, 1000, 1000, 500]),
        ])
    func counts(_ sample: (rows: Int, parts: [Int])) throws {
        let folder = try StoreFolder()
        let parts = try Self.parts(try Self.filled(sample.rows, folder))
        #expect(parts.map(\.count).filter { $0 > 0 } == sample.parts)
        #expect(parts.flatMap { $0 } == Array(1...Int64(sample.rows)))
    }

    @Test("a store with one connection for reads gives one part, after the connection was given back")
    func oneReader() throws {
        let folder = try StoreFolder()
        let store = try Self.filled(2500, folder) { $0.poolSize = 1 }
        let book = try #require(store.engine.schema.entity(named: "Book")).number
        var counts: [Int] = []
        var found: [Row] = []
        try store.engine.fetch(FetchPlan(entity: book)) { rows in
            counts.append(rows.count)
            found += (try? store.engine.rows(for: [rows[0].key])) ?? []
        }
        #expect(counts == [2500] && found.count == 1)
    }
}
