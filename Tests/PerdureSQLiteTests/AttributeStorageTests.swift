// SPDX-License-Identifier: Apache-2.0
// How attribute values stand in the file, and what becomes of values that do not belong there.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: values in the file") struct AttributeStorageTests {
    private let uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!

    @Test("STO-57 each type has the storage class that Core Data gives it")
    func storageClasses() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert(
            "Book",
            [
                "title": .string("Ω"), "year": .integer(-7), "read": .integer(1), "added": .date(0.5),
                "price": .decimal(DecimalBox(Decimal(string: "12.50")!)), "weight": .double(1),
                "code": .uuid(uuid), "link": .string("https://a.b/"), "note": .data(Data([0])),
            ])
        let classes = try folder.raw().first(
            """
            SELECT typeof(ZTITLE), typeof(ZYEAR), typeof(ZREAD), typeof(ZADDED), typeof(ZPRICE), typeof(ZWEIGHT),
            typeof(ZCODE), typeof(ZLINK), typeof(ZNOTE), typeof(ZCOVER) FROM ZBOOK
            """
        ) { row in (0..<10).map { row.text($0) } }
        #expect(
            classes == ["text", "integer", "integer", "real", "real", "real", "blob", "text", "blob", "null"])
        #expect(
            try folder.raw().first("SELECT hex(ZCODE) FROM ZBOOK") { $0.text(0) }
                == "00112233445566778899AABBCCDDEEFF")
    }

    @Test("format 1.3 whole dates and decimals become integers in the file and come back as they were")
    func wholeNumbers() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let price = StoredValue.decimal(DecimalBox(Decimal(3)))
        let key = try store.insert("Book", ["added": .date(86_400), "price": price])
        let classes = try folder.raw().first("SELECT typeof(ZADDED), typeof(ZPRICE) FROM ZBOOK") {
            [$0.text(0), $0.text(1)]
        }
        #expect(classes == ["integer", "integer"])
        #expect(try store.value(key, "added") == .date(86_400))
        #expect(try store.value(key, "price") == price)
    }

    @Test(
        "decimals with few digits come back exactly",
        arguments: ["0.1", "-12.34", "3.3333333333", "1e-7", "99999999999999"])
    func decimals(_ text: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let value = StoredValue.decimal(DecimalBox(try #require(Decimal(string: text))))
        let key = try store.insert("Book", ["price": value])
        #expect(try store.value(key, "price") == value)
    }

    @Test("the ends of the number types are kept", arguments: [Int64.min, -1, 0, Int64.max])
    func integers(_ number: Int64) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["year": .integer(number)])
        #expect(try store.value(key, "year") == .integer(number))
    }

    @Test("infinities are kept; a number that is none becomes nil")
    func doubles() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let infinite = try store.insert("Book", ["weight": .double(-.infinity)])
        let none = try store.insert("Book", ["weight": .double(.nan)])
        #expect(try store.value(infinite, "weight") == .double(-.infinity))
        #expect(try store.value(none, "weight") == .null)
    }

    @Test("texts of every kind come back", arguments: ["", "a\u{0}b", "é", "👩‍👩‍👧", "'; DROP TABLE ZBOOK; --"])
    func texts(_ text: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string(text)])
        #expect(try store.value(key, "title") == .string(text))
    }

    @Test(
        "check 30 values of other classes are taken where that is safe",
        arguments: [
            ("ZYEAR = 2.9", "year", StoredValue.integer(2)), ("ZYEAR = '17'", "year", .integer(17)),
            ("ZYEAR = 1e300", "year", .integer(.max)), ("ZREAD = 5", "read", .integer(1)),
            ("ZWEIGHT = 3", "weight", .double(3)), ("ZTITLE = CAST(12 AS INTEGER)", "title", .string("12")),
            ("ZNOTE = 'abc'", "note", .data(Data("abc".utf8))),
        ])
    func coercion(_ assignment: String, _ name: String, _ value: StoredValue) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book")
        try folder.raw().execute("UPDATE ZBOOK SET \(assignment)")
        #expect(try store.value(key, name) == value)
    }

    @Test(
        "check 30 other values are an error that names entity, property and row",
        arguments: [
            ("ZYEAR = x'01'", "year"), ("ZYEAR = 'soon'", "year"), ("ZADDED = 'today'", "added"),
            ("ZPRICE = x'00'", "price"), ("ZTITLE = x'FF'", "title"), ("ZNOTE = 5", "note"),
            ("ZCODE = x'0011'", "code"), ("ZCODE = 'no'", "code"), ("ZAUTHOR = 'x'", "author"),
        ])
    func refusal(_ assignment: String, _ name: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book")
        try folder.raw().execute("UPDATE ZBOOK SET \(assignment)")
        #expect {
            try store.row(key)
        } throws: {
            guard case StoreError.invalidValue("Book", name, let reason) = $0 else { return false }
            return reason.contains("row \(key.number)")
        }
    }

    @Test("a row of an entity that the table cannot hold is an error", arguments: ["99", "-1", "NULL", "1"])
    func unknownEntity(_ number: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Person")
        try folder.raw().execute("UPDATE ZPERSON SET Z_ENT = \(number)")
        #expect(throws: StoreError.self) { try store.row(key) }
    }

    @Test("an entity column that names another hierarchy does not change the key's")
    func damagedEntityColumn() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let person = try store.insert("Person")
        let book = try store.insert("Book", ["author": .reference(person)])
        try folder.raw().execute("UPDATE ZBOOK SET Z3_AUTHOR = 6")
        guard case .reference(let key) = try store.value(book, "author") else {
            Issue.record("no reference")
            return
        }
        #expect(key == person && key.entity == person.entity)
    }

    @Test("a row without a version can be updated: it counts as version 0")
    func missingVersion() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Tag")
        try folder.raw().execute("UPDATE ZTAG SET Z_OPT = NULL")
        #expect(try store.row(key)?.version == 0)
        try store.update(key, ["name": .string("a")], version: 0)
        #expect(try store.row(key)?.version == 1)
    }
}
