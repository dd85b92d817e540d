// SPDX-License-Identifier: Apache-2.0
// What must hold for every text that the predicate parser takes: it prints to a text that is the same predicate, and
// it can be asked of objects and of stores. The stores that are asked are in PredicateStores.swift.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore

/// Checks texts of the predicate language.
enum PredicateChecks {
    private static let stores = ReadingChecks.require("fill the stores of predicates") {
        try PredicateStores()
    }
    private static let arguments: [ConstantValue] = [
        .string("s"), .integer(3), .null, .double(1.5), .array([.integer(1), .null, .string("é")]),
        .date(Date(timeIntervalSinceReferenceDate: 1)), .string("many.x"), .integer(-1),
    ]

    static func check(_ text: String) throws {
        let node = try PredicateParser.parse(text, arguments: arguments)
        checkPrinting(node)
        for semantics in [NullSemantics.sql, .foundation] {
            stores.ask(node, semantics)
        }
    }

    /// PRE-25: the printed text is the same predicate.
    private static func checkPrinting(_ node: PredicateNode) {
        let text = PredicatePrinter.format(node)
        let again = ReadingChecks.require("parse \(text)") { try PredicateParser.parse(text) }
        ReadingChecks.expect(again == node, "the predicate changed: \(text)")
    }
}
