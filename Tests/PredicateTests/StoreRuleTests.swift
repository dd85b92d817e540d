// SPDX-License-Identifier: Apache-2.0
// Rules of the language one by one, asked of fetches from both kinds of store and of the objects themselves.

import Foundation
import Perdure
import PerdurePredicates
import PerdureTestSupport
import Testing

@Suite("Predicates in fetches, rule by rule")
struct StoreRuleTests {
    private let stacks: [Stack]
    private static let date = Date(timeIntervalSinceReferenceDate: 100.25)

    init() throws {
        stacks = try Stack.Kind.allCases.map { try Stack($0, Self.model()) }
        for stack in stacks {
            let context = stack.context()
            try context.performAndWait {
                Self.fill(context)
                try context.save()
            }
        }
    }

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Track", .attribute("name"), .attribute("title"),
                .attribute("number", .integer64AttributeType),
                .attribute("price", .decimalAttributeType), .attribute("rate", .floatAttributeType),
                .attribute("flag", .booleanAttributeType), .attribute("date", .dateAttributeType),
                .attribute("memo", isTransient: true),
                .derived("tagCount", .integer64AttributeType, "tags.@count"),
                .toMany("tags", "Tag", inverse: "track")),
            EntitySketch(
                "Tag", .attribute("name"), .attribute("weight", .integer64AttributeType),
                .toOne("track", "Track", inverse: "tags"), .toMany("words", "Word", inverse: "tag")),
            EntitySketch("Word", .attribute("text"), .toOne("tag", "Tag", inverse: "words")))
    }

    /// A has all values, B others, C none.
    private static func fill(_ context: NSManagedObjectContext) {
        let a = context.insert(
            "Track",
            [
                "name": "A", "title": "Élan", "number": 1, "price": Decimal(string: "1.1"),
                "rate": Float(0.1),
                "flag": true, "date": date,
            ])
        let b = context.insert(
            "Track",
            ["name": "B", "title": "%@", "number": 0, "price": Decimal(2), "rate": Float(0.5), "flag": false])
        context.insert("Track", ["name": "C"])
        let x = context.insert("Tag", ["name": "x", "weight": 1, "track": a])
        context.insert("Tag", ["name": "y", "weight": 2, "track": a])
        context.insert("Tag", ["name": "x", "weight": 2, "track": b])
        context.insert("Word", ["text": "deep", "tag": x])
    }

    /// The names of what a fetch finds, which each object says too.
    private func found(_ format: String, _ arguments: [Any?] = []) throws -> [String] {
        let predicate = try NSPredicate(validating: format, arguments: arguments)
        let results = try stacks.map { stack in
            let context = stack.context()
            return try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
                let all = try context.fetch(request)
                request.predicate = predicate
                let found = try context.fetch(request)
                let evaluator = PredicateEvaluator(nullSemantics: .sql)
                #expect(
                    try Set(found) == Set(all.filter { try evaluator.evaluate(predicate.node, with: $0) }))
                return found.compactMap { $0.value(forKey: "name") as? String }.sorted()
            }
        }
        #expect(results[0] == results[1], "\(format)")
        return results[1]
    }

    @Test("PRE-4 ANY and SOME, ALL, NONE", arguments: ["ANY": "AB", "SOME": "AB", "ALL": "BC", "NONE": "C"])
    func qualifiers(_ word: String, _ names: String) throws {
        #expect(try found("\(word) tags.name == 'x'").joined() == names)
    }

    @Test("PRE-8, PRE-70 what may stand on either side")
    func sides() throws {
        for format in [
            "number == 1", "1 == number", "(number) + 1 == 2", "2 == number + 1", "number * 2 - 1 == number",
            "lowercase:(name) == 'a'", "length:(title) > 3", "ANY tags.track.number == 1",
            "name == uppercase:('a')",
        ] {
            #expect(try found(format) == ["A"], "\(format)")
        }
    }

    @Test("PRE-15 an argument's sign in quotes is text")
    func quotedArgument() throws {
        #expect(try found("title == '%@'") == ["B"])
    }

    @Test("PRE-22 white space is free, comments are none")
    func whiteSpace() throws {
        #expect(try PredicateParser.parse("  a\n==\t'b  c'  ") == PredicateParser.parse("a=='b  c'"))
        #expect(throws: CoreDataException.self) { try PredicateParser.parse("a == 1 // one") }
        #expect(throws: CoreDataException.self) { try PredicateParser.parse("a == /* one */ 1") }
    }

    @Test("PRE-31, PRE-32, PRE-97 equality across number types; nil is neither 0 nor less than anything")
    func numbers() throws {
        #expect(try found("number == 1.0") == ["A"])
        #expect(try found("number == 0") == ["B"])
        for order in ["<", "<=", ">", ">="] {
            #expect(try !found("number \(order) 5").contains("C"))
            #expect(try found("number \(order) %@", [nil]).isEmpty)
        }
        let evaluator = PredicateEvaluator(nullSemantics: .foundation)
        for (format, answer) in [("x == nil", true), ("x == 1", false), ("x != 1", true), ("x < 1", false)] {
            let object: [String: Any] = ["x": NSNull()]
            #expect(
                try evaluator.evaluate(PredicateParser.parse(format), with: object) == answer, "\(format)")
        }
    }

    @Test("PRE-37, PRE-94 prefixes and suffixes; of nil nothing is known, nor of the opposite")
    func texts() throws {
        #expect(try found("title BEGINSWITH 'Él'") == ["A"])
        #expect(try found("title ENDSWITH 'an'") == ["A"])
        for test in ["BEGINSWITH 'q'", "ENDSWITH 'q'", "CONTAINS 'q'", "LIKE 'q'", "MATCHES 'q'"] {
            #expect(try found("title \(test)").isEmpty)
            #expect(try found("NOT title \(test)") == ["A", "B"], "\(test)")
        }
    }

    @Test("PRE-43 a collection beside one value is false, but for IN and CONTAINS")
    func collections() throws {
        let object: [String: Any] = ["many": [1, 2]]
        for (format, answer) in [
            ("many == 1", false), ("many > 1", false), ("many CONTAINS 1", true), ("2 IN many", true),
        ] {
            let node = try PredicateParser.parse(format)
            #expect(try PredicateEvaluator().evaluate(node, with: object) == answer, "\(format)")
        }
    }

    @Test("PRE-48, PRE-104 booleans are 1 and 0 in all spellings, and nothing else")
    func booleans() throws {
        for value in ["YES", "TRUE", "1", "true"] { #expect(try found("flag == \(value)") == ["A"]) }
        for value in ["NO", "FALSE", "0", "false"] { #expect(try found("flag == \(value)") == ["B"]) }
        #expect(try found("flag == 2").isEmpty)
        #expect(throws: CoreDataException.self) { try PredicateParser.parse("flag") }
    }

    @Test("PRE-52 dates compare with dates")
    func dates() throws {
        #expect(try found("date == %@", [Self.date]) == ["A"])
        #expect(try found("date == CAST(100.25, 'NSDate')") == ["A"])
        #expect(try found("date > %@", [Self.date]).isEmpty)
    }

    @Test("PRE-45, PRE-53 objects and IDs name the same object, as SELF and as objectID")
    func identities() throws {
        for stack in stacks {
            let context = stack.context()
            try context.performAndWait {
                let track = try #require(try context.all("Track", "name == 'A'").first)
                for format in ["SELF == %@", "objectID == %@", "SELF IN {%@}", "ANY tags.track == %@"] {
                    for name in [track, track.objectID] as [NSObject] {
                        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
                        request.predicate = NSPredicate(format: format, name)
                        #expect(try context.fetch(request) == [track], "\(format)")
                        #expect(request.predicate?.evaluate(with: track) == true, "\(format)")
                    }
                }
            }
        }
    }

    @Test("PRE-72, PRE-73 several to-many steps flatten; two ANY ask independently, SUBQUERY of one member")
    func members() throws {
        #expect(try found("ANY tags.words.text == 'deep'") == ["A"])
        #expect(try found("ANY tags.name == 'x' AND ANY tags.weight == 2") == ["A", "B"])
        #expect(try found("SUBQUERY(tags, $t, $t.name == 'x' AND $t.weight == 2).@count > 0") == ["B"])
    }

    @Test("PRE-102 PRE-98 a number that is made of a decimal is divided as one")
    func madeOfDecimals() throws {
        #expect(try found("1 / abs:(price) == 0.5") == ["B"])
        #expect(try found("1 / CAST(price, 'NSNumber') == 0.5") == ["B"])
        #expect(try found("1 / CAST(number + 1, 'NSDecimalNumber') == 0.5") == ["A"])
    }

    @Test(
        "PRE-42 PRE-98 ANY and ALL of what has one value are refused, also where it is nil",
        arguments: [
            "ANY track.name == 'A'", "ALL track.title == 'x'", "ANY track == nil", "NONE weight == 1",
            "ANY words.@count == 0",
        ])
    func single(_ format: String) throws {
        for stack in stacks {
            let context = stack.context()
            try context.performAndWait {
                let error = #expect(throws: CoreDataException.self) { try context.all("Tag", format) }
                #expect(error?.reason.contains("ALL or ANY operator must be a collection") == true)
                for tag in try context.all("Tag") { context.delete(tag) }
                context.insert("Tag")
                try context.save()
                _ = #expect(throws: CoreDataException.self) { try context.all("Tag", format) }
            }
        }
    }

    @Test("PRE-102 decimals and floats compare as they are stored")
    func storedNumbers() throws {
        #expect(try found("price == %@", [Decimal(string: "1.1")]) == ["A"])
        #expect(try found("price == 2") == ["B"])
        #expect(try found("rate == %@", [Float(0.1)]) == ["A"])
        #expect(try found("rate == 0.5") == ["B"])
    }

    @Test("PRE-85 derived attributes are asked like stored ones")
    func derived() throws {
        let context = stacks[1].context()
        let names = try context.performAndWait {
            try context.all("Track", "tagCount == 2").map { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["A"])
    }

    @Test(
        "PRE-86 transient and unknown keys are refused",
        arguments: ["memo == 'x'", "nothing == 1", "tags.no == 1"])
    func refused(_ format: String) throws {
        for stack in stacks {
            let context = stack.context()
            context.performAndWait {
                _ = #expect(throws: CoreDataException.self) { try context.all("Track", format) }
            }
        }
    }
}
