// SPDX-License-Identifier: Apache-2.0
// What lies beside a store: a -wal file that is empty, foreign or damaged, a journal, a -shm file of nonsense.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: side files") struct SideFileTests {
    private let store: BookStore

    init() throws { store = try BookStore() }

    private func side(_ suffix: String) -> URL { URL(fileURLWithPath: store.url.path + suffix) }

    private func titles() throws -> [String] {
        try store.readBooks().compactMap { $0["title"] as? String }
    }

    /// The files of a store of another model, taken while it is open, when all of it lies in the WAL.
    private func foreignWAL() throws -> Data {
        let other = try Stack(.sqlite, FixtureModel.notes())
        let context = other.context()
        try context.performAndWait {
            context.insert("Note", ["text": "from elsewhere"])
            try context.save()
        }
        let path = try #require(other.url?.path) + "-wal"
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test("check 11 a -wal file without bytes is nothing; the store opens with all it has")
    func emptyWAL() throws {
        try Data().write(to: side("-wal"))
        #expect(try titles() == ["Book 1", "Book 2", "Book 3"])
    }

    @Test("check 11 a -wal file of noise is nothing", arguments: [1, 31, 32, 4_152, 100_000])
    func noise(_ size: Int) throws {
        try Data(repeating: 0x5A, count: size).write(to: side("-wal"))
        #expect(try titles() == ["Book 1", "Book 2", "Book 3"])
    }

    @Test("check 11 a -shm file of noise is built anew")
    func sharedMemory() throws {
        try Data(repeating: 0x5A, count: 32_768).write(to: side("-shm"))
        #expect(try titles() == ["Book 1", "Book 2", "Book 3"])
    }

    @Test("check 11 the -wal of a store of another model: an error, and neither file is changed")
    func walOfAnotherStore() throws {
        try foreignWAL().write(to: side("-wal"))
        let main = try Data(contentsOf: store.url)
        let wal = try Data(contentsOf: side("-wal"))
        let error = #expect(throws: NSError.self) { _ = try store.open() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == 134100 || error?.code == 259)
        #expect(error?.path == store.url.path)
        #expect(try Data(contentsOf: store.url) == main)
        #expect(try Data(contentsOf: side("-wal")) == wal)
    }

    @Test("check 11 a -wal that ends early keeps whole commits only")
    func truncatedWAL() throws {
        let stack = try store.open()
        let context = stack.context()
        for number in 4...9 {
            try context.performAndWait {
                context.insert("Book", ["title": "Book \(number)"])
                try context.save()
            }
        }
        let main = try Data(contentsOf: store.url)
        let wal = try Data(contentsOf: side("-wal"))
        try stack.coordinator.remove(stack.store)
        var counts: [Int] = []
        for tenth in 0...10 {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(at: side(suffix)) }
            try main.write(to: store.url)
            try wal.prefix(wal.count * tenth / 10).write(to: side("-wal"))
            let found = try titles()
            #expect(found == (1...found.count).map { "Book \($0)" })
            counts.append(found.count)
        }
        #expect(counts == counts.sorted() && counts.first == 3 && counts.last == 9)
    }

    @Test("check 10 a -wal with changed bytes keeps whole commits, or gives an error")
    func changedWAL() throws {
        let stack = try store.open()
        let context = stack.context()
        for number in 4...9 {
            try context.performAndWait {
                context.insert("Book", ["title": "Book \(number)"])
                try context.save()
            }
        }
        let main = try Data(contentsOf: store.url)
        let wal = try Data(contentsOf: side("-wal"))
        try stack.coordinator.remove(stack.store)
        var generator = SeededNumbers(seed: 3)
        for _ in 0..<30 {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(at: side(suffix)) }
            try main.write(to: store.url)
            try wal.changing(1...3, from: 0, &generator).write(to: side("-wal"))
            let found = try titles()
            #expect(found.count >= 3 && found == (1...found.count).map { "Book \($0)" })
        }
    }

    @Test("a journal of noise is rolled back to nothing")
    func journal() throws {
        try Data(repeating: 0x5A, count: 5_000).write(to: side("-journal"))
        #expect(try titles() == ["Book 1", "Book 2", "Book 3"])
    }
}
