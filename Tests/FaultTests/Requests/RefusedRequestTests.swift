// SPDX-License-Identifier: Apache-2.0
// Requests with keys, URIs and values from outside: thrown with Apple's reason, never a trap.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

import class Perdure.NSExpression

@Suite("Bad input: requests") struct RefusedRequestTests {
    private func withBooks(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let store = try BookStore()
        let stack = try store.open()
        let context = stack.context()
        try context.performAndWait { try body(context) }
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "TRN-200 unknown keys in predicates are thrown and named with the entity",
        arguments: [
            "nonsense == 1", "author.nonsense == 1", "ANY author.books.nonsense == 1", "title.nonsense == 1",
            "SUBQUERY(author.books, $b, $b.nonsense == 1).@count > 0", "nonsense.@count > 0",
            "author.@sum.nonsense > 0",
            "nonsense IN {1, 2}", "NOT (nonsense == nil)", "title == nonsense", "nonsense BETWEEN {1, 2}",
        ])
    func predicates(_ format: String) throws {
        try withBooks { context throws in
            expectException(naming: [format.hasPrefix("title.") ? "title" : "nonsense"]) {
                _ = try context.all("Book", format)
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: format)
            #expect(throws: CoreDataException.self) { try context.count(for: request) }
            #expect(try context.all("Book").count == 3)
        }
    }

    @Test(
        "FET-22 unknown keys in sort descriptors are thrown and named",
        arguments: [
            "nonsense", "author.nonsense", "title.x", "author.books",
            "x\"; DROP TABLE ZBOOK; --",
        ])
    func sorting(_ key: String) throws {
        try withBooks { context throws in
            let error = #expect(throws: CoreDataException.self) { try context.all("Book", by: key) }
            #expect(error?.reason.contains(key) == true, "\(error?.reason ?? "")")
            #expect(try context.all("Book").count == 3)
        }
    }

    @Test("TRN-200 unknown names in propertiesToFetch, grouping and prefetching are thrown and named")
    func properties() throws {
        try withBooks { context throws in
            let request = NSFetchRequest<NSDictionary>(entityName: "Book")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["nonsense"]
            expectException(naming: ["nonsense"]) { _ = try context.fetch(request) }
            request.propertiesToFetch = ["title"]
            request.propertiesToGroupBy = ["nonsense"]
            expectException(naming: ["nonsense"]) { _ = try context.fetch(request) }
            request.propertiesToGroupBy = nil
            request.propertiesToFetch = [5]
            #expect(throws: CoreDataException.self) { try context.fetch(request) }
            let unknown = NSFetchRequest<NSManagedObject>(entityName: "Nonsense")
            expectException(naming: ["Nonsense"]) { _ = try context.fetch(unknown) }
        }
    }

    @Test("check 30 limits and offsets of any size are taken or thrown")
    func limits() throws {
        try withBooks { context throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            for number in [Int.max, Int.min, -1, 0] {
                request.fetchLimit = number
                request.fetchOffset = 0
                _ = try? context.fetch(request)
                request.fetchLimit = 0
                request.fetchOffset = number
                _ = try? context.fetch(request)
                request.fetchOffset = 0
                request.fetchBatchSize = number
                _ = try? context.fetch(request)
                request.fetchBatchSize = 0
            }
            #expect(try context.fetch(request).count == 3)
        }
    }

