// SPDX-License-Identifier: Apache-2.0
// What must hold for the rows of a history: whatever its columns say, reading gives changes of the model, or an error.

import CSQLite
import Foundation
import PerdureSQLite
import PerdureStore

/// Checks a history whose cells the fuzzer made up.
enum HistoryChecks {
    static func check(history data: Data) throws {
        store.write(data)
        let found = try store.history.transactions(after: .beginning, withChanges: true)
        for change in found.transactions.flatMap(\.changes) {
            let count = store.schema[change.key.entity].properties.count
            let slots = change.slots + change.tombstone.map(\.slot) + change.deltas.map(\.slot)
            ReadingChecks.expect(
                slots.allSatisfy { (0..<count).contains($0) }, "a slot is none of the model's")
        }
        _ = try? store.history.transactions(after: .time(0), withChanges: false)
    }

    private static let store = HistoryStore()
}

/// A store with one commit in its history, and a connection of the fuzzer's own.
private struct HistoryStore: @unchecked Sendable {
    // Sendable because only the fuzzer's one thread uses it.
    let schema: Schema
    let history: any StoreHistory
    private let engine: SQLiteEngine
    private let raw: OpaquePointer

    init() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "PerdureFuzzHistory-\(getpid())")
        let path = folder.appendingPathComponent("Store.sqlite").path
        (schema, engine) = ReadingChecks.require("make a store with a history") {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let schema = try Schema(Self.definitions)
            var options = SQLiteOptions(path: path)
            options.tracksHistory = true
            let engine = try SQLiteEngine.open(options, schema: schema)
            try Self.fill(engine)
            return (schema, engine)
        }
        guard let history = engine.history else { fatalError("the store keeps no history") }
        self.history = history
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
            fatalError("cannot open the store")
        }
        raw = handle
        sqlite3_exec(raw, "PRAGMA synchronous = OFF", nil, nil, nil)
        Self.run(raw, "INSERT INTO PERDURE_HISTORYDELTAS SELECT Z_PK, 'n', X'00' FROM ACHANGE", [])
    }

    /// Puts the bytes into every cell that a history reads; the first ones say of which kind they are.
    func write(_ data: Data) {
        let (kind, form) = (data.first ?? 0, data.dropFirst().first ?? 0)
        let rest = Data(data.dropFirst(2))
        let cell = Cell(rest, form: form)
        let tombstones = (0..<Self.types.count).map { "ZTOMBSTONE\($0) = ?1" }.joined(separator: ", ")
        Self.run(
            raw, "UPDATE ACHANGE SET \(tombstones), ZCOLUMNS = ?2, ZCHANGETYPE = ?3",
            [cell, .blob(rest), .integer(Int64(kind % 4))])
        // A number that is none is NULL to SQLite, and the column takes no NULL.
        Self.run(raw, "UPDATE OR IGNORE PERDURE_HISTORYDELTAS SET DELTA = ?1", [cell])
        guard form & 0x80 != 0 else { return }
        Self.run(raw, "UPDATE ATRANSACTION SET ZTIMESTAMP = ?1, ZAUTHOR = ?1, ZAUTHORTS = NULL", [cell])
        Self.run(raw, "UPDATE ACHANGE SET ZENTITYPK = ?1", [cell])
    }

    private enum Cell {
        case blob(Data)
        case text(String)
        case integer(Int64)
        case real(Double)

        init(_ data: Data, form: UInt8) {
            let bits = data.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            switch form % 4 {
            case 0: self = .blob(data)
            case 1: self = .text(String(decoding: data, as: UTF8.self))
            case 2: self = .integer(Int64(bitPattern: bits))
            default: self = .real(Double(bitPattern: bits))
            }
        }
    }

    private static func run(_ raw: OpaquePointer, _ sql: String, _ cells: [Cell]) {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(raw, sql, -1, &statement, nil) == SQLITE_OK else { fatalError(sql) }
        defer { sqlite3_finalize(statement) }
        // SQLite copies what stands behind this value, as its header says of -1.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, cell) in zip(Int32(1)..., cells) {
            switch cell {
            case .blob(let data) where data.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
            case .blob(let data):
                _ = [UInt8](data).withUnsafeBytes {
                    sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copied)
                }
            case .text(let text): sqlite3_bind_text(statement, index, text, -1, copied)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .real(let number): sqlite3_bind_double(statement, index, number)
            }
        }
        ReadingChecks.expect(sqlite3_step(statement) == SQLITE_DONE, "cannot write: \(sql)")
    }

    /// One preserved attribute of each type.
    private static let types: [StoredAttributeType] = [
        .integer16, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary, .uuid, .uri,
        .transformable,
    ]

    private static var definitions: [EntityDefinition] {
        let preserved = types.map { type in
            var attribute = AttributeDefinition(type)
            attribute.isPreserved = true
            return PropertyDefinition("a\(type.rawValue)", .attribute(attribute))
        }
        let merge = MergeRule(.counter, type: .integer64)
        let counter = PropertyDefinition("n", .attribute(AttributeDefinition(.integer64, merge: merge)))
        return [EntityDefinition("A", properties: preserved + [counter])]
    }

    private static func fill(_ engine: SQLiteEngine) throws {
        guard let layout = engine.schema.entity(named: "A") else { return }
        let numbers = try engine.reserveKeys(1, entity: layout.number).all
        let slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        var changes = ChangeSet()
        changes.insertions = numbers.map {
            RowInsertion(key: engine.schema.key(entity: layout.number, number: $0), values: slots)
        }
        _ = try engine.commit(changes)
    }
}
