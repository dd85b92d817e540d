// SPDX-License-Identifier: Apache-2.0
// Voyages at the edges of every kind of value, and random ones.

import Foundation
import PerdureTestSupport

enum VoyageSamples {
    static let codes = (0..<4).compactMap { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") }
    static let texts = ["", "Zoë", "zoe", "Rome", "rome 2", "Äpfel", "a_b%", "Lisbon"]
    static let cities = ["Rome", "Lisbon", ""]

    static func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 1000) }

    /// Voyages whose values are drawn; the same seed gives the same ones.
    static func voyages(_ count: Int, seed: UInt64) -> [Voyage] {
        var draw = VoyageDraw(random: SeededNumbers(seed: seed))
        let voyages = (0..<count).map { draw.voyage($0) }
        for voyage in voyages { voyage.captain?.best = draw.some(voyages) }
        return voyages
    }
}

/// Draws objects.
struct VoyageDraw {
    var random: SeededNumbers
    private var sailors: [Sailor] = []

    init(random: SeededNumbers) {
        self.random = random
        for index in 0..<4 {
            let sailor = Sailor()
            sailor.name = ["Ann", "Bob", "ann", "Zoë"][index]
            sailor.age = some([20, 30, 40])
            sailor.home = some([
                Place(city: "Rome", zip: nil, floor: 1), Place(city: "Lisbon", zip: "1", floor: 2),
            ])
            sailor.season = some(Season.allCases)
            sailor.friend = index > 1 ? sailors[index - 2] : nil
            sailors.append(sailor)
        }
    }

    mutating func some<Value>(_ pool: [Value]) -> Value? {
        Int.random(in: 0..<3, using: &random) == 0 ? nil : one(pool)
    }

    mutating func one<Value>(_ pool: [Value]) -> Value {
        pool[Int.random(in: 0..<pool.count, using: &random)]
    }

    mutating func voyage(_ number: Int) -> Voyage {
        let voyage = object()
        voyage.number = number
        voyage.title = one(VoyageSamples.texts)
        voyage.note = some(VoyageSamples.texts)
        voyage.rating = one([0, 1, 2, 3, -4])
        voyage.bonus = some([0, 1, 2, 5])
        voyage.score = one([0, 0.5, -1.5, 3])
        voyage.depth = some([0, 0.5, -1.5, 3])
        voyage.seen = one([true, false])
        voyage.liked = some([true, false])
        voyage.start = one((0..<4).map(VoyageSamples.date))
        voyage.end = some((0..<4).map(VoyageSamples.date))
        voyage.code = one(VoyageSamples.codes)
        voyage.link = some(["https://a.example", "https://b.example"].compactMap(URL.init(string:)))
        voyage.blob = one([Data(), Data([1]), Data([1, 2])])
        voyage.mood = one(Mood.allCases)
        voyage.rank = some([.low, .high])
        voyage.season = one(Season.allCases)
        voyage.mate = some(Season.allCases)
        voyage.place = place()
        voyage.lodging = some([place()])
        voyage.marks = some([["a"], []])
        voyage.captain = some(sailors)
        voyage.stops = (0..<one([0, 1, 2, 3])).map { _ in stop() }
        voyage.captain?.voyages.append(voyage)
        return voyage
    }

    private mutating func object() -> Voyage {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let trade = TradeVoyage()
            trade.cargo = one(["salt", "wine"])
            trade.price = some([1, 2])
            return trade
        case 1:
            let leisure = LeisureVoyage()
            leisure.guests = one([1, 2])
            return leisure
        case 2:
            let family = FamilyVoyage()
            family.guests = one([1, 2])
            return family
        default: return Voyage()
        }
    }

    private mutating func place() -> Place {
        Place(city: one(VoyageSamples.cities), zip: some(["00100", "1"]), floor: one([0, 1, 2]))
    }

    private mutating func stop() -> Stop {
        let stop = Stop()
        stop.port = one(VoyageSamples.texts)
        stop.days = one([0, 1, 2])
        stop.fee = some([0, 1.5])
        stop.pilot = some(sailors)
        return stop
    }
}
