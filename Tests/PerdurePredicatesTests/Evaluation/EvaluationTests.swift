// SPDX-License-Identifier: Apache-2.0
// Evaluation in memory (PRE-30 to PRE-55), rule by rule.

import Foundation
import PerdureBase
import Testing

@testable import PerdurePredicates

@Suite("Evaluation")
struct EvaluationTests {
    static var person: Record {
        Record([
            "name": "Zoë", "age": 30, "flag": true, "height": 1.75, "salary": Decimal(string: "10.5") ?? 0,
            "born": Date(timeIntervalSinceReferenceDate: 100), "boss": Record(["name": "Ann"]),
            "scores": [3, 5, 8], "tags": NSSet(array: ["a", "b"]), "map": ["k": 1],
            "items": [Record(["price": 2, "tags": ["x", "y"]]), Record(["price": 4, "tags": ["z"]])],
            "empty": [Any](), "kind": Kind.second, "label": Label.one,
            "id": UUID(uuidString: "00000000-0000-0000-0000-000000000001") as Any,
        ])
    }

    enum Kind: Int { case first = 1, second }
    enum Label: String { case one = "eins" }

    static let truths = [
        "name == 'Zoë'", "boss.name == 'Ann'", "age == 30.0", "age != 31", "height > 1", "salary == 10.5",
        "salary > 10", "salary < 11", "flag == YES", "flag == TRUE", "flag == 1", "flag == true",
        "flag != NO",
        "NOT flag == 2", "age BETWEEN {30, 31}", "NOT age BETWEEN {31, 40}", "age IN {1, 30}",
        "NOT age IN {1, 2}",
        "age IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 30.0}", "scores CONTAINS 5", "tags CONTAINS 'a'", "'a' IN tags",
        "1 IN map", "map.k == 1", "map['k'] == 1", "scores[0] == 3", "scores[FIRST] == 3",
        "scores[LAST] == 8",
        "scores[SIZE] == 3", "ANY scores == 5", "NOT ANY scores == 4", "ALL scores > 2", "NOT ALL scores > 3",
        "NONE scores == 4", "ALL empty > 2", "NOT ANY empty > 2", "NONE empty > 2",
        "scores != 3 OR TRUEPREDICATE",
        "NOT scores == 3", "NOT scores > 1", "ANY items.tags == 'z'", "ALL items.tags != 'q'",
        "ANY items.price > 3",
        "scores.@count == 3", "items.@sum.price == 6", "items.@min.price == 2", "items.@max.price == 4",
        "items.@avg.price == 3", "@sum.items.price == 6", "scores.@sum.self == 16", "empty.@sum.price == 0",
        "empty.@max.price == nil", "empty.@avg.price == nil",
        "items.@unionOfArrays.tags.@count == 3 OR YES == YES",
        "kind == 2", "label == 'eins'", "born == CAST(100, 'NSDate')", "born < CAST(100.5, 'NSDate')",
        "SUBQUERY(items, $i, $i.price > 3).@count == 1", "SUBQUERY(items, $i, $i.price > age).@count == 0",
        "SUBQUERY(items, $i, SUBQUERY($i.tags, $t, $t == 'x').@count > 0).@count == 1", "SELF.name == name",
        "TERNARY(age > 18, 'adult', 'child') == 'adult'", "FUNCTION(name, 'length') == 3", "name.length == 3",
        "FUNCTION(SELF, 'age') == 30", "({1, 2} UNION {2, 3}).@count == 3",
        "({1, 2} INTERSECT {2, 3}) == {2}",
        "({1, 2} MINUS {2, 3}) == {1}", "age + 1 == 31", "age / 4 == 7", "age / 4.0 == 7.5", "age / 0 == nil",
        "2 ** 3 == 8", "-age == -30", "age - 1 - 1 == 28", "born + 5 == CAST(105, 'NSDate')",
        "id == CAST('00000000-0000-0000-0000-000000000001', 'NSUUID')", "1 < 1.5",
        "9007199254740993 > 9007199254740992.0",
    ]

    @Test("PRE-35, PRE-54 a long list of UUIDs or of their texts is searched for either")
    func longListsOfUUIDs() throws {
        let ids = (0..<20).map { _ in UUID() }
        let texts = ids.map { $0.uuidString.lowercased() }
        for list in [ids as [Any], texts] {
            #expect(try evaluate("id IN %@", Record(["id": ids[7]]), [list]))
            #expect(try evaluate("id IN %@", Record(["id": texts[7]]), [list]))
            #expect(try !evaluate("id IN %@", Record(["id": UUID()]), [list]))
            #expect(try !evaluate("id IN %@", Record(["id": "no UUID"]), [list]))
        }
        #expect(try !evaluate("id IN %@", Record(["id": ids[7].uuidString]), [texts]))
    }

    @Test("PRE-18, PRE-31, PRE-42 a long constant list is the same value as a short one", arguments: [3, 9])
    func longLists(_ count: Int) throws {
        let numbers = Array(1...count)
        let record = Record(["scores": numbers, "tags": [0, 1], "age": 2])
        for format in [
            "scores == %@", "NOT (scores != %@)", "%@ == scores", "ANY %@ == age", "NONE %@ == 100",
            "SUBQUERY(%@, $x, $x == age).@count == 1", "%@.@count > 2", "%@[SIZE] > 2", "%@[0] == 1",
            "(%@ UNION tags).@count == scores.@count + 1", "ANY %@ IN tags", "max(%@) >= 3",
            "SUBQUERY(tags, $x, $x IN %@).@count == 1", "TERNARY(age IN %@, 1, 2) == 1", "%@ CONTAINS age",
            "age IN %@",
        ] {
            #expect(try evaluate(format, record, [numbers]), "\(format)")
        }
    }

