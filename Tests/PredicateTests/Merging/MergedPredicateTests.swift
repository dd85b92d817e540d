// SPDX-License-Identifier: Apache-2.0
// What predicates on sets, dictionaries, counters and values find: in SQLite, in memory, and what the objects say.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import Testing

@testable import Perdure

/// A predicate and the notes that it finds by the rules of SQL, and by Foundation's where they differ.
struct MergedCase: Sendable, CustomTestStringConvertible {
    let format: String
    let arguments: [ConstantValue]
    let expected: String
    let foundation: String

    init(_ format: String, _ expected: String, foundation: String? = nil, with arguments: ConstantValue...) {
        self.format = format
        self.arguments = arguments
        self.expected = expected
        self.foundation = foundation ?? expected
    }

    var testDescription: String { format }
}

@Suite("Predicates on attributes that merge")
struct MergedPredicateTests {
    static let mark = UUID(uuidString: "00000000-0000-0000-0000-00000000000A") ?? UUID()

    /// a has nearly everything, c has nothing, d is damaged, e is a's child.
    static func notes() -> [Note] {
        var a = Note("a")
        a.tags = ["red", "Blue", "caf\u{E9}"]
        a.codes = [1, 20]
        a.marks = [mark]
        a.links = ["x-coredata://s/Note/p1"]
        a.settings = [
            "theme": .string("dark"), "size": .integer(12), "ratio": .real(1.5), "beta": .boolean(true),
            "since": .date(Date(timeIntervalSinceReferenceDate: 100)), "key": .data(Data([1, 2])),
            "window": .dictionary(["title": .string("Main"), "size": .dictionary(["width": .integer(300)])]),
            "colors": .array([.string("red"), .string("green")]),
        ]
        (a.likes, a.color, a.number) = (3, "green", 12)
        var b = Note("b")
        b.tags = ["red"]
        b.codes = [20]
        b.settings = [
            "theme": .integer(5), "size": .real(12), "beta": .boolean(false),
            "since": .date(Date(timeIntervalSinceReferenceDate: 200)), "window": .string("none"),
        ]
        (b.likes, b.number) = (10, 5)
        var d = Note("d")
        d.damage = Data("bplist00 is what it is not".utf8)
        var e = Note("e")
        e.parent = "a"
        e.tags = ["violet"]
        e.settings = ["theme": .string("light"), "size": .integer(9)]
        e.color = "red"
        return [a, b, Note("c"), d, e]
    }

    static let sets: [MergedCase] = [
        MergedCase("tags CONTAINS 'red'", "a b"), MergedCase("'red' IN tags", "a b"),
        MergedCase("NOT tags CONTAINS 'red'", "c d e"), MergedCase("tags CONTAINS 'blue'", ""),
        MergedCase("tags CONTAINS[c] 'blue'", "a"), MergedCase("'BLUE' IN[c] tags", "a"),
        MergedCase("tags CONTAINS[cd] 'CAFE'", "a"), MergedCase("tags CONTAINS 'cafe\u{301}'", "a"),
        MergedCase("tags CONTAINS 5", ""), MergedCase("tags CONTAINS nil", ""),
        MergedCase("tags CONTAINS name", ""), MergedCase("name IN tags", ""),
        MergedCase("tags.@count == 0", "c d"), MergedCase("tags.@count > 2", "a"),
        MergedCase("tags.@count BETWEEN {1, 2}", "b e"), MergedCase("tags[SIZE] == 3", "a"),
        MergedCase("ANY tags BEGINSWITH 'r'", "a b"), MergedCase("ANY tags BEGINSWITH[c] 'b'", "a"),
        MergedCase("ANY tags == 'violet'", "e"), MergedCase("ANY tags != 'red'", "a e"),
        MergedCase("ANY tags IN {'red', 'violet'}", "a b e"), MergedCase("ANY tags LIKE 'v*t'", "e"),
        MergedCase("ANY tags MATCHES 'r.d'", "a b"), MergedCase("ANY tags > 's'", "e"),
        MergedCase("ANY tags BETWEEN {'s', 'w'}", "e"), MergedCase("ANY tags == nil", ""),
        MergedCase("ALL tags == 'red'", "b c d"), MergedCase("ALL tags BEGINSWITH[c] 'v'", "c d e"),
        MergedCase("NONE tags == 'red'", "c d e"), MergedCase("NONE tags CONTAINS 'e'", "c d"),
        MergedCase("codes CONTAINS 20", "a b"), MergedCase("codes CONTAINS 20.0", "a b"),
        MergedCase("codes CONTAINS 20.5", ""), MergedCase("codes CONTAINS '20'", ""),
        MergedCase("ANY codes < 5", "a"), MergedCase("ANY codes BETWEEN {2, 30}", "a b"),
        MergedCase("number IN codes", ""), MergedCase("codes CONTAINS likes", ""),
        MergedCase("marks CONTAINS %@", "a", with: .uuid(mark)),
        MergedCase("%@ IN marks", "a", with: .string(mark.uuidString.lowercased())),
        MergedCase("links CONTAINS 'x-coredata://s/Note/p1'", "a"),
        MergedCase("ANY links BEGINSWITH 'x-coredata'", "a"),
        MergedCase("%@ IN links", "a", with: URL(string: "x-coredata://s/Note/p1").map { .url($0) } ?? .null),
    ]

