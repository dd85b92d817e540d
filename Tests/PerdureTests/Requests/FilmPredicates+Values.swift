// SPDX-License-Identifier: Apache-2.0
// #Predicates over attributes that are never nil.
// Each is asked three ways in MacroPredicateTests.swift.

import Foundation

extension FilmPredicates {
    static var equality: [FilmPredicate] {
        let draft = FilmStatus.draft
        let high = FilmLevel.high
        let code = Film.codes[1]
        let link: URL? = URL(string: "https://b.example")
        let price: Decimal? = 5.5
        let date = Film.date(1)
        return [
            FilmPredicate(
                "$0.rank == 3",
                #Predicate { $0.rank == 3 }),
            FilmPredicate(
                "$0.rank != 3",
                #Predicate { $0.rank != 3 }),
            FilmPredicate(
                "3 == $0.rank",
                #Predicate { 3 == $0.rank }),
            FilmPredicate(
                "!($0.rank == 3)",
                #Predicate { !($0.rank == 3) }),
            FilmPredicate(
                #"$0.title == "Alpha""#,
                #Predicate { $0.title == "Alpha" }),
            FilmPredicate(
                #"$0.title != "Alpha""#,
                #Predicate { $0.title != "Alpha" }),
            FilmPredicate(
                "$0.status == draft",
                #Predicate { $0.status == draft }),
            FilmPredicate(
                "$0.status != draft",
                #Predicate { $0.status != draft }),
            FilmPredicate(
                "$0.level == high",
                #Predicate { $0.level == high }),
            FilmPredicate(
                "$0.level != high",
                #Predicate { $0.level != high }),
            FilmPredicate(
                #"$0.status.rawValue == "done""#,
                #Predicate { $0.status.rawValue == "done" }),
            FilmPredicate(
                "$0.level?.rawValue == 1",
                #Predicate { $0.level?.rawValue == 1 }),
            FilmPredicate(
                "$0.code == code",
                #Predicate { $0.code == code }),
            FilmPredicate(
                "$0.code != code",
                #Predicate { $0.code != code }),
            FilmPredicate(
                "$0.link == link",
                #Predicate { $0.link == link }),
            FilmPredicate(
                "$0.link != link",
                #Predicate { $0.link != link }),
            FilmPredicate(
                "$0.price == price",
                #Predicate { $0.price == price }),
            FilmPredicate(
                "$0.price != price",
                #Predicate { $0.price != price }),
            FilmPredicate(
                "$0.released == date",
                #Predicate { $0.released == date }),
            FilmPredicate(
                "$0.released != date",
                #Predicate { $0.released != date }),
            FilmPredicate(
                "$0.title == $0.title",
                #Predicate { $0.title == $0.title }),
            FilmPredicate(
                "$0.rank == 2 || $0.rank == 4",
                #Predicate { $0.rank == 2 || $0.rank == 4 }),
        ]
    }

    static var order: [FilmPredicate] {
        let date = Film.date(1)
        let five: Decimal = 5
        return [
            FilmPredicate(
                "$0.rank < 3",
                #Predicate { $0.rank < 3 }),
            FilmPredicate(
                "$0.rank <= 3",
                #Predicate { $0.rank <= 3 }),
            FilmPredicate(
                "$0.rank > 3",
                #Predicate { $0.rank > 3 }),
            FilmPredicate(
                "$0.rank >= 3",
                #Predicate { $0.rank >= 3 }),
            FilmPredicate(
                "!($0.rank < 3)",
                #Predicate { !($0.rank < 3) }),
            FilmPredicate(
                "3 < $0.rank",
                #Predicate { 3 < $0.rank }),
            FilmPredicate(
                "$0.score > 2.5",
                #Predicate { $0.score > 2.5 }),
            FilmPredicate(
                #"$0.title < "C""#,
                #Predicate { $0.title < "C" }),
            FilmPredicate(
                #"$0.title >= "é""#,
                #Predicate { $0.title >= "é" }),
            FilmPredicate(
                #"!($0.title > "b")"#,
                #Predicate { !($0.title > "b") }),
            FilmPredicate(
                "$0.released < date",
                #Predicate { $0.released < date }),
            FilmPredicate(
                "$0.released >= date",
                #Predicate { $0.released >= date }),
            FilmPredicate(
                "($0.price ?? 0) > five",
                #Predicate { ($0.price ?? 0) > five }),
        ]
    }

    static var logic: [FilmPredicate] {
        return [
            FilmPredicate(
                "$0.seen",
                #Predicate { $0.seen }),
            FilmPredicate(
                "!$0.seen",
                #Predicate { !$0.seen }),
            FilmPredicate(
                "$0.seen == true",
                #Predicate { $0.seen == true }),
            FilmPredicate(
                "$0.seen == false",
                #Predicate { $0.seen == false }),
            FilmPredicate(
                "$0.seen != true",
                #Predicate { $0.seen != true }),
            FilmPredicate(
                "$0.rank > 1 && $0.seen",
                #Predicate { $0.rank > 1 && $0.seen }),
            FilmPredicate(
                "$0.rank > 3 || $0.seen",
                #Predicate { $0.rank > 3 || $0.seen }),
            FilmPredicate(
                "!($0.rank > 3 || $0.seen)",
                #Predicate { !($0.rank > 3 || $0.seen) }),
            FilmPredicate(
                "!($0.rank > 1 && $0.seen)",
                #Predicate { !($0.rank > 1 && $0.seen) }),
            FilmPredicate(
                "($0.rank > 2) == $0.seen",
                #Predicate { ($0.rank > 2) == $0.seen }),
            FilmPredicate(
                "($0.rank > 2) != $0.seen",
                #Predicate { ($0.rank > 2) != $0.seen }),
            FilmPredicate(
                "$0.seen ? $0.rank > 2 : $0.rank < 2",
                #Predicate { $0.seen ? $0.rank > 2 : $0.rank < 2 }),
            FilmPredicate(
                "($0.seen ? $0.rank : -1) < 3",
                #Predicate { ($0.seen ? $0.rank : -1) < 3 }),
            FilmPredicate(
                "if $0.seen { $0.rank == 1 } else { $0.rank == 2 }",
                #Predicate { if $0.seen { $0.rank == 1 } else { $0.rank == 2 } }),
            FilmPredicate(
                "_ in true",
                #Predicate { _ in true }),
            FilmPredicate(
                "_ in false",
                #Predicate { _ in false }),
            FilmPredicate(
                "$0.rank > 0 && true",
                #Predicate { $0.rank > 0 && true }),
        ]
    }

    static var arithmetic: [FilmPredicate] {
        let one = 1
        return [
            FilmPredicate(
                "$0.rank + 1 > 3",
                #Predicate { $0.rank + 1 > 3 }),
            FilmPredicate(
                "$0.rank - one == 1",
                #Predicate { $0.rank - one == 1 }),
            FilmPredicate(
                "$0.rank * 2 == 4",
                #Predicate { $0.rank * 2 == 4 }),
            FilmPredicate(
                "$0.rank / 2 == 1",
                #Predicate { $0.rank / 2 == 1 }),
            FilmPredicate(
                "$0.rank % 2 == 0",
                #Predicate { $0.rank % 2 == 0 }),
            FilmPredicate(
                "-$0.rank < -2",
                #Predicate { -$0.rank < -2 }),
            FilmPredicate(
                "$0.score * 2 > 5",
                #Predicate { $0.score * 2 > 5 }),
            FilmPredicate(
                "$0.score / 2 > 1.2",
                #Predicate { $0.score / 2 > 1.2 }),
            FilmPredicate(
                "-$0.score < -2",
                #Predicate { -$0.score < -2 }),
            FilmPredicate(
                "$0.rank * 2 - 1 >= $0.rank + 1",
                #Predicate { $0.rank * 2 - 1 >= $0.rank + 1 }),
            FilmPredicate(
                "($0.rank + 1) * 2 == 6",
                #Predicate { ($0.rank + 1) * 2 == 6 }),
            FilmPredicate(
                "$0.rank % 2 != 0",
                #Predicate { $0.rank % 2 != 0 }),
            FilmPredicate(
                "!($0.rank % 2 == 0)",
                #Predicate { !($0.rank % 2 == 0) }),
        ]
    }

    static var ranges: [FilmPredicate] {
        let range = 2..<4
        let dates = Film.date(0)...Film.date(1)
        let numbers = [1, 3]
        let set: Set<Int> = [2, 4]
        let none: [Int] = []
        let names = ["Alpha", "Beta"]
        let states: [FilmStatus] = [.done]
        let rank = 3
        return [
            FilmPredicate(
                "(2...3).contains($0.rank)",
                #Predicate { (2...3).contains($0.rank) }),
            FilmPredicate(
                "!(2...3).contains($0.rank)",
                #Predicate { !(2...3).contains($0.rank) }),
            FilmPredicate(
                "range.contains($0.rank)",
                #Predicate { range.contains($0.rank) }),
            FilmPredicate(
                "!range.contains($0.rank)",
                #Predicate { !range.contains($0.rank) }),
            FilmPredicate(
                "dates.contains($0.released)",
                #Predicate { dates.contains($0.released) }),
            FilmPredicate(
                "numbers.contains($0.rank)",
                #Predicate { numbers.contains($0.rank) }),
            FilmPredicate(
                "!numbers.contains($0.rank)",
                #Predicate { !numbers.contains($0.rank) }),
            FilmPredicate(
                "set.contains($0.rank)",
                #Predicate { set.contains($0.rank) }),
            FilmPredicate(
                "none.contains($0.rank)",
                #Predicate { none.contains($0.rank) }),
            FilmPredicate(
                "!none.contains($0.rank)",
                #Predicate { !none.contains($0.rank) }),
            FilmPredicate(
                "names.contains($0.title)",
                #Predicate { names.contains($0.title) }),
            FilmPredicate(
                "(0...$0.rank).contains(2)",
                #Predicate { (0...$0.rank).contains(2) }),
            FilmPredicate(
                "($0.rank..<5).contains(rank)",
                #Predicate { ($0.rank..<5).contains(rank) }),
            FilmPredicate(
                "states.contains($0.status)",
                #Predicate { states.contains($0.status) }),
            FilmPredicate(
                "film in numbers.contains { number in number == film.rank }",
                #Predicate { film in numbers.contains { number in number == film.rank } }),
            FilmPredicate(
                "film in numbers.allSatisfy { number in number != film.rank }",
                #Predicate { film in numbers.allSatisfy { number in number != film.rank } }),
            FilmPredicate(
                "film in names.contains { name in film.title.starts(with: name) }",
                #Predicate { film in names.contains { name in film.title.starts(with: name) } }),
            FilmPredicate(
                "(2..<4).contains($0.rank) && $0.seen",
                #Predicate { (2..<4).contains($0.rank) && $0.seen }),
        ]
    }
}