    @Test(
        "check 25 text of predicates from outside: thrown, with depth and size limits",
        arguments: [
            String(repeating: "(", count: 100_000),
            String(repeating: "NOT ", count: 100_000) + "TRUEPREDICATE",
            Array(repeating: "nonsense == 1", count: 100_000).joined(separator: " OR "), "title == 'x",
            "title == \u{0}",
            "FUNCTION(title, 'exit:', 1) == 1", "CAST(title, 'NSTask') == 1", "title == %@", "", "==",
            "title ==",
        ])
    func predicateText(_ format: String) throws {
        try withBooks { context throws in
            let book = try context.all("Book").first
            let parsed = Result { try NSPredicate(validating: format) }
            let error = #expect(throws: CoreDataException.self) {
                _ = try parsed.get().evaluate(validating: book)
            }
            #expect(error?.reason.isEmpty == false)
            guard case .success(let predicate) = parsed else { return }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = predicate
            #expect(throws: (any Error).self) { try context.fetch(request) }
        }
    }

    @Test(
        "check 30 casts that give no date or decimal are thrown in memory",
        arguments: [
            "CAST(CAST('inf', 'Double'), 'NSDecimalNumber') == 1",
            "CAST(CAST('nan', 'Double'), 'NSDate') == 1",
        ])
    func casts(_ format: String) throws {
        let predicate = try NSPredicate(validating: format)
        #expect(throws: CoreDataException.self) { try predicate.evaluate(validating: nil) }
        try withBooks { context throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = predicate
            if let found = try? context.fetch(request) { #expect(found.isEmpty) }
        }
    }

    @Test(
        "check 26 values from outside are bound, never part of a statement",
        arguments: [
            "'; DROP TABLE ZBOOK; --", "%", "_", "\\", "\"", "\u{0}", "\u{1F600}\u{0301}", "*?", "[a-",
            String(repeating: "x", count: 200_000),
        ])
    func values(_ text: String) throws {
        try withBooks { context throws in
            context.insert("Book", ["title": text])
            try context.save()
            for format in [
                "title == %@", "title CONTAINS %@", "title BEGINSWITH %@", "title ENDSWITH %@", "title IN %@",
            ] {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                let argument: Any = format.contains(" IN ") ? [text] : text
                request.predicate = NSPredicate(format: format, argumentArray: [argument])
                let found = try context.fetch(request)
                #expect(
                    found.count == 1 && found.first?.value(forKey: "title") as? String == text, "\(format)")
            }
            #expect(try context.all("Book").count == 4)
        }
    }

    @Test("check 28 a pattern that backtracks ends at once, or is refused by name")
    func patterns() throws {
        try withBooks { context throws in
            context.insert("Book", ["title": String(repeating: "a", count: 60) + "!"])
            try context.save()
            for pattern in ["^(a+)+$", "^(a|aa)+$", "(.*)*b", "((a{1,99}){1,99}){1,99}x", "("] {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                request.predicate = NSPredicate(format: "title MATCHES %@", argumentArray: [pattern])
                do { #expect(try context.fetch(request).isEmpty) } catch {
                    #expect(error.localizedDescription.contains(pattern), "\(error)")
                }
            }
        }
    }

    @Test(
        "OBJ-14 URIs from outside that are none give nil",
        arguments: [
            "", "x", "http://example.com/Book/p1", "x-coredata:", "x-coredata://", "x-coredata:///Book/p1",
            "x-coredata://STORE/Book", "x-coredata://STORE/Book/", "x-coredata://STORE/Book/1",
            "x-coredata://STORE/Book/p",
            "x-coredata://STORE/Book/p0", "x-coredata://STORE/Book/p-1", "x-coredata://STORE/Book/p+1",
            "x-coredata://STORE/Book/p9223372036854775808", "x-coredata://STORE/Book/p1x",
            "x-coredata://STORE/Book/p1/2",
            "x-coredata://STORE/Nonsense/p1", "x-coredata://STORE/Book/p1?a=b",
            "x-coredata://STORE/Book/p1#a",
            "x-coredata://user@STORE/Book/p1", "x-coredata://STORE:80/Book/p1",
            "x-coredata://STORE/../Book/p1",
            "x-coredata://STORE/Book/t6BA7B810", "x-coredata://6BA7B810-9DAD-11D1-80B4-00C04FD430C8/Book/p1",
            "x-coredata://STORE/%00/p1", "x-coredata://STORE/Book/p\u{0661}",
        ])
    func noURIs(_ text: String) throws {
        try withBooks { context throws in
            let coordinator = try #require(context.persistentStoreCoordinator)
            let identifier = try #require(coordinator.persistentStores.first?.identifier)
            let text = text.replacingOccurrences(of: "STORE", with: identifier)
            #expect(coordinator.managedObjectID(for: text) == nil, "\(text)")
        }
    }

    @Test(
        "OBJ-14 URIs of objects that are not there: an ID, and 133000 for who asks for the object",
        arguments: [
            "p4711", "p9223372036854775807",
        ])
    func missingObjects(_ last: String) throws {
        try withBooks { context throws in
            let coordinator = try #require(context.persistentStoreCoordinator)
            let identifier = try #require(coordinator.persistentStores.first?.identifier)
            let id = try #require(coordinator.managedObjectID(for: "x-coredata://\(identifier)/Book/\(last)"))
            expectError(133000, naming: ["Book"]) { _ = try context.existingObject(with: id) }
        }
    }
}