    static let entries: [MergedCase] = [
        MergedCase("settings.theme == 'dark'", "a"), MergedCase("'dark' == settings.theme", "a"),
        MergedCase("settings.theme ==[c] 'DARK'", "a"), MergedCase("settings.theme == 5", "b"),
        MergedCase("settings.theme != 'dark'", "b e", foundation: "b c d e"),
        MergedCase("NOT settings.theme == 'dark'", "b e", foundation: "b c d e"),
        MergedCase("settings.theme == nil", "c d"), MergedCase("settings.theme != nil", "a b e"),
        MergedCase("settings.nothing == nil", "a b c d e"), MergedCase("settings.nothing == 'x'", ""),
        MergedCase("settings.window != nil", "a b"), MergedCase("settings.theme.length == nil", "a b c d e"),
        MergedCase("settings.window.title == 'Main'", "a"),
        MergedCase("settings.window.size.width > 299", "a"),
        MergedCase("settings.window.size.width.x == nil", "a b c d e"),
        MergedCase("settings.size == 12", "a b"), MergedCase("settings.size > 9.5", "a b"),
        MergedCase("settings.size <= 9", "e"), MergedCase("settings.size BETWEEN {9, 10}", "e"),
        MergedCase("settings.size IN {9, 12.0, 'x'}", "a b e"), MergedCase("settings.theme < 6", "b"),
        MergedCase("settings.theme > 'a'", "a e"), MergedCase("settings.theme BEGINSWITH 'd'", "a"),
        MergedCase("settings.theme CONTAINS[c] 'IGH'", "e"), MergedCase("settings.theme LIKE 'l*'", "e"),
        MergedCase("settings.theme MATCHES '(dark|light)'", "a e"),
        MergedCase("settings.theme ENDSWITH 'k'", "a"),
        MergedCase("settings.theme IN {'dark', 'light', nil}", "a e"),
        MergedCase("settings.ratio == 1.5", "a"), MergedCase("settings.beta == YES", "a"),
        MergedCase("settings.beta == NO", "b"), MergedCase("settings.beta == 1", "a"),
        MergedCase("settings.since < %@", "a", with: .date(Date(timeIntervalSinceReferenceDate: 150))),
        MergedCase("settings.since == 100", ""), MergedCase("settings.since > 50", ""),
        MergedCase("settings.key == %@", "a", with: .data(Data([1, 2]))),
        MergedCase("settings.colors CONTAINS 'green'", "a"), MergedCase("'green' IN settings.colors", "a"),
        MergedCase("ANY settings.colors == 'red'", "a"), MergedCase("ANY settings.theme == 'dark'", ""),
        MergedCase("settings.size == number", "a", foundation: "a c d"),
        MergedCase("settings.theme == number", "b", foundation: "b c d"),
        MergedCase("settings.theme IN tags", ""),
        MergedCase("settings.size == settings.size", "a b e", foundation: "a b c d e"),
        MergedCase("settings.size > settings.ratio", "a"),
        MergedCase("settings.theme IN {name, 'dark'}", "a"),
        MergedCase("settings.size BETWEEN {number, 12}", "a b"),
    ]

