// SPDX-License-Identifier: Apache-2.0
// #Predicates over strings.
// Each is asked three ways in MacroPredicateTests.swift.

import Foundation

extension FilmPredicates {
    static var strings: [FilmPredicate] {
        let search = "lph"
        return [
            FilmPredicate(
                #"$0.title.contains("a")"#,
                #Predicate { $0.title.contains("a") }),
            FilmPredicate(
                #"!$0.title.contains("a")"#,
                #Predicate { !$0.title.contains("a") }),
            FilmPredicate(
                "$0.title.contains(search)",
                #Predicate { $0.title.contains(search) }),
            FilmPredicate(
                #"$0.title.starts(with: "Al")"#,
                #Predicate { $0.title.starts(with: "Al") }),
            FilmPredicate(
                #"!$0.title.starts(with: "Al")"#,
                #Predicate { !$0.title.starts(with: "Al") }),
            FilmPredicate(
                "$0.title.isEmpty",
                #Predicate { $0.title.isEmpty }),
            FilmPredicate(
                "!$0.title.isEmpty",
                #Predicate { !$0.title.isEmpty }),
            FilmPredicate(
                "$0.title.count > 4",
                #Predicate { $0.title.count > 4 }),
            FilmPredicate(
                "$0.title.count == 4",
                #Predicate { $0.title.count == 4 }),
            FilmPredicate(
                #"$0.title.contains("")"#,
                #Predicate { $0.title.contains("") }),
            FilmPredicate(
                "$0.title.contains(/^[A-B].*a$/)",
                #Predicate { $0.title.contains(/^[A-B].*a$/) }),
            FilmPredicate(
                "!$0.title.contains(/l+/)",
                #Predicate { !$0.title.contains(/l+/) }),
            FilmPredicate(
                #"$0.title == "Zoë""#,
                #Predicate { $0.title == "Zoë" }),
            FilmPredicate(
                #"$0.title.contains("ë")"#,
                #Predicate { $0.title.contains("ë") }),
            FilmPredicate(
                #"$0.title.localizedStandardContains("AL")"#,
                #Predicate { $0.title.localizedStandardContains("AL") }),
            FilmPredicate(
                "!$0.title.localizedStandardContains(search)",
                #Predicate { !$0.title.localizedStandardContains(search) }),
            FilmPredicate(
                #"$0.title.localizedStandardContains("elan")"#,
                #Predicate { $0.title.localizedStandardContains("elan") }),
            FilmPredicate(
                #"$0.title.localizedStandardContains("ZOE")"#,
                #Predicate { $0.title.localizedStandardContains("ZOE") }),
        ]
    }

    static var optionalStrings: [FilmPredicate] {
        return [
            FilmPredicate(
                #"$0.note?.contains("in") == true"#,
                #Predicate { $0.note?.contains("in") == true }),
            FilmPredicate(
                #"$0.note?.contains("in") != true"#,
                #Predicate { $0.note?.contains("in") != true }),
            FilmPredicate(
                #"!($0.note?.contains("in") ?? false)"#,
                #Predicate { !($0.note?.contains("in") ?? false) }),
            FilmPredicate(
                #"$0.note?.contains("in") ?? true"#,
                #Predicate { $0.note?.contains("in") ?? true }),
            FilmPredicate(
                "$0.note?.isEmpty == true",
                #Predicate { $0.note?.isEmpty == true }),
            FilmPredicate(
                "$0.note?.isEmpty ?? true",
                #Predicate { $0.note?.isEmpty ?? true }),
            FilmPredicate(
                "$0.note?.count == 4",
                #Predicate { $0.note?.count == 4 }),
            FilmPredicate(
                "($0.note?.count ?? 0) > 3",
                #Predicate { ($0.note?.count ?? 0) > 3 }),
            FilmPredicate(
                #"($0.note ?? "").contains("in")"#,
                #Predicate { ($0.note ?? "").contains("in") }),
            FilmPredicate(
                #"!($0.note ?? "in").contains("in")"#,
                #Predicate { !($0.note ?? "in").contains("in") }),
            FilmPredicate(
                #"($0.note ?? "") == """#,
                #Predicate { ($0.note ?? "") == "" }),
            FilmPredicate(
                #"$0.note?.starts(with: "f") == false"#,
                #Predicate { $0.note?.starts(with: "f") == false }),
            FilmPredicate(
                "$0.note?.contains(/i.e/) == true",
                #Predicate { $0.note?.contains(/i.e/) == true }),
            FilmPredicate(
                #"$0.note?.localizedStandardContains("IN") == true"#,
                #Predicate { $0.note?.localizedStandardContains("IN") == true }),
            FilmPredicate(
                #"!($0.note ?? "").localizedStandardContains("IN")"#,
                #Predicate { !($0.note ?? "").localizedStandardContains("IN") }),
        ]
    }
}
