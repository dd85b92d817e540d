// SPDX-License-Identifier: Apache-2.0
// Reads of large values in files that somebody replaces or deletes meanwhile.

import Foundation
import PerdureSQL
import PerdureStore
import Synchronization
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: external data that is replaced while it is read") struct ExternalReadTests {
    private let old = Data(repeating: 7, count: 200_000)
    private let new = Data(repeating: 8, count: 200_000)

    private func files(_ folder: StoreFolder) -> Set<String> {
        ExternalDataFolder(store: folder.path()).fileNames
    }

    /// The covers of all books, in one fetch.
    private func covers(_ store: OpenStore) throws -> [StoredValue] {
        let book = try #require(store.schema.entity(named: "Book")).number
        let slot = try store.slot("Book", "cover")
        guard case .rows(let rows) = try store.engine.fetch(FetchPlan(entity: book)) else { return [] }
        return rows.map { $0[slot] }
    }

    @Test("STO-61 a fetch finds the files of its beginning, which go at its end")
    func fetch() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let first = try store.insert("Book", ["cover": .data(old)])
        let second = try store.insert("Book", ["cover": .data(old)])
        let before = files(folder)
        let value = new
        try store.interruptNextRead {
            try store.update(first, ["cover": .data(value)], version: 1)
            try store.delete(second)
        }
        #expect(try covers(store) == [.data(old), .data(old)])
        #expect(files(folder).count == 1 && files(folder).isDisjoint(with: before))
        #expect(try covers(store) == [.data(new)])
    }

    @Test("STO-61 a fault finds the file of its beginning, which goes at its end")
    func fault() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(old)])
        try store.interruptNextRead { try store.delete(key) }
        #expect(try store.value(key, "cover") == .data(old))
        #expect(files(folder).isEmpty)
        #expect(try store.row(key) == nil)
    }

    @Test("STO-61 the later parts of a large fetch find the files of its beginning")
    func parts() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insertBooks(1_000)
        let last = try store.insert("Book", ["cover": .data(old)])
        let slot = try store.slot("Book", "cover")
        var covers: [StoredValue] = []
        try store.engine.fetch(FetchPlan(entity: last.entity)) { rows in
            if covers.isEmpty { #expect(throws: Never.self) { try store.delete(last) } }
            covers += rows.map { $0[slot] }
            rows = []
        }
        #expect(covers.count == 1_001 && covers.last == .data(old))
        #expect(files(folder).isEmpty)
    }

    @Test("STO-61 a file stays when a read that began later ends first")
    func severalReads() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(old)])
        try store.engine.pool.read { _ in
            try store.delete(key)
            #expect(files(folder).count == 1)
            #expect(try store.row(key) == nil)
            #expect(files(folder).count == 1)
        }
        #expect(files(folder).isEmpty)
    }

    @Test("STO-61 a read that failed keeps no file")
    func failedRead() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["cover": .data(old)])
        #expect(throws: StoreError.self) {
            try store.engine.pool.read { (_: any SQLConnection) throws -> Void in throw StoreError.closed }
        }
        try store.delete(key)
        #expect(files(folder).isEmpty)
    }

    @Test("a read whose file another engine has removed is made once more")
    func otherEngine() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let key = try store.insert("Book", ["cover": .data(old)])
        let (first, second) = (old + new, new)
        try store.interruptNextRead { try other.update(key, ["cover": .data(first)], version: 1) }
        #expect(try store.value(key, "cover") == .data(first))
        try store.interruptNextRead { try other.update(key, ["cover": .data(second)], version: 2) }
        #expect(try covers(store) == [.data(second)])
        // The failed reads are forgotten too.
        try store.delete(key)
        #expect(files(folder).isEmpty)
    }
}

extension OpenStore {
    /// Lets a body run after the next read has found a row, before it reads the row's file.
    ///
    /// The reader that the pool has had last is the one that it lends next.
    fileprivate func interruptNextRead(_ body: @escaping @Sendable () throws -> Void) throws {
        try engine.pool.read { connection in
            let reader = try #require(connection as? SQLiteConnection)
            let source = try #require(reader.externalValueSource)
            reader.externalValueSource = InterruptedSource(source, body)
        }
    }
}

/// Reads values after a body has run once.
private final class InterruptedSource: ExternalValueSource {
    private let source: any ExternalValueSource
    // The body goes before it runs: it holds the store.
    private let body: Mutex<(@Sendable () throws -> Void)?>

    init(_ source: any ExternalValueSource, _ body: @escaping @Sendable () throws -> Void) {
        self.source = source
        self.body = Mutex(body)
    }

    func value(of stored: Data, entity: String, property: String) throws -> Data {
        try body.withLock { $0.take() }?()
        return try source.value(of: stored, entity: entity, property: property)
    }
}
