// SPDX-License-Identifier: Apache-2.0
// Predicates give the same rows in every store. The tables of the rule book (PRE-140, PRE-150)
// are in PredicateTables.swift.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

extension StoreEngineSuite {
    package static let predicateChecks: [Check] = [
        Check("PRE-140, PRE-99, PRE-141 the truth table of nil, by both rules") { suite in
            let store = try suite.store()
            try store.insert("Sample", ["name": .string("nil")])
            for line in PredicateTables.null {
                var plan = try store.plan("Sample", store.predicate(line.format))
                for rules in [NullSemantics.sql, .foundation] {
                    plan.nullSemantics = rules
                    #expect(try store.count(plan) == (line.isTrue(rules) ? 1 : 0), "\(line.format) \(rules)")
                }
            }
        },
        Check("PRE-150 the string operators") { suite in
            let store = try suite.store()
            try store.insert("Sample", ["name": .string("s"), "s": .string("Crème Brûlée")])
            for line in PredicateTables.strings {
                let isFound = try !store.names("Sample", store.predicate(line.format)).isEmpty
                #expect(isFound == line.isTrue, "\(line.format)")
            }
        },
        Check("comparisons of numbers") { suite in
            let store = try suite.store()
            for number in 1...5 as ClosedRange<Int64> {
                try store.insert(
                    "Sample",
                    ["name": .string("\(number)"), "x": .integer(number), "y": .integer(6 - number)])
            }
            for line in PredicateTables.numbers {
                #expect(
                    try store.names("Sample", store.predicate(line.format)) == line.names, "\(line.format)")
            }
        },
        Check("PRG-53 numbers beside texts are texts") { suite in
            let store = try suite.store()
            for text in ["10", "10.5", "11", "9", "9.0", "x"] {
                let key = try store.insert(
                    "Sample", ["name": .string(text), "s": .string(text), "x": .integer(9)])
                try store.insert("Part", ["name": .string(text), "owner": .reference(key)])
            }
            for (format, names) in PredicateTables.numberTexts {
                #expect(try store.names("Sample", store.predicate(format)).sorted() == names, "\(format)")
            }
            let plan = try store.plan("Sample", store.predicate("s < 9"))
            #expect(throws: StoreError.self) { try store.engine.fetch(plan) }
        },
        Check("PRG-52 entities in predicates") { suite in
            let (store, _) = try suite.company()
            for (format, expected) in PredicateTables.entities {
                #expect(try store.names("Person", store.predicate(format)).sorted() == expected, "\(format)")
            }
        },
        Check("comparisons of every type with a constant") { suite in
            let store = try suite.store()
            let key = try store.insert("Everything", PredicateTables.typedValues)
            try store.insert("Everything")
            for (format, constant) in PredicateTables.typed {
                let predicate = try PredicateParser.parse(format, arguments: [constant])
                #expect(try store.keys(store.plan("Everything", predicate)) == [key], "\(format)")
            }
        },
        Check("relationships in predicates") { suite in
            let (store, objects) = try suite.company()
            for (format, names, expected) in PredicateTables.relationships {
                let references = try names.map {
                    ConstantValue.reference(try #require(objects[$0]).reference)
                }
                let predicate = try PredicateParser.parse(format, arguments: references)
                #expect(try store.names("Person", predicate) == expected, "\(format)")
            }
        },
        Check("PRE-82 subqueries and aggregates over to-many relationships") { suite in
            let (store, _) = try suite.company()
            for (format, expected) in PredicateTables.aggregates {
                let predicate = try store.predicate(format)
                #expect(try store.names("Department", predicate) == expected, "\(format)")
            }
        },
        Check("PRE-88 lists of any length") { suite in
            let store = try suite.store()
            var changes = ChangeSet()
            for number in 0..<3000 as Range<Int64> {
                changes.insertions.append(
                    try store.insertion("Sample", ["name": .string("\(number)"), "x": .integer(number)]))
            }
            try store.commit(changes)
            let keys = changes.insertions.prefix(2500).map { ConstantValue.reference($0.key.reference) }
            let isOne = try PredicateParser.parse("SELF IN %@", arguments: [.array(keys)])
            #expect(try store.count(store.plan("Sample", isOne)) == 2500)
            let numbers = (500..<3500).map { ConstantValue.integer($0) }
            let hasOne = try PredicateParser.parse("x IN %@", arguments: [.array(numbers)])
            #expect(try store.count(store.plan("Sample", hasOne)) == 2500)
        },
        Check("PRE-110 what a store cannot evaluate is refused before it runs") { suite in
            let store = try suite.store()
            try store.insert("Employee")
            let refused = [
                "nickname == 'x'", "nonsense == 1", "department.nonsense == 1", "reports.age > 3",
            ]
            for format in refused {
                let plan = try store.plan("Person", store.predicate(format))
                #expect(throws: StoreError.self, "\(format)") { try store.engine.fetch(plan) }
            }
            let block = PredicateNode.opaque(OpaquePredicate(NSPredicate { _, _ in true }))
            #expect(throws: StoreError.self) { try store.engine.fetch(store.plan("Person", block)) }
        },
        Check("PRE-89 a constant is never read as part of the language") { suite in
            let store = try suite.store()
            let text = "'); DROP TABLE ZTAG; -- \" %@ $x"
            try store.insert("Tag", ["name": .string(text)])
            let predicate = try PredicateParser.parse("name == %@", arguments: [.string(text)])
            #expect(try store.names("Tag", predicate) == [text])
        },
    ]

    /// Two departments; Ada leads Bob and Eve.
    private func company() throws -> (EngineUnderTest, [String: ObjectKey]) {
        let store = try store()
        var objects: [String: ObjectKey] = [:]
        for name in ["Art", "Sales", "Void"] {
            objects[name] = try store.insert("Department", ["name": .string(name)])
        }
        let people: [(String, Int64, String, String?)] = [
            ("Ada", 50, "Art", nil), ("Bob", 30, "Art", "Ada"), ("Eve", 20, "Sales", "Ada"),
        ]
        for (name, age, department, boss) in people {
            objects[name] = try store.insert(
                "Employee",
                [
                    "name": .string(name), "age": .integer(age),
                    "department": objects[department].map { .reference($0) } ?? .null,
                    "boss": boss.flatMap { objects[$0] }.map { .reference($0) } ?? .null,
                ])
        }
        return (store, objects)
    }
}

extension EngineUnderTest {
    func predicate(_ format: String) throws -> PredicateNode { try PredicateParser.parse(format) }
}
