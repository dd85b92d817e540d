// SPDX-License-Identifier: Apache-2.0
// Appends to to-many relationships: what they walk over, and that members are right after everything else that changes them.

import Observation
import PerdureTestSupport
import Synchronization
import Testing

@testable import SwiftData

@Suite struct MemberAppendTests {
    @Test("SD-205 twice as many appends walk over twice as many members", arguments: [true, false])
    func growth(inContext: Bool) throws {
        let (few, many) = (try walked(1000, inContext), try walked(2000, inContext))
        #expect(few > 0 && many * 10 <= few * 22)
    }

    @Test("SD-205 an append costs its members while members are read in between") func reads() throws {
        let context = try Library.context()
        defer { withExtendedLifetime(context) {} }
        let author = makeAuthor(100, context)
        let before = author.object.links?.walked ?? 0
        for number in 0..<100 {
            author.books.append(Book(title: "\(number)"))
            #expect(author.books.count == 101 + number)
        }
        #expect((author.object.links?.walked ?? 0) - before == 100)
    }

    @Test("SD-205 appends between saves walk over no members again") func overSaves() throws {
        let context = try Library.context()
        let author = makeAuthor(100, context)
        try context.save()
        let before = author.object.links?.walked ?? 0
        for number in 0..<50 {
            author.books.append(Book(title: "\(number)"))
            try context.save()
        }
        #expect((author.object.links?.walked ?? 0) - before <= 200)
        #expect(author.books.count == 150 && author.books.last?.title == "49")
    }

    @Test("SD-205 SD-108 members of both sides of a relationship to many do not keep each other alive")
    func circles() throws {
        let context = try Library.context()
        weak var former: Book?
        do {
            let book = Book(title: "a")
            context.insert(book)
            for number in 0..<20 { book.labels.append(Label("\(number)")) }
            for number in 0..<20 { book.labels[0].books.append(Book(title: "\(number)")) }
            try context.save()
            former = book
        }
        #expect(former == nil)
    }

    @Test(
        "SD-205 SD-108 what stands behind members of both sides ends with their context",
        arguments: [false, true])
    func ends(isDeleted: Bool) throws {
        weak var book: _ModelObject?
        weak var label: _ModelObject?
        do {
            let context = try Library.context()
            let models = (Book(title: "a"), Label("1"))
            context.insert(models.0)
            models.0.labels.append(models.1)
            models.1.books.append(Book(title: "b"))
            try context.save()
            (book, label) = (models.0.object, models.1.object)
            if isDeleted {
                context.delete(models.0)
                context.delete(models.1)
                try context.save()
            }
        }
        #expect(book == nil && label == nil)
    }

    @Test("SD-205 appended members are saved and read again") func saving() throws {
        let context = try Library.context()
        let author = makeAuthor(30, context)
        try context.save()
        for number in 30..<60 { author.books.append(Book(title: "\(number)")) }
        #expect(author.books.map(\.title) == (0..<60).map { "\($0)" })
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        #expect(found.books.count == 60 && found.books.allSatisfy { $0.author === found })
    }

    @Test("SD-205 a member that is appended again stays where it is", arguments: [true, false])
    func duplicates(inContext: Bool) throws {
        let context = try Library.context()
        defer { withExtendedLifetime(context) {} }
        let author = makeAuthor(20, inContext ? context : nil)
        author.books.append(author.books[3])
        let twice = Book(title: "20")
        author.books += [twice, twice]
        #expect(author.books.map(\.title) == (0..<21).map { "\($0)" })
    }

    @Test("SD-205 other changes after appends count", arguments: [true, false])
    func otherChanges(inContext: Bool) throws {
        let context = try Library.context()
        let author = makeAuthor(20, inContext ? context : nil)
        author.books.removeLast()
        author.books.append(Book(title: "x"))
        author.books.remove(at: 0)
        author.books.swapAt(0, 1)
        author.books.append(Book(title: "y"))
        let titles = ["2", "1"] + (3..<19).map { "\($0)" } + ["x", "y"]
        #expect(author.books.map(\.title) == titles)
        author.books = author.books.reversed()
        #expect(author.books.map(\.title) == titles.reversed())
        if !inContext { context.insert(author) }
        author.books[0].author = nil
        let rest = Array(titles.reversed().dropFirst())
        #expect(author.books.map(\.title) == rest)
        author.books.append(Book(title: "z"))
        #expect(author.books.map(\.title) == rest + ["z"])
    }

    @Test("SD-205 undo takes appended members out again") func undo() throws {
        let context = try Library.context()
        let author = makeAuthor(20, context)
        try context.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        author.books.append(Book(title: "x"))
        context.processPendingChanges()
        manager.endUndoGrouping()
        #expect(author.books.count == 21)
        manager.undo()
        #expect(author.books.map(\.title) == (0..<20).map { "\($0)" })
        context.rollback()
        author.books.append(Book(title: "y"))
        #expect(author.books.count == 21 && author.books.last?.title == "y")
    }

    @Test("SD-205 an append tells readers once, and so does one that throws") func observation() {
        struct Stop: Error {}
        let author = makeAuthor(20, nil)
        let told = Mutex(0)
        withObservationTracking {
            _ = author.books
        } onChange: {
            told.withLock { $0 += 1 }
        }
        author.books.append(Book(title: "x"))
        #expect(told.withLock(\.self) == 1)
        func fill(_ books: inout [Book]) throws {
            books.append(Book(title: "y"))
            throw Stop()
        }
        #expect(throws: Stop.self) { try fill(&author.books) }
        #expect(author.books.last?.title == "y" && author.books.count == 22)
    }

    @Test("SD-205 arrays that are no relationships change in place too") func values() {
        let book = Book(title: "a")
        book.codes.append("1")
        book.codes += ["2"]
        #expect(book.codes == ["1", "2"])
    }

    @Test("SD-205 relationships that may be nil, and ones written as Array<X>, are appended to alike")
    func writtenForms() throws {
        let schema = Schema([Toolbox.self, Bolt.self, Nail.self])
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = ModelContext(try ModelContainer(for: schema, configurations: memory))
        let box = Toolbox()
        context.insert(box)
        for number in 0..<40 {
            box.bolts?.append(Bolt(number))
            box.nails.append(Nail(number))
        }
        #expect((box.object.links?.walked ?? 0) < 600)
        #expect(box.bolts?.map(\.number) == Array(0..<40) && box.nails.map(\.number) == Array(0..<40))
        box.bolts?.removeFirst()
        box.nails.removeAll()
        try context.save()
        #expect(box.bolts?.map(\.number) == Array(1..<40) && box.nails.isEmpty)
        box.bolts = nil
        #expect(box.bolts?.isEmpty == true)
    }

    private func walked(_ count: Int, _ inContext: Bool) throws -> Int {
        let context = try Library.context()
        defer { withExtendedLifetime(context) {} }
        let author = makeAuthor(count, inContext ? context : nil)
        #expect(author.books.count == count)
        return author.object.links?.walked ?? 0
    }

    /// An author whose books were appended one by one.
    private func makeAuthor(_ count: Int, _ context: ModelContext?) -> Author {
        let author = Author(name: "Ada")
        context?.insert(author)
        for number in 0..<count { author.books.append(Book(title: "\(number)")) }
        return author
    }
}

@Model
final class Toolbox {
    var bolts: [Bolt]?
    var nails: Array<Nail> = []

    init() {}
}

@Model
final class Bolt {
    var number: Int

    init(_ number: Int) { self.number = number }
}

@Model
final class Nail {
    var number: Int

    init(_ number: Int) { self.number = number }
}
