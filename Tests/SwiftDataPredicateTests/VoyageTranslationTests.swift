// SPDX-License-Identifier: Apache-2.0
// What the translation makes of predicates and expressions, and what it refuses, by names and advice.

import CoreData
import Foundation
import PerdurePredicates
import PerdureTestSupport
import SwiftDataPredicates
import Testing

@Suite("Translation of model classes' predicates")
struct VoyageTranslationTests {
    private let terms = FetchTerms(naming: VoyageNaming())

    private func text(_ predicate: Predicate<Voyage>) throws -> String {
        try terms.predicate(predicate).formatString
    }

    @Test("SD-159 enums and structs are asked in the columns that hold them")
    func forms() throws {
        let (mood, season) = (Mood.stormy, Season.summer)
        #expect(try text(#Predicate { $0.mood == mood }) == "mood.mood == \"stormy\"")
        #expect(try text(#Predicate { $0.season == season }) == "season.summer != nil")
        #expect(try text(#Predicate { $0.place.city == "Rome" }) == "place.city == \"Rome\"")
        #expect(try text(#Predicate { $0.mood.rawValue == "calm" }) == "mood.mood == \"calm\"")
    }

    @Test("SD-94 classes are asked by their entities, subclasses included")
    func classes() throws {
        #expect(
            try text(#Predicate { $0 is LeisureVoyage })
                == "entity.name IN {\"LeisureVoyage\", \"FamilyVoyage\"}")
    }

