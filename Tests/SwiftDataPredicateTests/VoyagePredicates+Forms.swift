// SPDX-License-Identifier: Apache-2.0
// The rows of VoyagePredicates.swift about values with a form of their own: enums, structs, classes.

import Foundation
import SwiftDataPredicates

extension VoyagePredicates {
    static var enums: [VoyagePredicate] {
        let (mood, rank, season) = (Mood.stormy, Rank.high, Season.summer)
        let (moods, seasons, none): ([Mood], [Season], Season?) = (
            [.stormy, .calm], [.winter, .autumn], nil
        )
        let ranks: Set<Rank> = [.low]
        return [
            VoyagePredicate("raw", #Predicate { $0.mood == mood }),
            VoyagePredicate("not raw", #Predicate { $0.mood != mood }),
            VoyagePredicate("raw value", #Predicate { $0.mood.rawValue == "calm" }),
            VoyagePredicate("optional raw", #Predicate { $0.rank == rank }),
            VoyagePredicate("not optional raw", #Predicate { $0.rank != rank }),
            VoyagePredicate("no raw", #Predicate { $0.rank == nil }),
            VoyagePredicate("raws", #Predicate { moods.contains($0.mood) }),
            VoyagePredicate("optional raws", #Predicate { ranks.contains($0.rank ?? rank) }),
            VoyagePredicate("case", #Predicate { $0.season == season }),
            VoyagePredicate("not case", #Predicate { $0.season != season }),
            VoyagePredicate("optional case", #Predicate { $0.mate == season }),
            VoyagePredicate("not optional case", #Predicate { $0.mate != season }),
            VoyagePredicate("no case", #Predicate { $0.mate == nil }),
            VoyagePredicate("captured no case", #Predicate { $0.mate != none }),
            VoyagePredicate("cases", #Predicate { seasons.contains($0.season) }),
            VoyagePredicate("two cases", #Predicate { $0.mate == $0.captain?.season }),
            VoyagePredicate("two other cases", #Predicate { $0.mate != $0.captain?.season }),
            VoyagePredicate("captain's case", #Predicate { $0.captain?.season == season }),
            VoyagePredicate("not captain's case", #Predicate { $0.captain?.season != season }),
        ]
    }

    static var structs: [VoyagePredicate] {
        let (rome, lisbon) = (
            Place(city: "Rome", zip: nil, floor: 1), Place(city: "Lisbon", zip: "1", floor: 2)
        )
        let (places, some): ([Place], Place?) = ([rome, lisbon, Place()], rome)
        return [
            VoyagePredicate("whole", #Predicate { $0.place == rome }),
            VoyagePredicate("not whole", #Predicate { $0.place != rome }),
            VoyagePredicate("whole optional", #Predicate { $0.lodging == some }),
            VoyagePredicate("not whole optional", #Predicate { $0.lodging != some }),
            VoyagePredicate("captain's whole", #Predicate { $0.captain?.home == lisbon }),
            VoyagePredicate("one of some", #Predicate { places.contains($0.place) }),
            VoyagePredicate("city", #Predicate { $0.place.city == "Rome" }),
            VoyagePredicate("zip", #Predicate { $0.place.zip == nil }),
            VoyagePredicate("floor", #Predicate { $0.place.floor > 0 && $0.place.floor < $0.rating }),
            VoyagePredicate("no lodging", #Predicate { $0.lodging == nil }),
            VoyagePredicate("a lodging", #Predicate { $0.lodging != nil }),
            VoyagePredicate("lodging's city", #Predicate { $0.lodging?.city == "Rome" }),
            VoyagePredicate("not lodging's city", #Predicate { $0.lodging?.city != "Rome" }),
            VoyagePredicate("lodging's zip", #Predicate { $0.lodging?.zip == nil }),
            VoyagePredicate("captain's home", #Predicate { $0.captain?.home?.city == "Lisbon" }),
            VoyagePredicate("no marks", #Predicate { $0.marks == nil }),
            VoyagePredicate("marks", #Predicate { $0.marks != nil && $0.rating > 0 }),
            VoyagePredicate("no home", #Predicate { $0.captain?.home == nil }),
        ]
    }

    static var classes: [VoyagePredicate] {
        [
            VoyagePredicate("is", #Predicate { $0 is TradeVoyage }),
            VoyagePredicate("is one of two", #Predicate { $0 is LeisureVoyage }),
            VoyagePredicate("is not", #Predicate { !($0 is FamilyVoyage) && $0.rating > 0 }),
            VoyagePredicate(
                "as?",
                #Predicate { if let trade = $0 as? TradeVoyage { trade.cargo == "salt" } else { false } }),
            VoyagePredicate(
                "as? else",
                #Predicate { if let trade = $0 as? TradeVoyage { trade.price == nil } else { $0.seen } }),
            VoyagePredicate("as? chain", #Predicate { ($0 as? TradeVoyage)?.price == 1 }),
            VoyagePredicate("as? chain nil", #Predicate { ($0 as? TradeVoyage)?.price == nil }),
            VoyagePredicate("as? chain default", #Predicate { (($0 as? LeisureVoyage)?.guests ?? 7) > 1 }),
            VoyagePredicate("as!", #Predicate { $0 is TradeVoyage && ($0 as! TradeVoyage).price == 1 }),
            VoyagePredicate(
                "to-one is", #Predicate { $0.captain.flatMap { $0.best is LeisureVoyage } ?? false }),
            VoyagePredicate(
                "to-one is not", #Predicate { $0.captain.flatMap { !($0.best is LeisureVoyage) } ?? false }),
            VoyagePredicate(
                "to-one as?",
                #Predicate { $0.captain.flatMap { ($0.best as? LeisureVoyage)?.guests == 2 } ?? false }),
            VoyagePredicate(
                "to-one as? nil",
                #Predicate { $0.captain.flatMap { ($0.best as? TradeVoyage)?.price == nil } ?? false }),
            VoyagePredicate("as? nil", #Predicate { ($0 as? LeisureVoyage) == nil }),
            VoyagePredicate(
                "inner",
                #Predicate {
                    $0.captain?.voyages.contains { ($0 as? LeisureVoyage)?.guests == 2 } ?? false
                }),
        ]
    }
}
