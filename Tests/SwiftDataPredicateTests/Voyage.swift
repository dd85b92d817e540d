// SPDX-License-Identifier: Apache-2.0
// Plain classes as SwiftData's models are, with values of every kind; VoyageNaming.swift has their names, VoyageHarbor.swift their
// stores.

import Foundation

enum Mood: String, Codable, CaseIterable, Sendable { case calm, stormy }
enum Rank: Int, Codable, Sendable { case low = 1, high = 5 }
enum Season: Codable, CaseIterable, Sendable { case winter, summer, autumn }

struct Place: Codable, Hashable, Sendable {
    var city = ""
    var zip: String?
    var floor = 0
}

/// What identifies an object, as PersistentIdentifier does.
struct VoyageID: Hashable, Codable, Sendable {
    var number: Int
}

class Voyage: Equatable {
    var number = 0
    var title = ""
    var note: String?
    var rating = 0
    var bonus: Int?
    var score = 0.0
    var depth: Double?
    var seen = false
    var liked: Bool?
    var start = Date(timeIntervalSinceReferenceDate: 0)
    var end: Date?
    var code = UUID()
    var link: URL?
    var blob = Data()
    var mood = Mood.calm
    var rank: Rank?
    var season = Season.winter
    var mate: Season?
    var place = Place()
    var lodging: Place?
    var captain: Sailor?
    var stops: [Stop] = []
    var words: [String] = []
    var marks: [String]?

    var persistentModelID: VoyageID { VoyageID(number: number) }
    var computed: String { title + "!" }

    static func == (left: Voyage, right: Voyage) -> Bool { left === right }
}

final class TradeVoyage: Voyage {
    var cargo = ""
    var price: Int?
}

class LeisureVoyage: Voyage {
    var guests = 0
}

final class FamilyVoyage: LeisureVoyage {}

final class Sailor: Equatable {
    var name = ""
    var age: Int?
    var home: Place?
    var season: Season?
    var friend: Sailor?
    var best: Voyage?
    var voyages: [Voyage] = []

    var persistentModelID: VoyageID { VoyageID(number: -(Int(name.utf8.first ?? 0) * 100 + name.utf8.count)) }

    static func == (left: Sailor, right: Sailor) -> Bool { left === right }
}

final class Stop {
    var port = ""
    var days = 0
    var fee: Double?
    var pilot: Sailor?
}
