// SPDX-License-Identifier: Apache-2.0
// Faults whose page is garbage: each read of one is an error of tryReading, and afterwards nothing has happened.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Unreadable faults: reads that throw") struct UnreadableReadTests {
    /// What programs do to an object; each fires its fault.
    enum Read: CaseIterable, Sendable {
        case value, keyPath, accessor, integer, toOne, willAccess, dictionary, objectIDs, primitive, set

        func run(_ book: NSManagedObject) {
            switch self {
            case .value: _ = book.value(forKey: "title")
            case .keyPath: _ = book.value(forKeyPath: "author.name")
            case .accessor: #expect(book._string(at: book._slot(of: "title")) == nil)
            case .integer: #expect(book._int32(at: book._slot(of: "year")) == 0)
            case .toOne: #expect(book._toOne(at: book._slot(of: "author")) == nil)
            case .willAccess: book.willAccessValue(forKey: nil)
            case .dictionary: _ = book.dictionaryWithValues(forKeys: ["year", "author"])
            case .objectIDs: #expect(book.objectIDs(forRelationshipNamed: "author").isEmpty)
            case .primitive: book.setPrimitiveValue(5, forKey: "year")
            case .set: book.setValue(5, forKey: "year")
            }
        }
    }

    @Test(
        "FET-75 PRG-70 a fault on a garbage page is an error that names store and object",
        arguments: Read.allCases)
    func reading(_ read: Read) throws {
        let shelf = try DamagedShelf()
        let range = try #require(try shelf.pages.destroyLeaf(of: "ZBOOK", with: 100))
        #expect(range.contains(100) && !range.contains(1))
        let stack = try shelf.open()
        let context = stack.context()
        let (bad, good) = (
            try shelf.object("Book", 100, in: context), try shelf.object("Book", 1, in: context)
        )
        let error = expectError(259, naming: ["Books.sqlite", "Book/p100", "store check"]) {
            try context.tryReading { read.run(bad) }
        }
        #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObjectID] == [bad.objectID])
        #expect(error?.userInfo["entity"] as? String == "Book")
        #expect(bad.isFault && !bad.isDeleted && !context.hasChanges && bad.managedObjectContext === context)
        try Self.expectUsable(context, good)
        #expect(throws: NSError.self) { _ = try bad.tryValue(forKey: "title") }
    }

    /// Reading and saving another object works as before.
    static func expectUsable(_ context: NSManagedObjectContext, _ good: NSManagedObject) throws {
        let year = try context.tryReading { good.value(forKey: "year") as? Int }
        #expect(year != nil)
        good.setValue(-1, forKey: "year")
        try context.save()
        context.refresh(good, mergeChanges: false)
        #expect(good.value(forKey: "year") as? Int == -1 && !context.hasChanges)
    }

    @Test("FET-75 the author's page: the way through a to-one is an error, the book stays")
    func toOneDestination() throws {
        let shelf = try DamagedShelf()
        try shelf.pages.destroyLeaf(of: "ZAUTHOR", with: 1)
        let stack = try shelf.open()
        let context = stack.context()
        let book = try shelf.object("Book", 1, in: context)
        let error = expectError(259, naming: ["Author/p1"]) {
            _ = try context.tryReading { book.value(forKeyPath: "author.name") }
        }
        #expect(error != nil && !book.isFault && book.value(forKey: "year") != nil)
        book.setValue(7, forKey: "year")
        try context.save()
    }

    @Test("FET-75 members: an index that is garbage is an error, and no members are known afterwards")
    func members() throws {
        let shelf = try DamagedShelf()
        try shelf.pages.destroyRoot(of: "ZBOOK_ZAUTHOR_INDEX")
        let stack = try shelf.open()
        let context = stack.context()
        let author = try shelf.object("Author", 1, in: context)
        for read: (NSManagedObject) -> Void in [
            { _ = $0.value(forKey: "books") }, { _ = $0._toMany(at: $0._slot(of: "books")) },
            { _ = $0.mutableSetValue(forKey: "books").count },
            { _ = $0.objectIDs(forRelationshipNamed: "books") },
        ] {
            let error = expectError(259, naming: ["\"books\"", "Author/p1"]) {
                try context.tryReading { read(author) }
            }
            #expect(error?.userInfo["property"] as? String == "books")
        }
        #expect(
            author.value(forKey: "name") as? String == "Ada" && author.hasFault(forRelationshipNamed: "books")
        )
        #expect(!context.hasChanges)
    }

    @Test("FET-75 members are there when only their page is garbage; the fetch that prefetches throws")
    func prefetching() throws {
        let shelf = try DamagedShelf()
        try shelf.pages.destroyLeaf(of: "ZBOOK", with: 100)
        let stack = try shelf.open()
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
        request.relationshipKeyPathsForPrefetching = ["books"]
        expectError(259, naming: ["Books.sqlite"]) { _ = try context.fetch(request) }
        request.relationshipKeyPathsForPrefetching = nil
        let author = try #require(try context.fetch(request).first)
        #expect(author.value(forKey: "name") as? String == "Ada")
    }

    @Test("FET-41 FET-75 one row that cannot be read does not take its batch along")
    func batch() throws {
        let shelf = try DamagedShelf()
        try shelf.spoilValue(of: 3)
        let stack = try shelf.open()
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.fetchBatchSize = 10
        request.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
        let books = try context.fetch(request)
        let failed = books.filter { book in
            (try? context.tryReading { book.value(forKey: "title") }) == nil
        }
        #expect(books.count == DamagedShelf.count && failed.count == 1)
        #expect(failed.first?.objectID.uriRepresentation().lastPathComponent == "p3")
    }

    @Test(
        "FET-75 a child's fault: the error goes through the parent, and both stay as they were",
        arguments: [false, true])
    func child(isKnownAbove: Bool) throws {
        let shelf = try DamagedShelf()
        try shelf.pages.destroyLeaf(of: "ZBOOK", with: 100)
        let stack = try shelf.open()
        let parent = stack.context()
        let above = isKnownAbove ? try shelf.object("Book", 100, in: parent) : nil
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        let (bad, good) = (try shelf.object("Book", 100, in: child), try shelf.object("Book", 1, in: child))
        expectError(259, naming: ["Book/p100", "Books.sqlite"]) {
            _ = try child.tryReading { bad.value(forKey: "title") }
        }
        #expect(bad.isFault && above?.isFault ?? true && !child.hasChanges && !parent.hasChanges)
        good.setValue(5, forKey: "year")
        try child.save()
        try parent.save()
        #expect(!parent.hasChanges)
    }

    @Test(
        "FET-75 the block runs to its end, its result is dropped, and the first error is the one that is thrown"
    )
    func block() throws {
        let shelf = try DamagedShelf()
        try shelf.pages.destroyLeaf(of: "ZBOOK", with: 100)
        let stack = try shelf.open()
        let context = stack.context()
        let bad = try shelf.object("Book", 100, in: context)
        var ended = false
        expectError(259, naming: ["Book/p100"]) {
            try context.tryReading {
                _ = bad.value(forKey: "title")
                ended = true
                throw CocoaError(.featureUnsupported)
            }
        }
        #expect(ended)
        #expect(throws: CocoaError.self) { try context.tryReading { throw CocoaError(.featureUnsupported) } }
        let unknown = #expect(throws: CoreDataException.self) {
            _ = try context.tryReading { context.insert("Author").value(forKey: "colour") }
        }
        #expect(unknown?.name.rawValue == "NSUnknownKeyException")
        #expect(try context.tryReading { 5 } == 5)
    }

    @Test("FET-75 refreshing and undoing around an object that cannot be read")
    func refreshing() throws {
        let shelf = try DamagedShelf()
        try shelf.spoilValue(of: 3)
        let stack = try shelf.open()
        let context = stack.context()
        context.undoManager = UndoManager()
        let (bad, good) = (try shelf.object("Book", 3, in: context), try shelf.object("Book", 4, in: context))
        context.refresh(bad, mergeChanges: true)
        #expect(throws: NSError.self) { try context.tryReading { bad.setValue("x", forKey: "title") } }
        good.setValue("new", forKey: "title")
        context.processPendingChanges()
        context.refreshAllObjects()
        context.undo()
        #expect(good.value(forKey: "title") as? String != "new" && bad.isFault && !bad.hasChanges)
        context.delete(bad)
        #expect(throws: NSError.self) { try context.save() }
        context.rollback()
        try Self.expectUsable(context, good)
    }
}
