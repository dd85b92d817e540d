// SPDX-License-Identifier: Apache-2.0
// What a #Predicate becomes, as text. Whether that means the same is tested on stores, in Tests/PerdureTests/Requests.

import Foundation
import PerdureBase
import PerdurePredicates
import Testing

@Suite("Predicates of #Predicate")
struct MacroTreeTests {
    private func text(_ predicate: Predicate<Book>) throws -> String {
        try NSPredicate(validating: predicate).formatString
    }

    @Test("PRE-120 comparisons and their negations")
    func comparisons() throws {
        #expect(try text(#Predicate { $0.title == "x" }) == "title == \"x\"")
        #expect(try text(#Predicate { !($0.price > 2) }) == "price <= 2.0")
        #expect(try text(#Predicate { 2 < $0.price }) == "price > 2.0")
        #expect(try text(#Predicate { $0.isRead }) == "isRead == 1")
        #expect(try text(#Predicate { !$0.isRead && $0.title < "b" }) == "isRead == 0 AND title < \"b\"")
    }

    @Test("PRE-120 nil is what it is in Swift")
    func nils() throws {
        #expect(try text(#Predicate { $0.pages != 5 }) == "pages != 5 OR pages == nil")
        #expect(try text(#Predicate { ($0.pages ?? 0) > 5 }) == "pages > 5")
        #expect(try text(#Predicate { ($0.pages ?? 9) > 5 }) == "pages == nil OR pages > 5")
        #expect(
            try text(#Predicate { $0.writer?.name != "x" }) == "writer.name != \"x\" OR writer.name == nil")
        #expect(try text(#Predicate { $0.writer?.books.count == 2 }) == "writer.books.@count == 2")
        #expect(try text(#Predicate { $0.pages! > 5 }) == "pages > 5")
    }

    @Test("PRE-120 what depends on no object is computed beforehand")
    func captures() throws {
        let words = ["a": 1]
        let numbers = [3, 1, 2]
        let missing: Int? = nil
        #expect(try text(#Predicate { $0.pages == missing }) == "pages == nil")
        #expect(try text(#Predicate { $0.pages == words["a"] }) == "pages == 1")
        #expect(try text(#Predicate { $0.pages == numbers.max() }) == "pages == 3")
        #expect(try text(#Predicate { $0.pages == numbers.min() }) == "pages == 1")
        #expect(try text(#Predicate { $0.price > 1 || numbers.isEmpty }) == "price > 1.0")
        #expect(try text(#Predicate { $0.price > 1 || numbers.count == 3 }) == "TRUEPREDICATE")
        #expect(try text(#Predicate { $0.pages == numbers[0] }) == "pages == 3")
        #expect(
            try text(#Predicate { !numbers.filter { $0 > 5 }.isEmpty && $0.price > 1 }) == "FALSEPREDICATE")
        #expect(try text(.true) == "TRUEPREDICATE")
    }

    @Test("PRE-120 ranges, also open ones, and lists")
    func ranges() throws {
        let start = 3...
        let end = ..<3.0
        let upTo = ...3.0
        let none: [String] = []
        #expect(
            try text(#Predicate { start.contains($0.pages ?? 0) }) == "pages >= 3")
        #expect(try text(#Predicate { end.contains($0.price) }) == "price < 3.0")
        #expect(try text(#Predicate { upTo.contains($0.price) }) == "price <= 3.0")
        #expect(try text(#Predicate { none.contains($0.title) }) == "FALSEPREDICATE")
        #expect(try text(#Predicate { (1.0...2.0).contains($0.price) }) == "price BETWEEN {1.0, 2.0}")
    }

    @Test("PRE-120 enums are their raw values")
    func enums() throws {
        let essay = Genre.essay
        #expect(try text(#Predicate { $0.genre == essay }) == "genre == \"essay\"")
        #expect(try text(#Predicate { $0.shelf.rawValue == 1 }) == "shelf == 1")
        let error = #expect(throws: CoreDataException.self) {
            try text(#Predicate { $0.genre.rawValue == "essay" })
        }
        #expect(error?.reason.hasSuffix("or compare the property with a captured value of the enum") == true)
    }

    @Test("PRE-84 elements of a composite attribute that is a struct")
    func composites() throws {
        #expect(
            try text(#Predicate { $0.place?.row != 1 }) == "place.row != 1 OR place.row == nil")
        #expect(try text(#Predicate { $0.place?.inner?.depth == 2 }) == "place.inner.depth == 2")
        #expect(throws: CoreDataException.self) { try text(#Predicate { $0.place?.label == "1" }) }
    }

    @Test("PRE-80 a captured object of a class that is Codable")
    func objects() throws {
        let writer = Writer()
        writer.name = "Ann"
        let predicate = try NSPredicate(validating: #Predicate<Book> { $0.writer == writer })
        #expect(
            predicate.node
                == .comparison(ComparisonNode(.key("writer"), .equal, .constant(ConstantValue(writer)))))
        #expect(try text(#Predicate { $0.title == writer.name }) == "title == \"Ann\"")
    }

    @Test("PRE-120 strings: characters, patterns, searches")
    func strings() throws {
        let word = "zoe"
        #expect(try text(#Predicate { $0.title.count == 3 }) == "characterCount:(title) == 3")
        #expect(
            try text(#Predicate { $0.title.localizedStandardContains(word) }) == "title CONTAINS[cdl] \"zoe\""
        )
        #expect(
            try text(#Predicate { $0.title.contains(/a+b/) })
                == "title MATCHES \"(?s:.*)(?:a+b)(?s:.*)\"")
        let link = "https://a.example"
        #expect(try text(#Predicate { $0.link?.absoluteString == link }) == "link == \"https://a.example\"")
    }

    @Test("PRE-120 collections that are no relationships work in memory")
    func collections() throws {
        #expect(try text(#Predicate { $0.tags.contains("x") }) == "tags CONTAINS \"x\"")
        #expect(try text(#Predicate { $0.tags[0] == "x" }) == "tags[0] == \"x\"")
        #expect(try text(#Predicate { $0.tags.count > 1 }) == "tags.@count > 1")
        #expect(try text(#Predicate { $0.marks["x"] == 1 }) == "marks[\"x\"] == 1")
        #expect(
            try text(#Predicate { $0.marks["x", default: 2] > 1 })
                == "marks[\"x\"] == nil OR marks[\"x\"] > 1")
        #expect(try text(#Predicate { $0.tags.max() == "x" }) == "max:(tags) == \"x\"")
    }

    @Test("PRE-120 members of a relationship that generated code calls NSSet")
    func foundationSets() throws {
        #expect(try text(#Predicate { ($0.readers?.count ?? 0) == 0 }) == "readers.@count == 0")
        #expect(
            try text(#Predicate { $0.readers?.contains { ($0 as! Writer).name == "x" } == true })
                == "SUBQUERY(readers, $member1, $member1.name == \"x\").@count > 0")
    }

    /// Generic, because the compiler warns about casts whose outcome it knows.
    private func casts<Number, Text: Equatable>(_: Number.Type, _ text: Text) -> [Predicate<Book>]
    where Text: Codable & Sendable {
        [
            #Predicate { $0.pages is Number },
            #Predicate { ($0.title as! Text) == text },
            #Predicate { ($0.title as? Text) == text },
        ]
    }

    @Test("PRE-120 casts that the compiler's types decide")
    func casts() throws {
        let texts = try casts(Int.self, "x").map { try text($0) }
        #expect(texts == ["pages != nil", "title == \"x\"", "title == \"x\""])
    }
}
