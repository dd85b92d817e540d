// SPDX-License-Identifier: Apache-2.0
// The table of #Predicates that VoyagePredicateTests.swift asks three ways, in pieces that the type checker can take.

import Foundation
import SwiftDataPredicates

/// One row: a predicate and its own text.
struct VoyagePredicate: CustomStringConvertible, Sendable {
    let description: String
    let predicate: Predicate<Voyage>

    init(_ text: String, _ predicate: Predicate<Voyage>) {
        description = text
        self.predicate = predicate
    }
}

enum VoyagePredicates {
    static var all: [VoyagePredicate] {
        values + optionals + texts + chains + members + enums + structs + classes
    }

    static var values: [VoyagePredicate] {
        let (code, start, blob) = (VoyageSamples.codes[1], VoyageSamples.date(1), Data([1]))
        let link = URL(string: "https://a.example")
        let numbers = [1, 2]
        let codes: Set<UUID> = [VoyageSamples.codes[0], VoyageSamples.codes[2]]
        return [
            VoyagePredicate("always", #Predicate { _ in true }),
            VoyagePredicate("code", #Predicate { $0.code == code }),
            VoyagePredicate("start", #Predicate { $0.start > start }),
            VoyagePredicate("blob", #Predicate { $0.blob == blob }),
            VoyagePredicate("link", #Predicate { $0.link == link }),
            VoyagePredicate("contains", #Predicate { numbers.contains($0.rating) }),
            VoyagePredicate("set", #Predicate { codes.contains($0.code) }),
            VoyagePredicate("range", #Predicate { (1...2).contains($0.rating) }),
            VoyagePredicate("open range", #Predicate { (0..<2).contains($0.rating) }),
            VoyagePredicate("arithmetic", #Predicate { $0.rating * 2 - 1 > $0.number % 3 }),
            VoyagePredicate("negated", #Predicate { !($0.seen && $0.rating >= 1) || -$0.rating == 4 }),
            VoyagePredicate("conditional", #Predicate { ($0.seen ? $0.rating : $0.number) > 1 }),
            VoyagePredicate("division", #Predicate { $0.score / 2 > 0.2 && $0.number / 2 == 3 }),
        ]
    }

    static var optionals: [VoyagePredicate] {
        let (none, wanted): (Int?, [Int?]) = (nil, [1, nil])
        return [
            VoyagePredicate("nil", #Predicate { $0.bonus == nil }),
            VoyagePredicate("captured nil", #Predicate { $0.bonus != none }),
            VoyagePredicate("not equal", #Predicate { $0.bonus != 1 }),
            VoyagePredicate("default", #Predicate { ($0.bonus ?? 7) > 3 }),
            VoyagePredicate("default flag", #Predicate { $0.liked ?? true }),
            VoyagePredicate("flag", #Predicate { $0.liked == false }),
            VoyagePredicate("flat map", #Predicate { $0.bonus.flatMap { $0 > 1 } == true }),
            VoyagePredicate("if let", #Predicate { if let depth = $0.depth { depth > 0 } else { $0.seen } }),
            VoyagePredicate("unwrap", #Predicate { $0.bonus != nil && $0.bonus! > 1 }),
            VoyagePredicate("contains", #Predicate { wanted.contains($0.bonus) }),
            VoyagePredicate("dates", #Predicate { $0.end != nil && $0.end! > $0.start }),
        ]
    }

    static var texts: [VoyagePredicate] {
        let (part, same) = ("zo", ComparisonResult.orderedSame)
        let after = ComparisonResult.orderedDescending
        return [
            VoyagePredicate("contains", #Predicate { $0.title.contains("o") }),
            VoyagePredicate("starts", #Predicate { $0.title.starts(with: "ro") }),
            VoyagePredicate("search", #Predicate { $0.title.localizedStandardContains(part) }),
            VoyagePredicate(
                "search by property", #Predicate { $0.title.localizedStandardContains($0.note ?? "ROM") }),
            VoyagePredicate(
                "optional search", #Predicate { $0.note?.localizedStandardContains("ZO") == true }),
            VoyagePredicate("same", #Predicate { $0.title.caseInsensitiveCompare("ROME") == same }),
            VoyagePredicate("not same", #Predicate { $0.title.caseInsensitiveCompare("ROME") != same }),
            VoyagePredicate("after", #Predicate { $0.title.caseInsensitiveCompare("LISBON") == after }),
            VoyagePredicate("empty", #Predicate { $0.title.isEmpty }),
            VoyagePredicate("count", #Predicate { $0.title.count > 4 }),
        ]
    }

    static var chains: [VoyagePredicate] {
        let ages = [20, 30]
        return [
            VoyagePredicate("no captain", #Predicate { $0.captain == nil }),
            VoyagePredicate("a captain", #Predicate { $0.captain != nil }),
            VoyagePredicate("age", #Predicate { $0.captain?.age == 30 }),
            VoyagePredicate("no age", #Predicate { $0.captain?.age == nil }),
            VoyagePredicate("not an age", #Predicate { $0.captain?.age != 30 }),
            VoyagePredicate("name", #Predicate { $0.captain?.name == "Ann" }),
            VoyagePredicate("friend", #Predicate { $0.captain?.friend?.name != "Ann" }),
            VoyagePredicate("default", #Predicate { ($0.captain?.age ?? 99) > 35 }),
            VoyagePredicate(
                "if let", #Predicate { if let captain = $0.captain { captain.name == "Bob" } else { true } }),
            VoyagePredicate(
                "ages", #Predicate { $0.captain.flatMap { ages.contains($0.age ?? 20) } ?? false }),
        ]
    }

    static var members: [VoyagePredicate] {
        [
            VoyagePredicate("none", #Predicate { $0.stops.isEmpty }),
            VoyagePredicate("count", #Predicate { $0.stops.count > 1 }),
            VoyagePredicate("some", #Predicate { $0.stops.contains { $0.days > 1 } }),
            VoyagePredicate("all", #Predicate { $0.stops.allSatisfy { $0.fee != nil } }),
            VoyagePredicate("filter", #Predicate { $0.stops.filter { $0.days > 0 }.count == 1 }),
            VoyagePredicate("pilot", #Predicate { $0.stops.contains { $0.pilot?.name == "Ann" } }),
            VoyagePredicate(
                "outer", #Predicate { voyage in voyage.stops.contains { $0.days == voyage.rating } }),
            VoyagePredicate("filter is empty", #Predicate { $0.stops.filter { $0.days > 1 }.isEmpty }),
            VoyagePredicate(
                "filter and all", #Predicate { $0.stops.filter { $0.days > 0 }.allSatisfy { $0.fee == nil } }),
            VoyagePredicate(
                "nested",
                #Predicate { outer in
                    outer.captain?.voyages.contains { inner in
                        inner.stops.contains { $0.days == outer.rating && $0.days < inner.number }
                    } ?? false
                }),
            VoyagePredicate(
                "captain's", #Predicate { $0.captain?.voyages.contains { $0.rating > 2 } ?? false }),
        ]
    }
}
