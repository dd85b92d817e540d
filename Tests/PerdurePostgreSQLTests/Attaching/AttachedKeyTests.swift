// SPDX-License-Identifier: Apache-2.0
// Tables of others whose keys are UUIDs, texts and several columns: reading. AttachedKeyWritingTests.swift writes them.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: keys of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedKeyTests {
    private func reading(
        _ library: AttachedLibrary, _ body: (Stack, NSManagedObjectContext) throws -> Void
    ) throws {
        let stack = try library.stack()
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait { try body(stack, context) }
    }

    private func words(_ objects: some Sequence<NSManagedObject>, _ key: String) -> [String] {
        objects.map { "\($0.value(forKey: key) ?? "nil")" }.sorted()
    }

    private func members(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
        object.value(forKey: key) as? Set<NSManagedObject> ?? []
    }

    @Test("PG-61 relationships over keys of UUIDs, texts and several columns lead to their rows")
    func relationships() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try reading(library) { _, context in
            let books = try context.all("Book", by: "title")
            #expect(words(books, "isbn") == ["1", "2/x", "drei \"3\""])
            let author = try #require(books[0].value(forKey: "author") as? NSManagedObject)
            #expect(author.value(forKey: "name") as? String == "Ada")
            #expect(books[1].value(forKey: "author") == nil)
            #expect(words(members(author, "books"), "title") == ["One", "Two"])
            #expect(words(members(books[2], "tags"), "word") == ["blue", "red"])
            let copies = try context.all("Copy", by: "shelf")
            let edition = try #require(copies[1].value(forKey: "edition") as? NSManagedObject)
            #expect(edition.value(forKey: "number") as? Int == 1)
            #expect((edition.value(forKey: "book") as? NSManagedObject) == books[1])
            #expect(members(edition, "copies") == [copies[1]])
            // A reference of which a column is NULL refers to nothing.
            #expect(copies[2].value(forKey: "edition") == nil)
        }
    }

    @Test(
        "PG-61 the URI of an object carries its key's text, and leads to it in another store of the same tables"
    )
    func names() throws {
        let library = try AttachedLibrary()
        try library.fill()
        var uris: [URL] = []
        try reading(library) { _, context in
            for name in ["Author", "Book", "Edition", "Copy"] {
                uris += try context.all(name).map { $0.objectID.uriRepresentation() }
            }
        }
        #expect(uris.contains { $0.absoluteString.hasSuffix("/Book/p2%2Fx") })
        #expect(
            uris.contains {
                $0.absoluteString.contains("/Author/p00000000%2D0000%2D0000%2D0000%2D00000000000a")
            })
        #expect(uris.count == 11)
        // In another order, so that the numbers differ.
        try reading(library) { stack, context in
            for uri in uris.reversed() {
                let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
                #expect(id.uriRepresentation() == uri)
                #expect(try context.existingObject(with: id).entity.name == id.entity.name)
            }
            let authority = try #require(uris[0].host)
            for strange in ["Author/pnone", "Edition/p1", "Edition/p%5B%221%22%5D", "Copy/pA"] {
                let uri = try #require(URL(string: "x-coredata://\(authority)/\(strange)"))
                #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == nil, "\(strange)")
            }
            let gone = try #require(URL(string: "x-coredata://\(authority)/Book/pnobody"))
            let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: gone))
            #expect(throws: NSError.self) { try context.existingObject(with: id) }
        }
    }

    @Test("PG-61 predicates and counts over such keys find what memory finds")
    func predicates() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try reading(library) { _, context in
            let books = try context.all("Book", by: "isbn")
            let (ada, red) = (
                try #require(try context.all("Author", by: "name").first),
                try #require(try context.all("Tag", by: "word").last)
            )
            let edition = try #require(
                try context.all("Edition", by: "number").first { $0.value(forKey: "printed") != nil })
            let wanted: [(NSPredicate, String, Int)] = [
                (NSPredicate(format: "author == %@", ada), "Book", 2),
                (NSPredicate(format: "author != nil AND isbn != '1'"), "Book", 1),
                (NSPredicate(format: "author == nil"), "Book", 1),
                (NSPredicate(format: "SELF IN %@", [books[0], books[2]]), "Book", 2),
                (NSPredicate(format: "SELF == %@", books[1]), "Book", 1),
                (NSPredicate(format: "author.name == 'Ada' AND editions.@count > 0"), "Book", 1),
                (NSPredicate(format: "ANY tags == %@", red), "Book", 2),
                (NSPredicate(format: "ANY books.title BEGINSWITH 'T'"), "Tag", 2),
                (NSPredicate(format: "SUBQUERY(books, $b, ANY $b.tags == %@).@count == 2", red), "Author", 1),
                (NSPredicate(format: "edition.book.author == %@", ada), "Copy", 1),
                (NSPredicate(format: "edition IN %@", try context.all("Edition")), "Copy", 2),
                (NSPredicate(format: "book == %@", books[0]), "Edition", 2),
                (NSPredicate(format: "SELF == %@", edition), "Edition", 1),
                (NSPredicate(format: "NOT (SELF IN %@)", [edition]), "Edition", 2),
                (NSPredicate(format: "NONE copies.shelf == 'A'"), "Edition", 2),
            ]
            for (predicate, entity, count) in wanted {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity)
                request.predicate = predicate
                let found = try context.fetch(request)
                #expect(found.count == count, "\(predicate)")
                let remembered = try context.all(entity).filter { predicate.evaluate(with: $0) }
                #expect(Set(found) == Set(remembered), "\(predicate)")
                #expect(try context.count(for: request) == count, "\(predicate)")
            }
        }
    }

    @Test("PG-61 dictionary results have identifiers of such keys")
    func dictionaries() throws {
        let library = try AttachedLibrary()
        try library.fill()
        try reading(library) { _, context in
            let request = NSFetchRequest<NSDictionary>(entityName: "Copy")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["edition", "shelf"]
            request.sortDescriptors = [NSSortDescriptor(key: "shelf", ascending: true)]
            let rows = try context.fetch(request)
            let id = try #require(rows[0]["edition"] as? NSManagedObjectID)
            #expect(try context.existingObject(with: id).value(forKey: "number") as? Int == 2)
        }
    }

    @Test("PG-61 batches, prefetching and identifiers read such keys in pages")
    func pages() throws {
        let library = try AttachedLibrary()
        try library.other.run(
            "INSERT INTO books SELECT 'b' || n, lpad(n::text, 5, '0') FROM generate_series(1, 700) n")
        try library.other.run("INSERT INTO editions SELECT isbn, m FROM books, generate_series(1, 2) m")
        try reading(library) { _, context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            request.fetchBatchSize = 50
            let books = try context.fetch(request)
            #expect(books.map { $0.value(forKey: "isbn") as? String } == (1...700).map { "b\($0)" })
            request.fetchBatchSize = 0
            request.relationshipKeyPathsForPrefetching = ["editions"]
            #expect(try context.fetch(request).reduce(0) { $0 + members($1, "editions").count } == 1_400)
            let editions = NSFetchRequest<NSManagedObjectID>(entityName: "Edition")
            editions.resultType = .managedObjectIDResultType
            editions.fetchLimit = 100
            editions.fetchOffset = 1_350
            #expect(Set(try context.fetch(editions)).count == 50)
        }
    }

    @Test(
        "PG-61 the indexes of the tables serve reads by such keys",
        arguments: [("Book", 1), ("Book", 40), ("Edition", 1), ("Edition", 40)])
    func indexes(_ entity: String, _ count: Int) throws {
        let library = try AttachedLibrary()
        try library.other.run("INSERT INTO books SELECT 'b' || n FROM generate_series(1, 5000) n")
        try library.other.run("INSERT INTO editions SELECT isbn, m FROM books, generate_series(1, 2) m")
        try library.other.run("ANALYZE books, editions")
        let name = library.namespace.name
        let stack = try library.stack(
            options: ["PerdurePostgreSQLApplicationName": name, "PerdurePostgreSQLNotifications": "off"])
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait {
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: entity)
            ids.resultType = .managedObjectIDResultType
            ids.fetchLimit = count
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: "SELF IN %@", try context.fetch(ids))
            #expect(try context.fetch(request).count == count)
        }
        let sent = try library.other.texts(
            "SELECT query FROM pg_stat_activity WHERE application_name LIKE '\(name)%' AND query LIKE 'SELECT%' "
                + "ORDER BY state_change DESC LIMIT 1")
        let isList = sent[0].contains("[]")
        let text = entity == "Book" ? "b1" : "[\"b1\", \"1\"]"
        let key = isList ? "ARRAY['\(text)']" : "'\(text)'"
        try library.other.run(
            "PREPARE sent(\(isList ? "bigint[], text[]" : "bigint, text")) AS \(sent[0])")
        let plan = try library.other.texts("EXPLAIN (COSTS off) EXECUTE sent(NULL, \(key))")
        #expect(plan.contains { $0.contains("Index") }, "\(plan)")
        #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
    }

    @Test(
        "PG-61 a key whose equal values have several texts, and references of other widths, are told when attaching"
    )
    func differences() throws {
        let library = try AttachedLibrary()
        try library.other.run("CREATE TABLE prices (amount numeric PRIMARY KEY)")
        let model = AttachedLibrary.model()
        AttachedShop.set(model, "Tag", ["table": "prices"])
        AttachedShop.set(model, "Copy", "edition", ["column": "isbn"])
        AttachedShop.set(model, "Reading", ["table": "readings", "key": "sensor, none"])
        do {
            _ = try library.stack(model)
            Issue.record("it was attached")
        } catch {
            #expect((error as NSError).code == NSPersistentStoreIncompatibleSchemaError)
            for part in [
                "amount", "numeric", "\"Copy.edition\"", "has the columns isbn, number", "no column none",
            ] {
                #expect("\(error)".contains(part), "\(part) in \(error)")
            }
        }
    }
}
#endif