    @Test("PRE-30 to PRE-54 comparisons that hold", arguments: truths)
    func holds(text: String) throws {
        #expect(try evaluate(text, Self.person))
        #expect(try evaluate(text, Self.person, nulls: .sql))
        #expect(try !evaluate("NOT (\(text))", Self.person))
    }

    @Test("PRE-33 values of different kinds: never equal, never ordered")
    func incompatible() throws {
        #expect(try !evaluate("name == 3", Self.person))
        #expect(try !evaluate("age == name", Self.person))
        #expect(try evaluate("name != 3", Self.person))
        #expect(reason { _ = try evaluate("name < 3", Self.person) }?.contains("Can't order") == true)
    }

    @Test("PRE-44 what is missing between two collections adds no member to them")
    func missingSteps() throws {
        let lines: [[String: Any]] = [[:], ["product": ["tags": ["x"], "title": "a"]]]
        #expect(try value("lines.product.tags.@count", ["lines": lines]) == .integer(1))
        #expect(try evaluate("ALL lines.product.tags == 'x'", ["lines": lines]))
        #expect(try evaluate("ANY lines.product.title == nil", ["lines": lines]))
    }

    @Test("PRE-42 ANY and ALL want a collection")
    func qualifierOnScalar() {
        #expect(reason { _ = try evaluate("ANY age == 3", Self.person) }?.contains("ALL or ANY") == true)
    }

    @Test("PRE-45 SELF against objects and references")
    func selfComparison() throws {
        let record = Record([:], reference: 7)
        let same = Record([:], reference: 7)
        let other = Record([:], reference: 8)
        #expect(try evaluate("SELF == %@", record, [record]))
        #expect(try evaluate("SELF == %@", record, [same]))
        #expect(try !evaluate("SELF == %@", record, [other]))
        #expect(try evaluate("SELF IN %@", record, [[other, same]]))
        let reference = ConstantValue.reference(StoredReference(entity: 2, root: 1, number: 7))
        let node = PredicateNode.comparison(ComparisonNode(.evaluatedObject, .equal, .constant(reference)))
        #expect(try PredicateEvaluator().evaluate(node, with: record))
        #expect(try !PredicateEvaluator().evaluate(node, with: other))
    }

    @Test("PRE-46 operators that give collections")
    func unions() throws {
        let object =
            ["teams": [["names": ["a", "b"]], ["names": ["b"]]], "n": [1, 1.0, 2] as [Any]] as [String: Any]
        #expect(
            try value("teams.@unionOfArrays.names", object)
                == .array([.string("a"), .string("b"), .string("b")]))
        #expect(
            try value("teams.@distinctUnionOfArrays.names", object) == .array([.string("a"), .string("b")]))
        #expect(try value("n.@distinctUnionOfObjects.self", object) == .array([.integer(1), .integer(2)]))
        #expect(reason { _ = try value("n.@nonsense", object) }?.contains("@nonsense") == true)
    }

    @Test("PRE-51 a missing variable is an error that names it")
    func missingVariable() {
        #expect(
            reason { _ = try evaluate("age == $x", Self.person, variables: ["y": 1]) }
                == "Can't get value for 'x' in bindings {y}")
    }

    @Test("PRE-55 an unknown key is NSUnknownKeyException")
    func unknownKey() {
        final class Plain { let name = "x" }
        #expect(throws: CoreDataException.self) { try evaluate("nonsense == 1", Self.person) }
        #expect(reason { _ = try evaluate("nonsense == 1", Plain()) }?.contains("key \"nonsense\"") == true)
        #expect(throws: Never.self) { try evaluate("name == 'x'", Plain()) }
    }

    @Test("PRE-34 BETWEEN wants two bounds")
    func bounds() {
        #expect(reason { _ = try evaluate("age BETWEEN {1}", Self.person) }?.contains("BETWEEN") == true)
    }

    @Test("PRE-108 integer overflow is an error")
    func overflow() {
        #expect(reason { _ = try value("9223372036854775807 + 1") }?.contains("overflow") == true)
        #expect(reason { _ = try value("-9223372036854775808 / -1") }?.contains("overflow") == true)
    }

    @Test("PRE-35 collections of Foundation's classes")
    func foundationCollections() throws {
        let object: [String: Any] = [
            "array": NSArray(array: [1, 2]), "ordered": NSOrderedSet(array: [1, 2]), "set": Set([1, 2]),
            "dictionary": NSDictionary(dictionary: ["a": 1]), "optional": [1, nil] as [Int?],
        ]
        for key in ["array", "ordered", "set", "optional"] {
            #expect(try evaluate("\(key) CONTAINS 1", object), "\(key)")
            #expect(try evaluate("\(key).@count == 2", object), "\(key)")
        }
        #expect(try evaluate("dictionary.a == 1", object))
    }
}
