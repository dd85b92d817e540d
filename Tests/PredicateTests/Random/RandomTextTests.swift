// SPDX-License-Identifier: Apache-2.0
// Random predicates as text: the language's own, which reads back the same, and SQL, which never holds a constant.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQL

@Suite("Random predicates as text")
struct RandomTextTests {
    private static let count = DifferentialTests.count / 4

    @Test("PRE-25 predicateFormat reads back as the same predicate", arguments: DifferentialTests.seeds)
    func roundTrip(_ seed: UInt64) throws {
        var generator = PredicateGenerator(seed: seed)
        for _ in 0..<Self.count {
            let node = generator.predicate(generator.pick(["Item", "Owner", "Tag"]))
            let text = PredicatePrinter.format(node)
            let parsed = try PredicateParser.parse(text)
            #expect(parsed == node, "seed \(seed): \(text)")
            #expect(PredicatePrinter.format(parsed) == text)
        }
    }

    /// Texts that would end a literal or a statement if they stood in one.
    private static let hostile = [
        "'", "\"", "\"; DROP TABLE ZITEM; --", "') OR 1=1 --", "x\0y", "?", "NULL", "/*", "4242", "$name",
        ":n", "[x]",
    ]

    @Test(
        "PRE-89 no constant of a predicate stands in its SQL, whatever is in it",
        arguments: DifferentialTests.seeds)
    func binding(_ seed: UInt64) throws {
        let shop = try PredicateShop()
        let mapping = try StoreMapping(schema: shop.sqlite.schema)
        let translator = FetchTranslator(mapping: mapping, dialect: .sqlite)
        var generator = PredicateGenerator(seed: seed, keys: shop.keys)
        var known: [String: Bool] = [:]
        var statements = 0
        for _ in 0..<Self.count {
            let rules = generator.pick([NullSemantics.sql, .foundation])
            let entity = generator.pick(["Item", "Owner", "Tag"])
            let predicate = generator.predicate(entity).mapConstants { constant in
                switch constant {
                case .string(let text): .string(text + generator.pick(Self.hostile))
                case .integer(let number): .integer(number &+ 424_242)
                default: constant
                }
            }
            guard let fetch = try? translator.statement(for: shop.plan(entity, predicate, rules)) else {
                continue
            }
            statements += 1
            for word in fetch.statement.text.split(whereSeparator: { " (),.".contains($0) }).map(String.init)
            {
                let isKnown = known[word] ?? Self.isOurs(word)
                known[word] = isKnown
                #expect(isKnown, "seed \(seed): \(word) in \(fetch.statement.text)")
            }
        }
        #expect(statements > Self.count / 2)
    }

    /// Whether a word is one of the translator's own: a table, a column, an alias, a function, SQL's, an option.
    private static func isOurs(_ word: String) -> Bool {
        if let number = Int(word) { return (0...15).contains(number) }
        let bare = word.drop { "+-~".contains($0) }
        let isName = bare.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
        if isName, bare.hasPrefix("Z") || bare.hasPrefix("PERDURE_") { return true }
        return keywords.contains(String(bare)) || (bare.hasPrefix("t") && Int(bare.dropFirst()) != nil)
    }

    private static let keywords: Set = [
        "", "SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "IS", "NULL", "TRUE", "IN", "BETWEEN", "EXISTS",
        "CASE",
        "WHEN", "THEN", "ELSE", "END", "LEFT", "OUTER", "JOIN", "ON", "UNION", "ALL", "AS", "CAST", "REAL",
        "COALESCE",
        "COUNT", "SUM", "AVG", "MIN", "MAX", "ABS", "value", "json_each", "NSCoreDataNow", "REFLEXIVE",
        "b", "f", "?", "*", "=",
        "<>", "<", "<=", ">", ">=", "-", "/", "%", "&", "|", "<<", ">>", "+",
    ]
}
