// SPDX-License-Identifier: Apache-2.0
// The time that now() gives to rows, and the functions that derived texts call.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: functions of derived attributes") struct DerivedClockTests {
    @Test("DER-26, DER-63 one time for all rows of a transaction, between its beginning and its end")
    func oneTime() throws {
        let folder = try StoreFolder()
        let store = try folder.open(DerivedModel.definitions)
        let old = try store.insert("Order")
        let start = Date().timeIntervalSinceReferenceDate
        var changes = try store.updating(old, ["code": .string("x")], version: 1)
        changes.insertions = try (0..<3).map { _ in try store.insertion("Rush") }
        let rows = try store.commit(changes)
        let end = Date().timeIntervalSinceReferenceDate
        let slot = try store.slot("Order", "changed")
        let times = Set(rows.compactMap { if case .date(let time) = $0[slot] { time } else { nil } })
        #expect(rows.count == 4 && times.count == 1)
        let time = try #require(times.first)
        #expect(start <= time && time <= end)
        let rush = try #require(changes.insertions.first?.key)
        #expect(try store.value(rush, "rushTime") == .date(time))
        let later = try store.insert("Order")
        guard case .date(let next) = try store.value(later, "changed") else {
            Issue.record("no time")
            return
        }
        #expect(next > time)
        #expect(try store.value(old, "changed") == .date(time))
    }

    @Test("DER-63 a transaction that is rolled back leaves no time behind")
    func rollback() throws {
        let folder = try StoreFolder()
        try folder.open(DerivedModel.definitions).engine.close()
        let raw = try folder.raw()
        func time() throws -> Double { try now(raw) }
        func begin() throws -> Double {
            try raw.execute("BEGIN IMMEDIATE")
            try raw.execute("DELETE FROM ZNOTE")
            return try time()
        }
        let first = try begin()
        #expect(try time() == first)
        raw.rollback()
        let second = try begin()
        #expect(second > first)
        #expect(try time() == second)
        try raw.commit()
        #expect(try begin() > second)
        raw.rollback()
    }

    @Test("DER-63 time goes on in a transaction that only reads")
    func reading() throws {
        let folder = try StoreFolder()
        try folder.open(DerivedModel.definitions).engine.close()
        let raw = try folder.raw()
        try raw.execute("BEGIN")
        try raw.execute("SELECT COUNT(*) FROM ZNOTE")
        let times = try (0..<1000).map { _ in try now(raw) }
        #expect(Set(times).count > 1)
    }

    private func now(_ connection: SQLiteConnection) throws -> Double {
        let time = try connection.first("SELECT NSCoreDataNow()") { $0.value(0) }
        guard case .real(let seconds) = time else {
            throw StoreError.unsupported(UnsupportedRequest("no time"))
        }
        return seconds
    }

    @Test("DER-29d what triggers write moves no version and no time of the row")
    func versions() throws {
        let folder = try StoreFolder()
        let store = try folder.open(DerivedModel.definitions)
        let customer = try store.insert("Customer", ["name": .string("A")])
        let order = try store.insert("Order", ["customer": .reference(customer)])
        let time = try store.value(order, "changed")
        let item = try store.insert("Item", ["order": .reference(order), "points": .integer(3)])
        try store.update(customer, ["name": .string("B")], version: nil)
        try store.update(item, ["points": .integer(4)], version: nil)
        #expect(try store.value(order, "total") == .integer(4))
        #expect(try store.value(order, "customerName") == .string("B"))
        #expect(try store.row(order)?.version == 1)
        #expect(try store.value(order, "changed") == time)
        try store.update(order, ["code": .string("x")], version: 1)
        #expect(try store.value(order, "changed") != time)
    }

    @Test("DER-11, DER-12 text functions mean what they mean in predicates; nil gives nil")
    func texts() throws {
        let folder = try StoreFolder()
        try folder.open().engine.close()
        let raw = try folder.raw()
        let found = try raw.first(
            "SELECT NSCoreDataToUpper('straße'), NSCoreDataToLower('ÅSA'), NSCoreDataCanonical('Café')"
        ) { row in (0..<3).map { row.text($0) } }
        #expect(found == ["STRASSE", "åsa", "cafe"])
        for name in ["ToUpper", "ToLower", "Canonical"] {
            #expect(try raw.first("SELECT NSCoreData\(name)(NULL)") { $0.isNull(0) } == true)
        }
    }
}
