// SPDX-License-Identifier: Apache-2.0
// The truth table of nil by both rules, asked of fetches: objects in stores and objects that are not saved yet.

import Foundation
import Perdure
import PerdurePredicates
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("nil in fetches")
struct NullSemanticsTests {
    /// What the table is asked of: a sample without values, and a part beside it.
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Sample", .attribute("x", .integer64AttributeType), .attribute("y", .integer64AttributeType),
                .attribute("s"), .toOne("rel", "Part"), .toMany("many", "Part", inverse: "owner")),
            EntitySketch(
                "Part", .attribute("attr", .integer64AttributeType),
                .toOne("owner", "Sample", inverse: "many")))
    }

    private func expectTable(_ context: NSManagedObjectContext) throws {
        for line in PredicateTables.null {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Sample")
            request.predicate = NSPredicate(format: line.format)
            #expect(request.nullSemantics == .sql)
            for rules in [NullSemantics.sql, .foundation, .sql] {
                request.nullSemantics = rules
                let expected = line.isTrue(rules) ? 1 : 0
                #expect(
                    try context.fetch(request).count == expected, "\(line.format) by the rules of \(rules)")
                #expect(try context.count(for: request) == expected, "count of \(line.format), \(rules)")
            }
        }
    }

    @Test(
        "PRE-99, PRE-140, PRE-141 a request's nullSemantics decides in stores", arguments: Stack.Kind.allCases
    )
    func stored(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            context.insert("Sample")
            context.insert("Part", ["attr": 1])
            try context.save()
            try expectTable(context)
        }
    }

    @Test("PRE-98, PRE-99, PRE-141 and for unsaved objects", arguments: [false, true])
    func pending(isNested: Bool) throws {
        let stack = try Stack(.sqlite, Self.model())
        let parent = stack.context()
        let context =
            isNested ? NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType) : parent
        if isNested { context.parent = parent }
        try context.performAndWait {
            context.insert("Sample")
            context.insert("Part", ["attr": 1])
            try expectTable(context)
            try context.save()
            try expectTable(context)
        }
    }

    @Test(
        "PRE-92 PRE-98 nil is a member of nothing, by both rules", arguments: Stack.Kind.allCases)
    func memberships(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            for (x, many) in [(nil, 0), (1, 1)] as [(Int?, Int)] {
                let sample = context.insert("Sample", ["x": x, "s": "a"])
                for _ in 0..<many { context.insert("Part", ["owner": sample]) }
            }
            try context.save()
            for format in ["%@ IN {x, y}", "%@ IN many.attr", "many.attr CONTAINS %@", "{x, y} CONTAINS %@"] {
                for text in [format, "NOT (\(format))"] {
                    for rules in [NullSemantics.sql, .foundation] {
                        let found = try expectAlike(text, rules, context)
                        #expect(found == 0 || text != format, "\(text) by the rules of \(rules)")
                    }
                }
            }
        }
    }

    @Test(
        "PRE-141 by the rules of Foundation values of different kinds are equal only where both are nil",
        arguments: Stack.Kind.allCases)
    func differentKinds(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            context.insert("Sample")
            context.insert("Sample", ["x": 1, "s": "a"])
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Sample")
            request.nullSemantics = .foundation
            for (format, expected) in [("x == 'a'", 0), ("x != 'a'", 2), ("x == s", 1), ("x != s", 1)] {
                request.predicate = NSPredicate(format: format)
                #expect(try context.count(for: request) == expected, "\(format)")
            }
        }
    }

    /// Asks the store and the objects for nil as an argument; the number of objects that are found.
    private func expectAlike(
        _ format: String, _ rules: NullSemantics, _ context: NSManagedObjectContext
    ) throws -> Int {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Sample")
        let all = try context.fetch(request)
        let predicate = try NSPredicate(validating: format, arguments: [nil])
        request.predicate = predicate
        request.nullSemantics = rules
        let found = try context.fetch(request)
        let evaluator = PredicateEvaluator(nullSemantics: rules)
        let said = try all.filter { try evaluator.evaluate(predicate.node, with: $0) }
        #expect(Set(found) == Set(said), "\(format) by the rules of \(rules)")
        return found.count
    }

    @Test("PRE-95, PRE-96 != finds nil in memory and by the rules of Foundation, not by those of SQL")
    func inequality() throws {
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        try context.performAndWait {
            for text in ["x", "y", nil] { context.insert("Sample", ["s": text]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Sample")
            let all = try context.fetch(request)
            let predicate = NSPredicate(format: "s != 'x'")
            #expect(all.filter { predicate.evaluate(with: $0) }.count == 2)
            request.predicate = predicate
            #expect(try context.count(for: request) == 1)
            request.nullSemantics = .foundation
            #expect(try context.count(for: request) == 2)
            let copy = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
            #expect(copy.nullSemantics == .foundation)
        }
    }
}
