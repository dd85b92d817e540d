// SPDX-License-Identifier: Apache-2.0
// The names of the classes of Voyage.swift, as a schema of SwiftData has them, and its forms of enums and structs.

import CoreData
import Foundation
import PerdurePredicates

struct VoyageNaming: ModelNaming, @unchecked Sendable {
    // Sendable because nothing in it changes.
    var identifiers: [VoyageID: NSManagedObjectID] = [:]

    private let keyPaths = voyage.merging(others) { first, _ in first }.merging(subclasses) { first, _ in
        first
    }

    private static var voyage: [AnyKeyPath: [String]] {
        [
            \Voyage.number: ["number"], \Voyage.title: ["title"], \Voyage.note: ["note"],
            \Voyage.rating: ["rating"], \Voyage.bonus: ["bonus"], \Voyage.score: ["score"],
            \Voyage.depth: ["depth"], \Voyage.seen: ["seen"], \Voyage.liked: ["liked"],
            \Voyage.start: ["start"], \Voyage.end: ["end"], \Voyage.code: ["code"], \Voyage.link: ["link"],
            \Voyage.blob: ["blob"], \Voyage.mood: ["mood"], \Voyage.rank: ["rank"],
            \Voyage.season: ["season"], \Voyage.mate: ["mate"], \Voyage.place: ["place"],
            \Voyage.lodging: ["lodging"], \Voyage.captain: ["captain"], \Voyage.stops: ["stops"],
            \Voyage.words: ["words"], \Voyage.marks: ["marks"],
            \Voyage.persistentModelID: [],
        ]
    }

    private static var others: [AnyKeyPath: [String]] {
        [
            \Sailor.name: ["name"], \Sailor.age: ["age"], \Sailor.home: ["home"], \Sailor.season: ["season"],
            \Sailor.friend: ["friend"], \Sailor.persistentModelID: [], \Sailor.voyages: ["voyages"],
            \Sailor.best: ["best"],
            \Stop.port: ["port"],
            \Stop.days: ["days"], \Stop.fee: ["fee"], \Stop.pilot: ["pilot"], \Place.city: ["city"],
            \Place.zip: ["zip"], \Place.floor: ["floor"],
            \Voyage.captain?.name: ["captain", "name"], \Voyage.captain?.age: ["captain", "age"],
            \Voyage.place.city: ["place", "city"], \Voyage.place.floor: ["place", "floor"],
        ]
    }

    private static var subclasses: [AnyKeyPath: [String]] {
        [
            \TradeVoyage.cargo: ["cargo"], \TradeVoyage.price: ["price"], \LeisureVoyage.guests: ["guests"],
            \TradeVoyage.title: ["title"], \LeisureVoyage.title: ["title"],
        ]
    }

    func names(of keyPath: AnyKeyPath) -> [String]? { keyPaths[keyPath] }

    func entityNames(of type: Any.Type) -> [String]? {
        switch type {
        case is FamilyVoyage.Type: ["FamilyVoyage"]
        case is LeisureVoyage.Type: ["LeisureVoyage", "FamilyVoyage"]
        case is TradeVoyage.Type: ["TradeVoyage"]
        case is Voyage.Type: ["Voyage", "TradeVoyage", "LeisureVoyage", "FamilyVoyage"]
        default: nil
        }
    }

    func form(of keyPath: AnyKeyPath) -> StoredForm? {
        switch type(of: keyPath).valueType {
        case is Mood.Type, is Rank?.Type: .named
        case is Season.Type, is Season?.Type: .cases(["winter", "summer", "autumn"])
        case is Place.Type, is Place?.Type: .parts([["city"], ["zip"], ["floor"]])
        case is [String].Type, is [String]?.Type: .encoded
        default: nil
        }
    }

    func stored(_ value: Any) -> Any? {
        guard let id = value as? VoyageID else { return nil }
        return identifiers[id]
    }
}
