// SPDX-License-Identifier: Apache-2.0
// Aggregates over models, saved and unsaved, in stores and in memory: the values that Swift computes.

import CoreData
import Foundation
import PerdureTestSupport
import SwiftDataPredicates
import Testing

@Suite("Aggregates of model classes")
struct AggregateTests {
    private func values<Value>(_ harbor: VoyageHarbor, _ path: KeyPath<Voyage, Value?>) -> [Value] {
        harbor.voyages.compactMap { $0[keyPath: path] }
    }

    @Test(
        "SD-195 aggregates have the values and types of Swift, with unsaved changes too",
        arguments: Stack.Kind.allCases, [true, false])
    func all(_ kind: Stack.Kind, _ saves: Bool) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(30, seed: 5), saves: saves)
        let fetch = try AggregateFetch<Voyage>(in: harbor.context, naming: harbor.naming)
        let (count, sum, bonus, depth) = try fetch.values(
            .count, .sum(\.rating), .sum(\.bonus), .count(of: \.depth))
        #expect(count == 30)
        #expect(sum == harbor.voyages.map(\.rating).reduce(0, +))
        #expect(bonus == values(harbor, \.bonus).reduce(0, +))
        #expect(depth == values(harbor, \.depth).count)
        let (average, first, last) = try fetch.values(.average(\.score), .minimum(\.start), .maximum(\.bonus))
        #expect(abs((average ?? 99) - harbor.voyages.map(\.score).reduce(0, +) / 30) < 1e-9)
        #expect(first == harbor.voyages.map(\.start).min())
        #expect(last == values(harbor, \.bonus).max())
        let (floor, title) = try fetch.values(.maximum(\.place.floor), .minimum(\.title))
        #expect(floor == harbor.voyages.map(\.place.floor).max())
        #expect(title?.isEmpty == true)
    }

    @Test(
        "SD-195 over no models a sum is zero and others are nil", arguments: Stack.Kind.allCases,
        [true, false])
    func none(_ kind: Stack.Kind, _ saves: Bool) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(3, seed: 5), saves: saves)
        let fetch = try AggregateFetch<Voyage>(
            #Predicate { $0.rating > 100 }, in: harbor.context, naming: harbor.naming)
        let (count, sum, average, least) = try fetch.values(
            .count, .sum(\.score), .average(\.bonus), .minimum(\.end))
        #expect(count == 0)
        #expect(sum == 0)
        #expect(average == nil)
        #expect(least == nil)
    }

    @Test(
        "SD-195 groups have keys in ascending order, nil first", arguments: Stack.Kind.allCases,
        [true, false])
    func groups(_ kind: Stack.Kind, _ saves: Bool) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(30, seed: 9), saves: saves)
        let fetch = try AggregateFetch<Voyage>(
            #Predicate { $0.rating >= 0 }, in: harbor.context, naming: harbor.naming)
        let chosen = harbor.voyages.filter { $0.rating >= 0 }
        let byBonus = try fetch.groups(by: \.bonus, .count, .sum(\.rating))
        #expect(byBonus.map(\.key) == [nil, 0, 1, 2, 5])
        for (key, (count, sum)) in byBonus {
            let group = chosen.filter { $0.bonus == key }
            #expect(count == group.count)
            #expect(sum == group.map(\.rating).reduce(0, +))
        }
        let byMood = try fetch.groups(by: \.mood, .count)
        #expect(byMood.map(\.key) == [.calm, .stormy])
        #expect(byMood.map(\.values) == Mood.allCases.map { mood in chosen.filter { $0.mood == mood }.count })
        let byName = try fetch.groups(by: \.captain?.name, .maximum(\.score))
        #expect(byName.first?.key == nil)
        #expect(byName.count == Set(chosen.map(\.captain?.name)).count)
    }

    @Test("SD-195 a property without one plain value is refused by its name")
    func refusals() throws {
        let harbor = try VoyageHarbor(.inMemory, [])
        let fetch = try AggregateFetch<Voyage>(in: harbor.context, naming: harbor.naming)
        let error = #expect(throws: UnsupportedFetchPart.self) { try fetch.groups(by: \.place, .count) }
        #expect(error?.description.contains("a computation with place") == true)
        #expect(throws: UnsupportedFetchPart.self) { try fetch.groups(by: \.season, .count) }
        #expect(throws: UnsupportedFetchPart.self) { try fetch.groups(by: \.computed, .count) }
        #expect(throws: UnsupportedFetchPart.self) { try fetch.values(.count(of: \.marks)) }
        #expect(throws: UnsupportedFetchPart.self) {
            try AggregateFetch<Place>(in: harbor.context, naming: harbor.naming)
        }
    }
}