    @Test("SD-156 objects are found by captured identifiers", arguments: Stack.Kind.allCases)
    func identifiers(_ kind: Stack.Kind) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(6, seed: 1))
        let one = VoyageID(number: 3)
        let some = [VoyageID(number: 1), VoyageID(number: 4)]
        let set = Set(some)
        #expect(try harbor.fetched(#Predicate { $0.persistentModelID == one }) == [3])
        #expect(try harbor.fetched(#Predicate { $0.persistentModelID != one }) == [0, 1, 2, 4, 5])
        #expect(try harbor.fetched(#Predicate { some.contains($0.persistentModelID) }) == [1, 4])
        #expect(try harbor.fetched(#Predicate { set.contains($0.persistentModelID) }) == [1, 4])
        let byCaptain = #Predicate<Voyage> {
            $0.captain?.voyages.contains { $0.persistentModelID == one } ?? false
        }
        #expect(try harbor.fetched(byCaptain) == harbor.expected(byCaptain))
        let captains = Set(harbor.voyages.compactMap(\.captain?.persistentModelID))
        for id in captains {
            let ofCaptain = #Predicate<Voyage> { $0.captain?.persistentModelID == id }
            #expect(try harbor.fetched(ofCaptain) == harbor.expected(ofCaptain))
            let ofOthers = #Predicate<Voyage> { $0.captain?.persistentModelID != id }
            #expect(try harbor.fetched(ofOthers) == harbor.expected(ofOthers))
        }
        #expect(captains.count > 1)
    }

    @Test("SD-156 captured collections may be long, and chains of tests deep", arguments: Stack.Kind.allCases)
    func sizes(_ kind: Stack.Kind) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(6, seed: 1))
        let numbers = Array(3..<40_000)
        #expect(try harbor.fetched(#Predicate { numbers.contains($0.number) }) == [3, 4, 5])
        let deep = Predicate<Voyage> { voyage in
            func test(_ number: Int) -> Drawn<Bool> {
                Make.build_Equal(
                    lhs: Make.build_KeyPath(root: voyage, keyPath: \.number), rhs: Make.build_Arg(number))
            }
            var tests = test(1)
            for number in 2..<100 { tests = PredicateDraw.either(tests, test(number)) }
            return tests
        }
        #expect(try harbor.fetched(deep) == [1, 2, 3, 4, 5])
    }

    @Test(
        "SD-93 SD-156 a predicate of a subclass reads inherited properties and its own",
        arguments: Stack.Kind.allCases)
    func subclasses(_ kind: Stack.Kind) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(40, seed: 2))
        let predicate = #Predicate<TradeVoyage> { $0.cargo == "salt" || $0.title == "Rome" }
        let request = NSFetchRequest<NSManagedObject>(entityName: "TradeVoyage")
        request.predicate = try harbor.terms.predicate(predicate)
        let found = try harbor.context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }
        let expected = try harbor.voyages.compactMap { $0 as? TradeVoyage }.filter {
            try predicate.evaluate($0)
        }
        #expect(found.sorted() == expected.map(\.number))
        #expect(!expected.isEmpty)
    }

    @Test("SD-156 an expression becomes a column that stores compute")
    func expressions() throws {
        let node = try terms.node(#Expression<Voyage, Int> { $0.rating * 2 + $0.stops.count })
        #expect(node == (try NSExpressionText.node("rating * 2 + stops.@count")))
        #expect(throws: UnsupportedFetchPart.self) {
            try terms.node(#Expression<Voyage, String> { $0.computed })
        }
    }

    @Test("SD-157 what has no form is refused with its name and what to write instead")
    func refusals() throws {
        let (season, place, words) = (Season.summer, Place(), ["a"])
        let predicates: [(Predicate<Voyage>, String)] = [
            (#Predicate { $0.computed == "a" }, "no stored property has it"),
            (#Predicate { $0.stops.first?.days == 1 }, "use stored properties, count and isEmpty"),
            (#Predicate { $0.place == $0.lodging ?? place }, "compare its stored properties"),
            (#Predicate { $0.start.timeIntervalSince1970 > 1 }, "no stored property has it"),
            (#Predicate { $0.code.uuidString == "a" }, "no stored property has it"),
            (#Predicate { $0.words.contains("a") }, "filter in memory"),
            (#Predicate { $0.words.isEmpty }, "filter in memory"),
            (#Predicate { $0.words.max() == "a" }, "filter in memory"),
            (#Predicate { $0.words[0] == "a" }, "filter in memory"),
            (#Predicate { $0.marks?.count == 1 }, "filter in memory"),
            (#Predicate { $0.words == words }, "filter in memory"),
            (#Predicate { ($0.mate ?? season) == season }, "compare it by == or contains"),
        ]
        for (predicate, advice) in predicates {
            let error = #expect(throws: UnsupportedFetchPart.self) { try terms.node(predicate) }
            #expect(error?.place == .predicate)
            #expect(error?.description.contains(advice) == true, "\(error?.description ?? "")")
        }
    }

    @Test("SD-94 an object is never one of another hierarchy", arguments: Stack.Kind.allCases)
    func otherHierarchies(_ kind: Stack.Kind) throws {
        let harbor = try VoyageHarbor(kind, [])
        for type in ["Sailor", "Ship"] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Voyage")
            request.predicate = try NSPredicate(validating: "CAST(SELF, '\(type)').name == 'Ann'")
            let error = #expect(throws: CoreDataException.self) { try harbor.context.fetch(request) }
            #expect(
                error?.reason.contains("never one of the entity \(type)") == true, "\(error?.reason ?? "")")
        }
    }

    @Test("SD-155 the key path of no property is refused")
    func keyPaths() throws {
        #expect(try terms.keys(of: \Voyage.title) == ["title"])
        #expect(try terms.keys(of: \Voyage.captain?.name) == ["captain", "name"])
        let error = #expect(throws: UnsupportedFetchPart.self) { try terms.keys(of: \Voyage.computed) }
        #expect(error?.place == .keyPath)
    }
}

/// Reads expressions for comparisons.
private enum NSExpressionText {
    static func node(_ text: String) throws -> ExpressionNode {
        guard case .comparison(let comparison) = NSPredicate(format: "\(text) == 0").node else {
            throw CocoaError(.formatting)
        }
        return comparison.left
    }
}
