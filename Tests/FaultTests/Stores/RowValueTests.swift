// SPDX-License-Identifier: Apache-2.0
// Rows with values that Core Data would never write: an error that names row, entity and property, or a
// documented conversion (PerdureSQLite/Connection/SQLiteStatement+Values.swift); never a trap.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: values in rows") struct RowValueTests {
    private let store: BookStore

    init() throws { store = try BookStore() }

    @Test(
        "check 30 a value of a wrong kind is 1550, names row, entity and property, and the file stays",
        arguments: [
            ("ZYEAR = 'soon'", "year", "text"), ("ZYEAR = x'0102'", "year", "blob of 2 bytes"),
            ("ZTITLE = x'00FF'", "title", "blob of 2 bytes"),
            ("ZCODE = zeroblob(15)", "code", "blob of 15 bytes"), ("ZCODE = zeroblob(17)", "code", "blob"),
            ("ZCODE = 'no UUID'", "code", "text"), ("ZCODE = 5", "code", "integer"),
            ("ZPRICE = 'dear'", "price", "text"), ("ZWEIGHT = 'heavy'", "weight", "text"),
            ("ZADDED = 'today'", "added", "text"), ("ZADDED = 'NaN'", "added", "text"),
            ("ZADDED = x'00'", "added", "blob"),
            ("ZISREAD = 'perhaps'", "isRead", "text"), ("ZNOTE = 1.5", "note", "real"),
            ("ZCOVER = 7", "cover", "integer"), ("ZEXTRA = 7", "extra", "integer"),
            ("ZAUTHOR = 'Ada'", "author", "text"), ("ZAUTHOR = 1.5", "author", "real"),
            ("ZLINK = x'00'", "link", "blob"),
        ])
    func wrongKind(_ change: String, _ property: String, _ kind: String) throws {
        try store.damage("UPDATE ZBOOK SET \(change) WHERE Z_PK = 2")
        let error = expectError(
            1550, naming: ["Book.\(property)", "row 2", kind, "repair"], in: store.folder
        ) {
            try store.readBooks()
        }
        #expect(error?.userInfo["entity"] as? String == "Book")
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == property)
    }

    @Test("check 30 a fault with such a row throws from the form that can, and stays a fault")
    func fault() throws {
        try store.damage("UPDATE ZBOOK SET ZYEAR = 'soon' WHERE Z_PK = 2")
        let stack = try store.open()
        let context = stack.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.includesPropertyValues = false
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let books = try context.fetch(request)
            #expect(try books[0].tryValue(forKey: "year") as? Int == 1)
            expectError(1550, naming: ["Book.year"]) { _ = try books[1].tryValue(forKey: "year") }
            #expect(books[1].isFault)
        }
    }

    @Test(
        "check 30 values that are only unusual are taken",
        arguments: [
            ("ZYEAR = '12'", "year", "12"), ("ZYEAR = 12.9", "year", "12"),
            ("ZPAGES = 9223372036854775807", "pages", "9223372036854775807"),
            ("ZPAGES = -9223372036854775808", "pages", "-9223372036854775808"),
            ("ZPAGES = 1e300", "pages", "9223372036854775807"),
            ("ZYEAR = 9223372036854775807", "year", "9223372036854775807"),
            ("ZISREAD = 7", "isRead", "1"), ("ZTITLE = 5", "title", "5"),
            ("ZWEIGHT = 9e999", "weight", "inf"), ("ZWEIGHT = 'NaN'", "weight", "nan"),
            ("ZPRICE = 'NaN'", "price", "NaN"),
        ])
    func unusual(_ change: String, _ property: String, _ expected: String) throws {
        try store.damage("UPDATE ZBOOK SET \(change) WHERE Z_PK = 1")
        let value = try #require(try store.readBooks().first { _ in true }?[property])
        let text = (value as? Bool).map { $0 ? "1" : "0" } ?? "\(value)"
        #expect(text.lowercased() == expected.lowercased())
    }

    @Test(
        "check 30 extreme dates, decimals and texts are read or refused, printed and evaluated",
        arguments: [
            "ZADDED = 9e999", "ZADDED = -9e999", "ZADDED = 1e300", "ZADDED = 9223372036854775807",
            "ZPRICE = 1e300",
            "ZPRICE = -1e-300", "ZPRICE = 9e999", "ZWEIGHT = -9e999", "ZTITLE = CAST(x'FFFE80' AS TEXT)",
            "ZTITLE = 'a' || char(0) || 'b'", "ZLINK = 'no url at all \u{1F600} %%%'", "ZLINK = ''",
            "ZTITLE = hex(zeroblob(500000))",
            "ZYEAR = -9223372036854775808", "ZISREAD = -9223372036854775808",
        ])
    func extreme(_ change: String) throws {
        try store.damage("UPDATE ZBOOK SET \(change) WHERE Z_PK = 1")
        do {
            let rows = try store.readBooks()
            #expect(rows.count == 3 && !"\(rows)".isEmpty)
            let stack = try store.open()
            let context = stack.context()
            try context.performAndWait {
                let books = try context.all("Book")
                for book in books { #expect(!"\(book)".isEmpty) }
                let format = "year + 1 > 0 OR pages * 2 > 0 OR price > 1 OR added > %@ OR weight / 2 > 0"
                let predicate = NSPredicate(format: format, Date() as NSDate)
                #expect(books.filter { predicate.evaluate(with: $0) }.count <= 3)
            }
        } catch {
            #expect(
                (error as NSError).code == 1550 && error.localizedDescription.contains("Book."), "\(error)")
        }
        let run = try ToolRun("store", "dump", store.url.path, "--entity", "Book", "--json")
        #expect([0, 3].contains(run.exitCode), "\(run.errors)")
        #expect(run.exitCode == 0 || run.errors.contains("Book."))
    }

    @Test(
        "check 30 a number of an entity that is none is an error that names it",
        arguments: [-1, 0, 99, 1, Int.max, Int.min])
    func entityNumber(_ number: Int) throws {
        let numbers = try #require(Int(try RawDatabase(store.url).value("SELECT Z_ENT FROM ZBOOK") ?? ""))
        try #require(numbers != number)
        try store.damage("UPDATE ZBOOK SET Z_ENT = \(number) WHERE Z_PK = 2")
        do {
            // A table of one entity alone does not need the number.
            #expect(try store.readBooks().count >= 2)
        } catch {
            #expect((error as NSError).code == 1550)
            #expect(error.localizedDescription.contains("Z_ENT"))
        }
        let check = try ToolRun("store", "check", store.url.path)
        #expect(check.exitCode == 1 && check.output.contains("\(number)"), "\(check.output)")
    }

    @Test(
        "check 30 keys and versions at the ends of 64 bits: read, then an error or a save, never a trap",
        arguments: [
            "Z_PK = 9223372036854775807", "Z_PK = -9223372036854775808", "Z_PK = 0", "Z_PK = -5",
            "Z_OPT = 9223372036854775807", "Z_OPT = -9223372036854775808", "Z_OPT = NULL", "Z_OPT = 'text'",
            "Z_OPT = 1.5",
            "ZAUTHOR = 9223372036854775807", "ZAUTHOR = -9223372036854775808", "ZAUTHOR = 0",
        ])
    func extremeKeys(_ change: String) throws {
        try store.damage("UPDATE ZBOOK SET \(change) WHERE Z_PK = 2")
        let stack = try store.open()
        let context = stack.context()
        context.performAndWait {
            let attempts: [() throws -> Void] = [
                { for book in try context.all("Book") { try book.trySetValue(5, forKey: "year") } },
                { context.insert("Book", ["title": "new"]) },
                { for book in try context.all("Book") { _ = try book.tryValue(forKey: "author.name") } },
                { for book in try context.all("Book") { context.delete(book) } },
            ]
            for attempt in attempts {
                do {
                    try attempt()
                    try context.save()
                } catch {
                    let error = error as NSError
                    #expect(!error.localizedDescription.isEmpty)
                    context.rollback()
                }
            }
        }
        try stack.coordinator.remove(stack.store)
        #expect(try RawDatabase(store.url).value("PRAGMA integrity_check") == "ok")
    }

    @Test(
        "check 30 a counter of keys at its end: inserting is an error that says so, and nothing is lost",
        arguments: [
            "Z_MAX = 9223372036854775807", "Z_MAX = 9223372036854775800",
        ])
    func lastKey(_ change: String) throws {
        try store.damage("UPDATE Z_PRIMARYKEY SET \(change)")
        let stack = try store.open()
        let context = stack.context()
        context.performAndWait {
            for number in 0..<20 { context.insert("Book", ["title": "new \(number)"]) }
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.localizedDescription.contains("used up") == true)
            #expect(context.insertedObjects.count == 20)
        }
        #expect(try RawDatabase(store.url).value("SELECT COUNT(*) FROM ZBOOK") == "3")
    }

    @Test("check 30 sums beyond 64 bits are an error or a value, in the store and in memory")
    func sums() throws {
        try store.damage("UPDATE ZBOOK SET ZPAGES = 9223372036854775807")
        let stack = try store.open()
        let context = stack.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Book")
            let sum = NSExpressionDescription()
            sum.name = "sum"
            sum.expression = NSExpression(format: "@sum.pages")
            sum.expressionResultType = .integer64AttributeType
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = [sum]
            let result = Result { try context.fetch(request) }
            if case .failure(let error) = result { #expect(!error.localizedDescription.isEmpty) }
            for format in [
                "pages + 1 > 0", "pages * pages > 0", "-pages < 0", "pages - (-1) > 0",
                "author.books.@sum.pages > 0",
            ] {
                let predicate = try NSPredicate(validating: format)
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                request.predicate = predicate
                let fetched = Result { try context.fetch(request) }
                if case .failure(let error) = fetched {
                    #expect(!error.localizedDescription.isEmpty, "\(format)")
                }
                for book in try context.all("Book") { _ = try? predicate.evaluate(validating: book) }
            }
        }
    }
}
