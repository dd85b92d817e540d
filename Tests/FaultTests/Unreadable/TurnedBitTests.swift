// SPDX-License-Identifier: Apache-2.0
// Bits that a disk has turned in a store's main file: an error, a finding of the check, or a value that nobody can tell from the
// right one. PERDURE_FLIPS turns more of them.

import Foundation
import Perdure
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Unreadable stores: turned bits") struct TurnedBitTests {
    /// What a turned bit leads to.
    private enum Outcome: String, CaseIterable {
        case error = "an error of opening, reading or saving"
        case found = "found by the check"
        case otherValue = "silent, with another value"
        case nothing = "silent, without an effect"
    }

    /// All objects of a store.
    private struct Content: Equatable {
        var values: [String: [String: String]] = [:]
        /// The authors of books.
        var authors: [String: String] = [:]
        /// The books of authors.
        var books: [String: Set<String>] = [:]

        var names: Set<String> { Set(values.keys) }

        /// Whether each book is among the books of its author, and nowhere else.
        var isInStep: Bool {
            var expected = books.mapValues { _ in Set<String>() }
            for (book, author) in authors { expected[author, default: []].insert(book) }
            return expected == books
        }
    }

    private let shelf: DamagedShelf
    private let bytes: Data
    private let model = BookStore.model()

    init() throws {
        shelf = try DamagedShelf()
        bytes = try Data(contentsOf: shelf.url)
        try model.freeze()
    }

    /// Makes the file anew, with one bit turned.
    private func spoil(_ bit: Int) throws {
        for end in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: shelf.url.path + end)
        }
        var spoilt = bytes
        spoilt[bit / 8] ^= 1 << UInt8(bit % 8)
        try spoilt.write(to: shelf.url)
    }

    private func content(_ context: NSManagedObjectContext) throws -> Content {
        var content = Content()
        for entity in ["Author", "Book"] {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.returnsObjectsAsFaults = false
            for object in try context.fetch(request) { note(object, in: &content) }
        }
        return content
    }

    private func note(_ object: NSManagedObject, in content: inout Content) {
        let name = { (object: NSManagedObject) in object.objectID.uriRepresentation().lastPathComponent }
        let own = (object.entity.name ?? "") + name(object)
        for key in object.entity.attributesByName.keys {
            content.values[own, default: [:]][key] = object.value(forKey: key).map { "\($0)" }
        }
        if let books = object.entity.relationshipsByName["books"] {
            let members = object.value(forKey: books.name) as? Set<NSManagedObject> ?? []
            content.books[own] = Set(members.map { "Book" + name($0) })
        } else if let author = object.value(forKey: "author") as? NSManagedObject {
            content.authors[own] = "Author" + name(author)
        }
    }

    /// Opens the store and reads all of it; then adds a book.
    ///
    /// - Returns: what was read.
    private func use() throws -> Content {
        let stack = try shelf.open()
        defer { try? stack.coordinator.remove(stack.store) }
        let context = stack.context()
        let read = Result { try context.tryReading { try content(context) } }
        context.reset()
        context.insert("Book", ["title": "new", "year": 1])
        try context.save()
        return try read.get()
    }

    /// Whether the check finds an error, or cannot read the store.
    private func hasFindings() -> Bool {
        let problems = try? SQLiteStoreChecker.check(path: shelf.url.path, schema: model.schema)
        return problems?.contains { "\($0)".hasPrefix("error") } ?? true
    }

    private func outcome(_ bit: Int, _ right: Content) throws -> Outcome {
        try spoil(bit)
        let isFound = hasFindings()
        do {
            let content = try use()
            if isFound { return .found }
            #expect(content.isInStep, "bit \(bit): inverses differ")
            #expect(content.names == right.names, "bit \(bit): other objects")
            #expect(content.authors == right.authors, "bit \(bit): other authors")
            #expect(try use().names.count == right.names.count + 1, "bit \(bit): the saved book")
            return content == right ? .nothing : .otherValue
        } catch let error as NSError {
            #expect(error.domain == NSCocoaErrorDomain, "bit \(bit): \(error)")
            #expect(!error.localizedDescription.isEmpty)
            return .error
        }
    }

    @Test(
        "REL-10 a turned bit of the main file is an error, a finding or another value: no crash, no wrong structure",
        arguments: Seeds.of("TurnedBits"))
    func turning(_ seed: UInt64) throws {
        let right = try use()
        #expect(right.names.count == DamagedShelf.count + 1 && right.isInStep)
        var (numbers, counts) = (SeededNumbers(seed: seed), [Outcome: Int]())
        for _ in 0..<TurnedBits.count {
            let bit = Int.random(in: 0..<bytes.count * 8, using: &numbers)
            let found = try outcome(bit, right)
            counts[found, default: 0] += 1
        }
        let words = Outcome.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }
        print("\(TurnedBits.count) turned bits of \(bytes.count) bytes: \(words.joined(separator: "; "))")
        #expect((counts[.error] ?? 0) + (counts[.found] ?? 0) > 0)
    }
}
