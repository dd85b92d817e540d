// SPDX-License-Identifier: Apache-2.0
// A database whose tables have the rows of one entity each, and no column that says so. For OneEntityTableTests.swift.

import Foundation
import PerdureStore

@testable import PerdureSQL
@testable import PerdureSQLite

/// Boxes and the things in them, over a connection in memory.
struct OneEntityStore {
    let mapping: StoreMapping
    let engine: SQLEngine
    private let support = PlainSupport()

    static let definitions = [
        EntityDefinition(
            "Box",
            properties: [
                PropertyDefinition("name", .attribute(AttributeDefinition(.string))),
                PropertyDefinition(
                    "things",
                    .relationship(RelationshipDefinition(to: "Thing", inverse: "box", isToMany: true))),
            ]),
        EntityDefinition(
            "Thing",
            properties: [
                PropertyDefinition("box", .relationship(RelationshipDefinition(to: "Box", inverse: "things")))
            ]),
    ]

    private let pool: ConnectionPool

    init() throws {
        mapping = try StoreMapping(
            schema: Schema(Self.definitions), entities: nil, naming: PlainNames(entity: nil),
            stored: NewStore())
        let connection = try SQLiteConnection(path: ":memory:", mode: .memory, timeout: 1)
        try connection.execute("CREATE TABLE box (id INTEGER PRIMARY KEY, version INTEGER, name VARCHAR)")
        try connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, version INTEGER, box INTEGER)")
        pool = ConnectionPool(
            path: ":memory:", writer: connection, readers: 0, timeout: 1, openReader: { connection })
        engine = SQLEngine(mapping: mapping, dialect: .sqlite, readers: pool)
    }

    func key(_ entity: Int32, _ number: Int64) -> ObjectKey {
        mapping.schema.key(entity: entity, number: number)
    }

    /// A box with two things.
    func fill() throws {
        var changes = ChangeSet()
        changes.insertions = [
            RowInsertion(key: key(1, 1), values: [.string("red"), .null]),
            RowInsertion(key: key(2, 4), values: [.reference(key(1, 1))]),
            RowInsertion(key: key(2, 5), values: [.reference(key(1, 1))]),
        ]
        try write(changes)
    }

    func write(_ changes: ChangeSet) throws {
        try pool.write {
            guard case .written = try engine.write(changes, on: $0, support: support) else {
                throw StoreError.unsupported("conflicts")
            }
        }
    }

    func write(_ batch: Batch) throws -> BatchOutcome {
        try pool.write {
            try engine.write(engine.work(for: batch), on: $0, support: support)
        }
    }

    func rows(_ entity: Int32) throws -> [Row] {
        guard case .rows(let rows) = try engine.fetch(FetchPlan(entity: entity)) else { return [] }
        return rows
    }

    func keys(_ plan: FetchPlan) throws -> [ObjectKey] {
        var plan = plan
        plan.shape = .keys
        guard case .keys(let keys) = try engine.fetch(plan) else { return [] }
        return keys
    }

    /// The part of a backend that computes nothing and keeps no files.
    private final class PlainSupport: WriteSupport {
        func storeExternal(_ value: Data, entity: String, property: String) throws -> Data { value }
        func releaseExternal(_ stored: Data) {}
        func didApply(_ update: RowUpdate) {}
        func willDelete(_ keys: [ObjectKey]) throws {}
        func violatedColumns(_ error: any Error) -> [String]? { nil }
        func finishComputedValues(_ mapping: StoreMapping) throws {}
        func computedRows() -> [(fileNumber: Int64, number: Int64)] { [] }
    }
}
