// SPDX-License-Identifier: Apache-2.0
// #Predicates over relationships.
// Each is asked three ways in MacroPredicateTests.swift.

import Foundation

extension FilmPredicates {
    static var toOne: [FilmPredicate] {
        return [
            FilmPredicate(
                "$0.director == nil",
                #Predicate { $0.director == nil }),
            FilmPredicate(
                "$0.director != nil",
                #Predicate { $0.director != nil }),
            FilmPredicate(
                #"$0.director?.name == "Ann""#,
                #Predicate { $0.director?.name == "Ann" }),
            FilmPredicate(
                #"$0.director?.name != "Ann""#,
                #Predicate { $0.director?.name != "Ann" }),
            FilmPredicate(
                #"!($0.director?.name == "Ann")"#,
                #Predicate { !($0.director?.name == "Ann") }),
            FilmPredicate(
                #"$0.director?.boss?.name == "Ann""#,
                #Predicate { $0.director?.boss?.name == "Ann" }),
            FilmPredicate(
                #"$0.director?.boss?.name != "Ann""#,
                #Predicate { $0.director?.boss?.name != "Ann" }),
            FilmPredicate(
                "$0.director?.boss == nil",
                #Predicate { $0.director?.boss == nil }),
            FilmPredicate(
                "$0.director?.born == nil",
                #Predicate { $0.director?.born == nil }),
            FilmPredicate(
                "$0.director?.born == 1950",
                #Predicate { $0.director?.born == 1950 }),
            FilmPredicate(
                "$0.director?.born != 1950",
                #Predicate { $0.director?.born != 1950 }),
            FilmPredicate(
                "($0.director?.born ?? 0) > 1940",
                #Predicate { ($0.director?.born ?? 0) > 1940 }),
            FilmPredicate(
                "$0.director == $0.producer",
                #Predicate { $0.director == $0.producer }),
            FilmPredicate(
                "$0.director != $0.producer",
                #Predicate { $0.director != $0.producer }),
            FilmPredicate(
                #"$0.director?.name.contains("n") == true"#,
                #Predicate { $0.director?.name.contains("n") == true }),
            FilmPredicate(
                #"$0.director?.name.contains("n") ?? true"#,
                #Predicate { $0.director?.name.contains("n") ?? true }),
            FilmPredicate(
                "$0.director?.name.isEmpty == false",
                #Predicate { $0.director?.name.isEmpty == false }),
            FilmPredicate(
                "$0.director?.name == $0.producer?.name",
                #Predicate { $0.director?.name == $0.producer?.name }),
            FilmPredicate(
                #"if let director = $0.director { director.name == "Ann" } else { true }"#,
                #Predicate { if let director = $0.director { director.name == "Ann" } else { true } }),
        ]
    }

    static var toMany: [FilmPredicate] {
        let seven = 7
        return [
            FilmPredicate(
                "$0.reviews.isEmpty",
                #Predicate { $0.reviews.isEmpty }),
            FilmPredicate(
                "!$0.reviews.isEmpty",
                #Predicate { !$0.reviews.isEmpty }),
            FilmPredicate(
                "$0.reviews.count == 2",
                #Predicate { $0.reviews.count == 2 }),
            FilmPredicate(
                "$0.reviews.count > 1",
                #Predicate { $0.reviews.count > 1 }),
            FilmPredicate(
                "$0.reviews.contains { $0.stars > 3 }",
                #Predicate { $0.reviews.contains { $0.stars > 3 } }),
            FilmPredicate(
                "!$0.reviews.contains { $0.stars > 3 }",
                #Predicate { !$0.reviews.contains { $0.stars > 3 } }),
            FilmPredicate(
                "$0.reviews.allSatisfy { $0.stars > 3 }",
                #Predicate { $0.reviews.allSatisfy { $0.stars > 3 } }),
            FilmPredicate(
                "!$0.reviews.allSatisfy { $0.stars > 3 }",
                #Predicate { !$0.reviews.allSatisfy { $0.stars > 3 } }),
            FilmPredicate(
                "$0.reviews.contains { $0.text == nil }",
                #Predicate { $0.reviews.contains { $0.text == nil } }),
            FilmPredicate(
                #"$0.reviews.contains { $0.text != "good" }"#,
                #Predicate { $0.reviews.contains { $0.text != "good" } }),
            FilmPredicate(
                #"$0.reviews.allSatisfy { $0.text != "good" }"#,
                #Predicate { $0.reviews.allSatisfy { $0.text != "good" } }),
            FilmPredicate(
                "$0.reviews.filter { $0.stars > 3 }.count == 1",
                #Predicate { $0.reviews.filter { $0.stars > 3 }.count == 1 }),
            FilmPredicate(
                "$0.reviews.filter { $0.stars > 3 }.isEmpty",
                #Predicate { $0.reviews.filter { $0.stars > 3 }.isEmpty }),
            FilmPredicate(
                #"$0.reviews.filter { $0.stars > 3 }.contains { $0.text == "good" }"#,
                #Predicate { $0.reviews.filter { $0.stars > 3 }.contains { $0.text == "good" } }),
            FilmPredicate(
                #"$0.reviews.contains { $0.author?.name == "Bob" }"#,
                #Predicate { $0.reviews.contains { $0.author?.name == "Bob" } }),
            FilmPredicate(
                #"$0.reviews.contains { $0.author?.name != "Bob" }"#,
                #Predicate { $0.reviews.contains { $0.author?.name != "Bob" } }),
            FilmPredicate(
                "$0.reviews.count + 1 < 3",
                #Predicate { $0.reviews.count + 1 < 3 }),
            FilmPredicate(
                "$0.reviews.contains { $0.stars == seven } || $0.reviews.isEmpty",
                #Predicate { $0.reviews.contains { $0.stars == seven } || $0.reviews.isEmpty }),
        ]
    }

    static var nested: [FilmPredicate] {
        return [
            FilmPredicate(
                "film in film.reviews.contains { $0.stars == film.rank }",
                #Predicate { film in film.reviews.contains { $0.stars == film.rank } }),
            FilmPredicate(
                "film in film.reviews.allSatisfy { $0.author != film.director }",
                #Predicate { film in film.reviews.allSatisfy { $0.author != film.director } }),
            FilmPredicate(
                "film in film.reviews.contains { $0.author == film.director }",
                #Predicate { film in film.reviews.contains { $0.author == film.director } }),
            FilmPredicate(
                "film in film.director?.films.contains { $0.rank > film.rank } == true",
                #Predicate { film in film.director?.films.contains { $0.rank > film.rank } == true }),
            FilmPredicate(
                "$0.director?.films.count == 2",
                #Predicate { $0.director?.films.count == 2 }),
            FilmPredicate(
                "($0.director?.films.count ?? 0) == 0",
                #Predicate { ($0.director?.films.count ?? 0) == 0 }),
            FilmPredicate(
                "$0.director?.films.isEmpty == false",
                #Predicate { $0.director?.films.isEmpty == false }),
            FilmPredicate(
                "$0.director?.films.contains { $0.seen } ?? true",
                #Predicate { $0.director?.films.contains { $0.seen } ?? true }),
            FilmPredicate(
                "!($0.director?.films.contains { $0.seen } ?? true)",
                #Predicate { !($0.director?.films.contains { $0.seen } ?? true) }),
            FilmPredicate(
                "$0.director?.films.allSatisfy { $0.reviews.isEmpty } == true",
                #Predicate { $0.director?.films.allSatisfy { $0.reviews.isEmpty } == true }),
            FilmPredicate(
                "$0.director?.films.contains { $0.reviews.contains { $0.stars > 3 } } == true",
                #Predicate { $0.director?.films.contains { $0.reviews.contains { $0.stars > 3 } } == true }),
            FilmPredicate(
                "$0.director?.films.isEmpty ?? true",
                #Predicate { $0.director?.films.isEmpty ?? true }),
            FilmPredicate(
                "$0.director?.films.filter { $0.seen }.count == 1",
                #Predicate { $0.director?.films.filter { $0.seen }.count == 1 }),
            FilmPredicate(
                "film in film.reviews.contains { $0.author?.films.contains { $0.rank == film.rank } ?? false }",
                #Predicate { film in
                    film.reviews.contains { $0.author?.films.contains { $0.rank == film.rank } ?? false }
                }),
        ]
    }
}
