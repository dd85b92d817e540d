// SPDX-License-Identifier: Apache-2.0
// Values that are computed with or compared as values of another kind: dates as seconds, texts as numbers, UUIDs and URLs as
// texts. Asked of every kind of store, of unsaved objects, and of the objects themselves.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Predicates on converted values") struct ConvertedValueTests {
    private let stacks: [Stack]
    private static let first = UUID()
    private static let second = UUID()

    init() throws { stacks = try Stack.Kind.allCases.map { try Stack($0, Self.model()) } }

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Visit", .attribute("name"), .attribute("start", .dateAttributeType),
                .attribute("end", .dateAttributeType), .attribute("amount"), .attribute("remote"),
                .attribute("id", .UUIDAttributeType), .attribute("page", .URIAttributeType)))
    }

    private static let rows: [(name: String, end: Double, amount: String, remote: String, page: String)] = [
        ("A", 90, "9.0", first.uuidString.lowercased(), "https://Example.org/A"),
        ("B", 60, "8", second.uuidString, "https://other.org"),
        ("C", 90.5, "9", "no UUID", "https://example.org/b"),
    ]

    private static func fill(_ context: NSManagedObjectContext) {
        for row in rows {
            context.insert(
                "Visit",
                [
                    "name": row.name, "start": Date(timeIntervalSinceReferenceDate: 0),
                    "end": Date(timeIntervalSinceReferenceDate: row.end), "amount": row.amount,
                    "remote": row.remote, "id": first, "page": URL(string: row.page),
                ])
        }
    }

    /// The names of what is found among unsaved objects, by asking each object, and in the store.
    private func found(_ format: String, _ arguments: Any...) throws -> String {
        let predicate = NSPredicate(format: format, argumentArray: arguments)
        var results: [String] = []
        for stack in stacks {
            let context = stack.context()
            try context.performAndWait {
                Self.fill(context)
                let request = NSFetchRequest<NSManagedObject>(entityName: "Visit")
                let all = try context.fetch(request)
                request.predicate = predicate
                results.append(Self.names(try context.fetch(request)))
                results.append(Self.names(try all.filter { try predicate.evaluate(validating: $0) }))
                try context.save()
                results.append(Self.names(try context.fetch(request)))
                for object in all { context.delete(object) }
                try context.save()
            }
        }
        for result in results { #expect(result == results[0], "\(format)") }
        return results[0]
    }

    private static func names(_ objects: [NSManagedObject]) -> String {
        objects.compactMap { $0.value(forKey: "name") as? String }.sorted().joined()
    }

    @Test("PRE-98, PRE-103 the seconds between dates have a fraction when they are divided")
    func seconds() throws {
        #expect(try found("(end - start) / 60 > 1.2") == "AC")
        #expect(try found("(end - start) / 60 == 1.5") == "A")
        #expect(try found("abs:(start - end) / 60 == 1.5") == "A")
        #expect(try found("CAST(end, 'NSNumber') / 60 == 1.5") == "A")
        #expect(try found("end - start == 90") == "A")
    }

    @Test("PRE-98 the number that a text writes is whole only without a point")
    func numbersOfTexts() throws {
        #expect(try found("CAST(amount, 'NSNumber') / 2 == 4.5") == "A")
        #expect(try found("CAST(amount, 'NSNumber') / 2 == 4") == "BC")
        #expect(try found("CAST(amount, 'NSNumber') == 9") == "AC")
    }

    @Test("PRE-54, PRE-98 a UUID finds the text that writes it, in upper and in lower case")
    func uuids() throws {
        let (first, second) = (Self.first, Self.second)
        #expect(try found("remote == %@", first) == "A")
        #expect(try found("remote == %@", second) == "B")
        #expect(try found("remote != %@", first) == "BC")
        #expect(try found("remote ==[c] %@", first) == "A")
        #expect(try found("remote ==[n] %@", first) == "A")
        #expect(try found("remote IN %@", [first, second]) == "AB")
        #expect(try found("remote IN %@", [first, second] + (0..<20).map { _ in UUID() }) == "AB")
        #expect(try found("id ==[c] %@", first.uuidString.lowercased()) == "ABC")
    }

    @Test("PRE-54, PRE-98 an attribute with a UUID equals an attribute with the text that writes it")
    func uuidColumns() throws {
        for format in ["id == remote", "remote == id", "id ==[c] remote", "id IN {remote}"] {
            #expect(try found(format) == "A", "\(format)")
        }
        #expect(try found("id != remote") == "BC")
        #expect(try found("NOT (remote == id)") == "BC")
    }

    @Test("PRE-54, PRE-98 functions of texts take URLs as texts")
    func urls() throws {
        #expect(try found("lowercase:(page) CONTAINS 'example'") == "AC")
        #expect(try found("uppercase:(page) ENDSWITH 'EXAMPLE.ORG/A'") == "A")
        #expect(try found("canonical:(page) == 'https://example.org/a'") == "A")
        #expect(try found("length:(page) == 21") == "AC")
    }
}
