// SPDX-License-Identifier: Apache-2.0
// #Predicates over attributes that may be nil: Swift's nil, not SQL's NULL.
// Each is asked three ways in MacroPredicateTests.swift.

import Foundation

extension FilmPredicates {
    static var nils: [FilmPredicate] {
        let missing: Int? = nil
        let year: Int? = 2001
        let draft: FilmStatus? = .draft
        let word: String? = nil
        return [
            FilmPredicate(
                "$0.year == nil",
                #Predicate { $0.year == nil }),
            FilmPredicate(
                "$0.year != nil",
                #Predicate { $0.year != nil }),
            FilmPredicate(
                "$0.year == 2001",
                #Predicate { $0.year == 2001 }),
            FilmPredicate(
                "$0.year != 2001",
                #Predicate { $0.year != 2001 }),
            FilmPredicate(
                "!($0.year == 2001)",
                #Predicate { !($0.year == 2001) }),
            FilmPredicate(
                "!($0.year != 2001)",
                #Predicate { !($0.year != 2001) }),
            FilmPredicate(
                "$0.year == missing",
                #Predicate { $0.year == missing }),
            FilmPredicate(
                "$0.year != missing",
                #Predicate { $0.year != missing }),
            FilmPredicate(
                "$0.year == year",
                #Predicate { $0.year == year }),
            FilmPredicate(
                "$0.year == $0.born",
                #Predicate { $0.year == $0.born }),
            FilmPredicate(
                "$0.year != $0.born",
                #Predicate { $0.year != $0.born }),
            FilmPredicate(
                "!($0.year == $0.born)",
                #Predicate { !($0.year == $0.born) }),
            FilmPredicate(
                #"$0.note == "fine""#,
                #Predicate { $0.note == "fine" }),
            FilmPredicate(
                #"$0.note != "fine""#,
                #Predicate { $0.note != "fine" }),
            FilmPredicate(
                "$0.note == word",
                #Predicate { $0.note == word }),
            FilmPredicate(
                "$0.mood == nil",
                #Predicate { $0.mood == nil }),
            FilmPredicate(
                "$0.mood == draft",
                #Predicate { $0.mood == draft }),
            FilmPredicate(
                "$0.mood != draft",
                #Predicate { $0.mood != draft }),
            FilmPredicate(
                "$0.aired == nil",
                #Predicate { $0.aired == nil }),
            FilmPredicate(
                "$0.price != nil",
                #Predicate { $0.price != nil }),
        ]
    }

    static var chains: [FilmPredicate] {
        return [
            FilmPredicate(
                "($0.year ?? 0) > 2000",
                #Predicate { ($0.year ?? 0) > 2000 }),
            FilmPredicate(
                "($0.year ?? 3000) > 2000",
                #Predicate { ($0.year ?? 3000) > 2000 }),
            FilmPredicate(
                "!(($0.year ?? 0) > 2000)",
                #Predicate { !(($0.year ?? 0) > 2000) }),
            FilmPredicate(
                "!(($0.year ?? 3000) > 2000)",
                #Predicate { !(($0.year ?? 3000) > 2000) }),
            FilmPredicate(
                "($0.year ?? 0) == 0",
                #Predicate { ($0.year ?? 0) == 0 }),
            FilmPredicate(
                "($0.year ?? 0) != 0",
                #Predicate { ($0.year ?? 0) != 0 }),
            FilmPredicate(
                "($0.year ?? $0.rank) < 5",
                #Predicate { ($0.year ?? $0.rank) < 5 }),
            FilmPredicate(
                "($0.year ?? $0.born ?? 7) == 7",
                #Predicate { ($0.year ?? $0.born ?? 7) == 7 }),
            FilmPredicate(
                "$0.year.flatMap { $0 + 1 } == 2002",
                #Predicate { $0.year.flatMap { $0 + 1 } == 2002 }),
            FilmPredicate(
                "$0.year.flatMap { $0 + 1 } != 2002",
                #Predicate { $0.year.flatMap { $0 + 1 } != 2002 }),
            FilmPredicate(
                "$0.year.flatMap { $0 > 2000 } == true",
                #Predicate { $0.year.flatMap { $0 > 2000 } == true }),
            FilmPredicate(
                "$0.year.flatMap { $0 > 2000 } != true",
                #Predicate { $0.year.flatMap { $0 > 2000 } != true }),
            FilmPredicate(
                "$0.year.flatMap { $0 > 2000 } == false",
                #Predicate { $0.year.flatMap { $0 > 2000 } == false }),
            FilmPredicate(
                "$0.year.flatMap { $0 > 2000 } == nil",
                #Predicate { $0.year.flatMap { $0 > 2000 } == nil }),
            FilmPredicate(
                "$0.year.flatMap { !($0 > 2000) } == true",
                #Predicate { $0.year.flatMap { !($0 > 2000) } == true }),
            FilmPredicate(
                "$0.year.flatMap { $0 != 2001 } == true",
                #Predicate { $0.year.flatMap { $0 != 2001 } == true }),
            FilmPredicate(
                "$0.year.flatMap { $0 != 2001 } ?? false",
                #Predicate { $0.year.flatMap { $0 != 2001 } ?? false }),
            FilmPredicate(
                "$0.year.flatMap { $0 != 2001 } ?? true",
                #Predicate { $0.year.flatMap { $0 != 2001 } ?? true }),
            FilmPredicate(
                "if let year = $0.year { year > 2000 } else { $0.seen }",
                #Predicate { if let year = $0.year { year > 2000 } else { $0.seen } }),
            FilmPredicate(
                "if let year = $0.year { year != 2001 } else { false }",
                #Predicate { if let year = $0.year { year != 2001 } else { false } }),
            FilmPredicate(
                "$0.year != nil && $0.year! > 2000",
                #Predicate { $0.year != nil && $0.year! > 2000 }),
            FilmPredicate(
                "($0.year == nil ? 1 : 2) == 1",
                #Predicate { ($0.year == nil ? 1 : 2) == 1 }),
            FilmPredicate(
                "($0.seen ? $0.year : $0.born) == nil",
                #Predicate { ($0.seen ? $0.year : $0.born) == nil }),
        ]
    }

    static var flags: [FilmPredicate] {
        return [
            FilmPredicate(
                "$0.liked == true",
                #Predicate { $0.liked == true }),
            FilmPredicate(
                "$0.liked != true",
                #Predicate { $0.liked != true }),
            FilmPredicate(
                "$0.liked == false",
                #Predicate { $0.liked == false }),
            FilmPredicate(
                "$0.liked != false",
                #Predicate { $0.liked != false }),
            FilmPredicate(
                "$0.liked == nil",
                #Predicate { $0.liked == nil }),
            FilmPredicate(
                "$0.liked != nil",
                #Predicate { $0.liked != nil }),
            FilmPredicate(
                "$0.liked ?? false",
                #Predicate { $0.liked ?? false }),
            FilmPredicate(
                "$0.liked ?? true",
                #Predicate { $0.liked ?? true }),
            FilmPredicate(
                "!($0.liked ?? true)",
                #Predicate { !($0.liked ?? true) }),
            FilmPredicate(
                "($0.liked ?? false) == $0.seen",
                #Predicate { ($0.liked ?? false) == $0.seen }),
            FilmPredicate(
                "($0.liked ?? false) != $0.seen",
                #Predicate { ($0.liked ?? false) != $0.seen }),
            FilmPredicate(
                "($0.liked == true) == $0.seen",
                #Predicate { ($0.liked == true) == $0.seen }),
        ]
    }

    static var optionalMembership: [FilmPredicate] {
        let years: [Int?] = [2001, nil]
        let plain: [Int?] = [2001]
        let dates = Film.date(0)...Film.date(1)
        let early = Film.date(0)
        return [
            FilmPredicate(
                "years.contains($0.year)",
                #Predicate { years.contains($0.year) }),
            FilmPredicate(
                "!years.contains($0.year)",
                #Predicate { !years.contains($0.year) }),
            FilmPredicate(
                "plain.contains($0.year)",
                #Predicate { plain.contains($0.year) }),
            FilmPredicate(
                "!plain.contains($0.year)",
                #Predicate { !plain.contains($0.year) }),
            FilmPredicate(
                "$0.year.flatMap { (1990...2001).contains($0) } == true",
                #Predicate { $0.year.flatMap { (1990...2001).contains($0) } == true }),
            FilmPredicate(
                "!($0.year.flatMap { (1990...2001).contains($0) } ?? false)",
                #Predicate { !($0.year.flatMap { (1990...2001).contains($0) } ?? false) }),
            FilmPredicate(
                "$0.aired.flatMap { dates.contains($0) } ?? true",
                #Predicate { $0.aired.flatMap { dates.contains($0) } ?? true }),
            FilmPredicate(
                "$0.aired.flatMap { $0 > early } ?? false",
                #Predicate { $0.aired.flatMap { $0 > early } ?? false }),
        ]
    }

    static var defaults: [FilmPredicate] {
        let numbers = [1, 2001]
        return [
            FilmPredicate(
                "numbers.contains($0.year ?? 1)",
                #Predicate { numbers.contains($0.year ?? 1) }),
            FilmPredicate(
                "!numbers.contains($0.year ?? 1)",
                #Predicate { !numbers.contains($0.year ?? 1) }),
            FilmPredicate(
                "(1...1995).contains($0.year ?? 2)",
                #Predicate { (1...1995).contains($0.year ?? 2) }),
            FilmPredicate(
                "!(1...1995).contains($0.year ?? 2)",
                #Predicate { !(1...1995).contains($0.year ?? 2) }),
            FilmPredicate(
                #"($0.note ?? $0.title) == "fine""#,
                #Predicate { ($0.note ?? $0.title) == "fine" }),
            FilmPredicate(
                #"($0.note ?? $0.title).contains("a")"#,
                #Predicate { ($0.note ?? $0.title).contains("a") }),
            FilmPredicate(
                #"!($0.note ?? $0.title).contains("a")"#,
                #Predicate { !($0.note ?? $0.title).contains("a") }),
            FilmPredicate(
                #"($0.director?.name ?? "none") == "none""#,
                #Predicate { ($0.director?.name ?? "none") == "none" }),
            FilmPredicate(
                #"($0.director?.boss?.name ?? $0.title) != "Ann""#,
                #Predicate { ($0.director?.boss?.name ?? $0.title) != "Ann" }),
            FilmPredicate(
                "($0.year ?? 0) + $0.rank > 1995",
                #Predicate { ($0.year ?? 0) + $0.rank > 1995 }),
            FilmPredicate(
                "($0.born ?? 0) % 2 == 0",
                #Predicate { ($0.born ?? 0) % 2 == 0 }),
            FilmPredicate(
                #"($0.note ?? "").count > 2"#,
                #Predicate { ($0.note ?? "").count > 2 }),
            FilmPredicate(
                "($0.seen ? $0.note : nil) == nil",
                #Predicate { ($0.seen ? $0.note : nil) == nil }),
            FilmPredicate(
                "(($0.liked ?? $0.seen) ? 1 : 2) == $0.rank",
                #Predicate { (($0.liked ?? $0.seen) ? 1 : 2) == $0.rank }),
        ]
    }
}
