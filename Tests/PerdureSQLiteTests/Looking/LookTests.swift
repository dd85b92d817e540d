// SPDX-License-Identifier: Apache-2.0
// Looks at stores that others write: in place where nothing is created, one state, and nothing beside the file changes.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("Looks") struct LookTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Names, owners and bytes of all files; the memory that connections share is named only.
    private func listing() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            var status = stat()
            #expect(lstat(folder.path(name), &status) == 0)
            let isShared = name.hasSuffix("-shm")
            files["\(name) \(status.st_uid) \(status.st_mode)"] = isShared ? Data() : try folder.bytes(name)
        }
        return files
    }

    private func books(_ look: StoreLook) throws -> Int? {
        try look.counts().first { $0.name == "Book" }?.rows
    }

    @Test("PRG-70 a look beside an open store reads in place, one state, and changes no file")
    func inPlace() throws {
        let store = try folder.open()
        _ = try store.insert("Book", ["title": .string("A")])
        let before = try listing()
        let look = try StoreLook(at: folder.path())
        #expect(look.isInPlace)
        #expect(try books(look) == 1)
        #expect(try listing() == before)
        _ = try store.insert("Book", ["title": .string("B")])
        #expect(try books(look) == 1, "a look has one state")
        #expect(try books(StoreLook(at: folder.path())) == 2)
        try store.engine.close()
    }

    @Test("PRG-70 a closed store in WAL mode is read from a copy, and gets no side files")
    func closed() throws {
        let store = try folder.open()
        _ = try store.insert("Book", ["title": .string("A")])
        try store.engine.close()
        let before = try listing()
        let look = try StoreLook(at: folder.path())
        #expect(!look.isInPlace)
        #expect(try books(look) == 1)
        #expect(try listing() == before)
    }

    @Test("PRG-70 a store with a rollback journal is read in place")
    func rollbackJournal() throws {
        let store = try folder.open { $0.pragmas = ["journal_mode": "DELETE"] }
        _ = try store.insert("Book", ["title": .string("A")])
        try store.engine.close()
        let before = try listing()
        let look = try StoreLook(at: folder.path())
        #expect(look.isInPlace)
        #expect(try books(look) == 1)
        #expect(try listing() == before)
    }

    @Test(
        "PRG-70 what a killed writer left in the WAL is seen, with the -shm and without",
        arguments: [true, false])
    func leftOver(_ hasMemory: Bool) throws {
        let store = try folder.open()
        _ = try store.insert("Book", ["title": .string("A")])
        for suffix in ["", "-wal"] + (hasMemory ? ["-shm"] : []) {
            try folder.bytes("Store.sqlite" + suffix).write(
                to: URL(fileURLWithPath: folder.path("Left.sqlite" + suffix)))
        }
        try store.engine.close()
        let before = try listing()
        let look = try StoreLook(at: folder.path("Left.sqlite"))
        #expect(try books(look) == 1)
        #expect(look.isInPlace == hasMemory)
        #expect(try listing() == before)
    }

    @Test("an engine of a look reads rows, members and history in the look's state, and may be closed")
    func engine() throws {
        let store = try folder.open { $0.tracksHistory = true }
        let person = try store.insert("Person", ["name": .string("P")])
        _ = try store.insert("Book", ["title": .string("A"), "author": .reference(person)])
        let look = try StoreLook(at: folder.path())
        var reading = StoreLook.Reading()
        reading.hasHistory = true
        for _ in 0..<2 {
            let engine = try look.engine(store.engine.schema, reading)
            let plan = FetchPlan(entity: person.entity)
            guard case .rows(let rows) = try engine.page(of: plan, after: 0) else { return }
            #expect(rows.map(\.key) == [person])
            let slot = try #require(engine.schema[person.entity].slots["books"])
            let members = try engine.memberKeys(
                of: MemberOwners(slot: slot, entity: person.entity, numbers: [person.number]))
            #expect(members.owners == [person.number] && members.keys.count == 1)
            #expect(
                try engine.history?.transactions(after: .beginning, withChanges: true).transactions.count == 2
            )
            try engine.close()
        }
        #expect(try books(look) == 1)
        try store.engine.close()
    }

    @Test("values that cannot be read are told and null, where somebody hears of them")
    func unreadable() throws {
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A"), "year": .integer(1)])
        try folder.raw().execute("UPDATE ZBOOK SET ZYEAR = 'soon'")
        let look = try StoreLook(at: folder.path())
        #expect(throws: StoreError.self) { try look.engine(store.engine.schema).rows(for: [key]) }
        var reading = StoreLook.Reading()
        var told: [any Error] = []
        reading.onUnreadable = { told.append($0) }
        let row = try #require(try look.engine(store.engine.schema, reading).rows(for: [key]).first)
        let slots = store.engine.schema[key.entity].slots
        #expect(row[try #require(slots["title"])] == .string("A"))
        #expect(row[try #require(slots["year"])].isNull)
        #expect("\(told)".contains("year") && told.count == 1)
        try store.engine.close()
    }

    @Test("PRG-141 in a result of tuples the place of a value that cannot be read is told")
    func unreadableTuples() throws {
        let store = try folder.open()
        for title in ["A", "B", "C"] {
            _ = try store.insert("Book", ["title": .string(title), "year": .integer(1)])
        }
        try folder.raw().execute("UPDATE ZBOOK SET ZYEAR = 'soon' WHERE ZTITLE = 'B'")
        var reading = StoreLook.Reading()
        var told: [any Error] = []
        reading.onUnreadable = { told.append($0) }
        let engine = try StoreLook(at: folder.path()).engine(store.engine.schema, reading)
        let book = try #require(engine.schema.entity(named: "Book"))
        var plan = FetchPlan(entity: book.number)
        plan.sort = [SortTerm(["title"])]
        plan.shape = .tuples(
            TupleShape(columns: [
                .init(name: "title", expression: .key("title"), type: .string),
                .init(name: "year", expression: .key("year"), type: .integer32),
            ]))
        guard case .tuples(let tuples) = try engine.fetch(plan) else { throw StoreError.closed }
        #expect(tuples.map { $0[0] } == [.string("A"), .string("B"), .string("C")] && tuples[1][1].isNull)
        let cell = try #require(told.first as? UnreadableCell)
        #expect(told.count == 1 && cell.tuple == 1 && cell.column == 1)
        let error = cell.named(object: "Book/p2", entity: "Book", property: "year")
        #expect("\(error)".contains("Book/p2: a row holds text"))
        try store.engine.close()
    }

    @Test("PRG-71 a copy by the kernel has the bytes of the file, and holes stay holes")
    func sharedBlocks() throws {
        let store = try folder.open()
        _ = try store.insert("Book", ["title": .string("A")])
        try store.engine.close()
        let size = try folder.bytes().count
        try #require(truncate(folder.path(), off_t(size + 50 << 20)) == 0)
        var copying = PrivateCopying()
        copying.sharesBlocks = true
        var last: (Int64, Int64) = (0, 1)
        copying.progress = { last = ($0, $1) }
        let copy = try PrivateStoreCopy(of: folder.path(), copying)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path)) == folder.bytes())
        var status = stat()
        #expect(stat(copy.path, &status) == 0 && status.st_blocks * 512 < 4 << 20)
        #expect(last.1 == Int64(size + 50 << 20))
    }

    @Test("statistics count rows and values; estimates of parts add up to the pages in use")
    func statistics() throws {
        let store = try folder.open()
        for number in 0..<300 {
            _ = try store.insert(
                "Book", ["title": .string("Book \(number)"), "note": .data(Data(repeating: 1, count: 500))])
        }
        let look = try StoreLook(at: folder.path())
        let found = try look.statistics(store.engine.schema)
        let book = try #require(found.entities.first { $0.name == "Book" })
        #expect(book.rows == 300)
        #expect(book.attributes.first { $0.name == "note" }?.bytes == 150_000)
        #expect(book.attributes.first { $0.name == "note" }?.values == 300)
        #expect(book.attributes.first { $0.name == "year" }?.values == 0)
        #expect(book.attributes.contains { $0.name == "author" })
        let estimated = try look.statistics(store.engine.schema, counting: false)
        #expect(!estimated.isCounted)
        let inUse = (estimated.pages - estimated.freePages) * estimated.pageSize
        let sum = (estimated.tables + estimated.indexes).reduce(0) { $0 + $1.bytes }
        #expect(sum <= inUse && sum > inUse * 9 / 10)
        #expect(estimated.tables.max { $0.bytes < $1.bytes }?.name == "ZBOOK")
        try store.engine.close()
    }
}
