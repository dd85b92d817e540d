// SPDX-License-Identifier: Apache-2.0
// The writing of many rows with one statement: values are lent to SQLite, and statements are used again.

import CSQLite
import Foundation
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: writing rows") struct WritingTests {
    /// Texts that Swift keeps in the value itself, and others; each stands for a way of lending it.
    private static let texts = [
        "", "a", "fifteen bytes..", "sixteen bytes...", String(repeating: "long ", count: 5_000), "Zoë\u{0}x",
        "🧵",
    ]
    private static let blobs = [
        Data(), Data([0]), Data(repeating: 1, count: 14), Data(repeating: 2, count: 15),
        Data(repeating: 3, count: 9_000),
    ]

    @Test("text and bytes of every length come back as they were written, insertions and updates")
    func lengths() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        var changes = ChangeSet()
        for text in Self.texts {
            for blob in Self.blobs {
                changes.insertions.append(
                    try store.insertion(
                        "Book", ["title": .string(text), "link": .string(text), "note": .data(blob)]))
            }
        }
        let keys = changes.insertions.map(\.key)
        try store.commit(changes)
        try expect(store, keys, Self.texts, Self.blobs)

        changes = ChangeSet()
        let (texts, blobs) = (Array(Self.texts.reversed()), Array(Self.blobs.reversed()))
        for (index, key) in keys.enumerated() {
            let (text, blob) = (texts[index / blobs.count], blobs[index % blobs.count])
            changes.updates += try store.updating(
                key, ["title": .string(text), "link": .string(text), "note": .data(blob)], version: 1
            ).updates
        }
        try store.commit(changes)
        try expect(store, keys, texts, blobs)
    }

    private func expect(_ store: OpenStore, _ keys: [ObjectKey], _ texts: [String], _ blobs: [Data]) throws {
        for (index, key) in keys.enumerated() {
            let text = StoredValue.string(texts[index / blobs.count])
            #expect(try store.value(key, "title") == text)
            #expect(try store.value(key, "link") == text)
            #expect(try store.value(key, "note") == .data(blobs[index % blobs.count]))
        }
    }

    @Test("a null after a value of the row before is a null")
    func nullAfterValue() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        var changes = ChangeSet()
        changes.insertions = [
            try store.insertion(
                "Book", ["title": .string("first"), "year": .integer(1), "note": .data(Data([1]))]),
            try store.insertion("Book"),
        ]
        try store.commit(changes)
        for name in ["title", "year", "note"] {
            #expect(try store.value(changes.insertions[1].key, name) == .null)
        }
    }

    @Test("rows of several entities and kinds of changes, one after the other")
    func mixture() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        var changes = ChangeSet()
        for index in 0..<10 {
            changes.insertions.append(try store.insertion("Book", ["year": .integer(Int64(index))]))
            changes.insertions.append(try store.insertion("Tag", ["name": .string("tag \(index)")]))
        }
        let keys = changes.insertions.map(\.key)
        try store.commit(changes)

        changes = ChangeSet()
        for (index, key) in keys.enumerated() where index % 2 == 0 {
            let new: [String: StoredValue] =
                index % 4 == 0
                ? ["title": .string("t")] : ["year": .integer(Int64(100 + index)), "title": .string("u")]
            changes.updates += try store.updating(key, new, version: index % 8 == 0 ? nil : 1).updates
        }
        changes.deletions = keys.enumerated().filter { $0.offset % 2 == 1 }.map {
            RowDeletion(key: $0.element, expectedVersion: $0.offset % 4 == 1 ? nil : 1)
        }
        try store.commit(changes)
        #expect(try store.count("Tag") == 0)
        for (index, key) in keys.enumerated() where index % 2 == 0 {
            #expect(try store.value(key, "title") == .string(index % 4 == 0 ? "t" : "u"))
            #expect(try store.value(key, "year") == .integer(Int64(index % 4 == 0 ? index / 2 : 100 + index)))
            #expect(try store.row(key)?.version == 2)
        }
    }

    @Test("after a commit no statement knows a value any more")
    func forgetsValues() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("a title that is not kept in the value")])
        try store.update(key, ["title": .string("another title that is not kept there")], version: 1)
        try store.engine.write { connection in
            var statement = sqlite3_next_stmt(connection.handle, nil)
            while let current = statement {
                let text = try #require(sqlite3_expanded_sql(current))
                #expect(!String(cString: text).contains("title that is not kept"))
                sqlite3_free(text)
                statement = sqlite3_next_stmt(connection.handle, current)
            }
        }
    }

    /// Every statement of one connection, those of transactions and pragmas too.
    private final class Trace: @unchecked Sendable {
        // Sendable because one test uses it, on one thread.
        private(set) var texts: [String] = []

        /// Listens to the connection that writes; the caller keeps the trace for as long as the store is open.
        init(_ store: OpenStore) throws {
            try store.engine.write { connection in
                _ = sqlite3_trace_v2(
                    connection.handle, UInt32(SQLITE_TRACE_STMT),
                    { _, trace, statement, _ in
                        guard let trace, let text = statement.flatMap({ sqlite3_sql(OpaquePointer($0)) })
                        else {
                            return 0
                        }
                        Unmanaged<Trace>.fromOpaque(trace).takeUnretainedValue().texts.append(
                            String(cString: text))
                        return 0
                    }, Unmanaged.passUnretained(self).toOpaque())
            }
        }

        func take() -> [String] {
            defer { texts = [] }
            return texts.map { String($0.prefix { $0 != " " }) }
        }
    }

    @Test(
        "a save of one change runs three statements; others' commits cost a look",
        arguments: ["WAL", "DELETE"])
    func statementsOfOneChange(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A")])
        try store.update(key, ["title": .string("B")], version: 1)
        let trace = try Trace(store)
        try store.update(key, ["title": .string("C")], version: 2)
        try store.update(key, ["title": .string("D")], version: 3)
        #expect(trace.take() == ["BEGIN", "UPDATE", "COMMIT", "BEGIN", "UPDATE", "COMMIT"])
        try folder.raw().execute("UPDATE ZBOOK SET ZTITLE = 'E'")
        try store.update(key, ["title": .string("F")], version: 4)
        let noticing = trace.take()
        #expect(noticing.starts(with: ["BEGIN", "PRAGMA"]) && noticing.suffix(2) == ["UPDATE", "COMMIT"])
        try store.update(key, ["title": .string("G")], version: 5)
        #expect(trace.take() == ["BEGIN", "UPDATE", "COMMIT"])
    }

    @Test("a value without a form in a table is an error with the property's name, and nothing is written")
    func unstorable() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        var changes = ChangeSet()
        changes.insertions = [
            try store.insertion("Book", ["title": .string("whole")]),
            try store.insertion("Book", ["title": .composite([.integer(1)])]),
        ]
        #expect {
            try store.engine.commit(changes)
        } throws: {
            guard case StoreError.invalidValue("Book", "title", _) = $0 else { return false }
            return true
        }
        #expect(try store.count("Book") == 0)
    }
}