    static let related: [MergedCase] = [
        MergedCase("parent.tags CONTAINS 'red'", "e"), MergedCase("parent.tags.@count == 0", ""),
        MergedCase("NOT parent.tags CONTAINS 'blue'", "e", foundation: "a b c d e"),
        MergedCase("ALL parent.tags == 'x'", "a b c d"), MergedCase("parent.settings.theme == 'dark'", "e"),
        MergedCase("parent.settings.theme == nil", "a b c d"),
        MergedCase("ANY children.tags == 'violet'", "a"), MergedCase("'violet' IN children.tags", "a"),
        MergedCase("children.tags CONTAINS 'violet'", "a"), MergedCase("children.tags.@count == 1", "a"),
        MergedCase("ALL children.tags == 'x'", "b c d e"),
        MergedCase("ANY children.settings.theme == 'light'", "a"),
        MergedCase("ANY children.settings.size < 10", "a"), MergedCase("ANY children.settings.x == nil", "a"),
        MergedCase("SUBQUERY(children, $n, $n.tags CONTAINS 'violet').@count == 1", "a"),
        MergedCase(
            "SUBQUERY(children, $n, $n.settings.size == 9 AND $n.parent.codes CONTAINS 1).@count > 0", "a"),
        MergedCase("tags CONTAINS 'red' AND settings.theme == 'dark'", "a"),
        MergedCase("tags CONTAINS 'violet' OR codes CONTAINS 1", "a e"),
    ]

    static let plain: [MergedCase] = [
        MergedCase("likes > 3", "b"), MergedCase("likes == nil", "c d e"),
        MergedCase("color == nil", "b c d"),
        MergedCase("color != nil", "a e"), MergedCase("color == 'red'", "e"),
    ]

    private func check(_ test: MergedCase) throws {
        let notebook = try Notebook(Self.notes())
        for (nulls, expected) in [(NullSemantics.sql, test.expected), (.foundation, test.foundation)] {
            let found = try notebook.found(test.format, test.arguments, nulls)
            #expect(found.allSatisfy { $0 == expected }, "\(nulls): \(found)")
            let said = try notebook.said(test.format, test.arguments, nulls)
            #expect(said == expected, "objects, \(nulls)")
        }
    }

    @Test("MRG-121 MT-50 PG-122 elements of sets are found", arguments: sets)
    func elements(_ test: MergedCase) throws { try check(test) }

    @Test(
        "MRG-122 MRG-65 MT-51 PG-122 keys of dictionaries, declared by nobody, are found", arguments: entries)
    func keys(_ test: MergedCase) throws { try check(test) }

    @Test("MRG-121, MRG-122 PG-122 sets and dictionaries of other objects", arguments: related)
    func relationships(_ test: MergedCase) throws { try check(test) }

    @Test("MRG-120, MRG-123 counters and values are plain attributes", arguments: plain)
    func plainValues(_ test: MergedCase) throws { try check(test) }

    @Test(
        "MRG-121, MRG-122 PG-122 what has no meaning is refused by all stores",
        arguments: [
            "tags == 'red'", "tags == nil", "tags > 'a'", "tags BEGINSWITH 'a'", "tags IN {'a'}",
            "settings == nil",
            "settings CONTAINS 'a'", "tags.x == 1", "tags.@max == 1", "settings.@count == 1",
            "SUBQUERY(tags, $t, $t == 'a').@count > 0", "settings.size + 1 > 2",
            "lowercase(settings.theme) == 'a'",
            "TERNARY(name == 'a', settings.size, 1) == 1", "likes.x == 1",
        ])
    func refusals(_ format: String) throws {
        let notebook = try Notebook(Self.notes())
        let plan = try notebook.plan(PredicateParser.parse(format))
        for engine in notebook.engines {
            #expect(throws: StoreError.self) { _ = try engine.fetch(plan) }
        }
    }

    @Test("MRG-121 ALL of a set in a list with an attribute is no SQL: refused, where ANY is found")
    func listWithAttribute() throws {
        let notebook = try Notebook(Self.notes())
        let all = try notebook.plan(PredicateParser.parse("ALL codes IN {1, likes}"))
        let error = #expect(throws: StoreError.self) { _ = try notebook.sqlite.fetch(all) }
        #expect("\(String(describing: error))".contains("the list must consist of constants"))
        _ = try notebook.memory.fetch(all)
        for text in ["ANY codes IN {1, likes}", "ALL codes IN {likes}", "ALL codes IN {1, 2}"] {
            let found = try notebook.found(text, [], .sql)
            #expect(Set(found).count == 1, "\(text)")
        }
    }
}
