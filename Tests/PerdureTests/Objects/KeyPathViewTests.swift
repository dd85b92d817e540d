// SPDX-License-Identifier: Apache-2.0
// Live views of collections at the end of key paths, and additions of ours beside members of programs.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// Declares what the library has as additions.
final class OwnNames: NSManagedObject {
    func tryValue(forKey key: String) throws -> Any? { "own try \(key)" }
    func companion(forKey key: String) -> AnyObject? { self }
}

/// Has an initializer of its own, and none besides.
final class Suffixing: ValueTransformer {
    let suffix: String
    init(suffix: String) { self.suffix = suffix }
    override func transformedValue(_ value: Any?) -> Any? { (value as? String).map { $0 + suffix } }
}

/// Made by its name.
final class MadeByName: ValueTransformer {
    private(set) var isMade = false
    override init() {
        super.init()
        isMade = true
    }
}

@Suite("Views and names")
struct KeyPathViewTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Shelf", .attribute("title"), .attribute("tags", .transformableAttributeType),
                .toMany("books", "Book", inverse: "shelf"),
                .toMany("rows", "Book", inverse: "row", isOrdered: true)),
            EntitySketch(
                "Book", .attribute("title"), .toOne("shelf", "Shelf", inverse: "books"),
                .toOne("row", "Shelf", inverse: "rows")))
    }

    @Test("PRG-7 views at the end of key paths change the relationship there", arguments: Stack.Kind.allCases)
    func relationships(kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        let shelf = context.insert("Shelf", ["title": "s"])
        let books = (1...3).map { context.insert("Book", ["title": "b\($0)"]) }
        books[0].setValue(shelf, forKey: "shelf")
        books[0].setValue(shelf, forKey: "row")
        books[0].mutableSetValue(forKeyPath: "shelf.books").add(books[1])
        books[0].mutableOrderedSetValue(forKeyPath: "row.rows").add(books[2])
        books[0].mutableArrayValue(forKeyPath: "row.rows").insert(books[1], at: 0)
        try context.save()
        #expect((shelf["books"] as? NSSet)?.count == 2)
        #expect(
            (shelf["rows"] as? NSOrderedSet)?.array as? [NSManagedObject] == [books[1], books[0], books[2]])
        #expect(books[1]["row"] as? NSManagedObject === shelf)
        let rows = shelf.mutableArrayValue(forKey: "rows")
        rows.removeObject(at: 0)
        rows.removeLastObject()
        #expect(rows.count == 1 && rows.object(at: 0) as? NSManagedObject === books[0])
        #expect(books[1]["row"] == nil)
        #expect(context.insert("Book").mutableSetValue(forKeyPath: "shelf.books").count == 0)
    }

    @Test("PRG-7 the array of an attribute is changed by setting a new one")
    func arrays() throws {
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        let shelf = context.insert("Shelf")
        let tags = shelf.mutableArrayValue(forKey: "tags")
        #expect(tags.count == 0)
        tags.add("a")
        tags.insert("b", at: 0)
        tags.replaceObject(at: 1, with: "c")
        try context.save()
        // Kept: a fault whose context is gone reads as nil.
        let reader = stack.context()
        let read = try #require(
            try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf")).first)
        #expect(read["tags"] as? [String] == ["b", "c"])
        withExtendedLifetime(reader) {}
    }

    @Test("PRG-5 what a class declares is called, not the addition of the same name")
    func ownNames() throws {
        let stack = try Stack(
            .inMemory,
            NSManagedObjectModel(EntitySketch("Own", className: "PerdureTests.OwnNames", .attribute("title")))
        )
        let context = stack.context()
        let object = OwnNames(context: context)
        #expect(try object.tryValue(forKey: "title") as? String == "own try title")
        #expect(object.companion(forKey: "any") === object)
        let plain: NSManagedObject = object
        #expect(try plain.tryValue(forKey: "title") == nil && plain.companion(forKey: "any") == nil)
    }

    @Test("PRG-7 a transformer with an initializer of its own needs no further one; others are made by name")
    func transformers() throws {
        ValueTransformer.setValueTransformer(
            Suffixing(suffix: "!"), forName: NSValueTransformerName("Suffix"))
        #expect(
            ValueTransformer(forName: NSValueTransformerName("Suffix"))?.transformedValue("a") as? String
                == "a!")
        let made = ValueTransformer(forName: NSValueTransformerName("MadeByName")) as? MadeByName
        #expect(made?.isMade == true)
        #expect((ValueTransformer.make(MadeByName.self) as? MadeByName)?.isMade == true)
    }

    @Test("PRG-7 the registered types of stores name the built-in ones")
    func storeTypes() {
        let types = NSPersistentStoreCoordinator.registeredStoreTypes
        #expect(
            types[NSSQLiteStoreType] != nil && types[NSInMemoryStoreType] != nil && types["Absent"] == nil)
        #expect(NSPersistentContainer.defaultDirectoryURL == NSPersistentContainer.defaultDirectoryURL())
    }
}
