// SPDX-License-Identifier: Apache-2.0
// The table of #Predicates that MacroPredicateTests.swift asks three ways; the rows are in FilmPredicates+….swift, in
// pieces that the type checker can take.

import Foundation

/// One row: a predicate and its own text.
struct FilmPredicate: CustomStringConvertible, Sendable {
    let description: String
    let predicate: Predicate<Film>

    init(_ text: String, _ predicate: Predicate<Film>) {
        description = text
        self.predicate = predicate
    }
}

enum FilmPredicates {
    static var all: [FilmPredicate] {
        equality + order + logic + arithmetic + ranges + nils + chains + defaults + flags + optionalMembership
            + strings
            + optionalStrings + toOne + toMany + nested
    }
}
