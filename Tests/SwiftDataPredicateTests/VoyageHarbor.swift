// SPDX-License-Identifier: Apache-2.0
// The objects of Voyage.swift three times: as plain objects, as rows for the evaluator in memory, and in a store whose model has
// SwiftData's forms.

import CoreData
import Foundation
import PerdurePredicates
import PerdureTestSupport
import SwiftDataPredicates

/// An object as the evaluator reads it.
final class VoyageRow: KeyValueReadable {
    var values: [String: Any] = [:]

    func readValue(forKey key: String) throws -> Any? {
        guard let value = values[key] else { return nil }
        return value
    }
}

final class VoyageHarbor {
    let voyages: [Voyage]
    let rows: [VoyageRow]
    let stack: Stack
    let context: NSManagedObjectContext
    private let fill: HarborFill
    private(set) var naming = VoyageNaming()

    init(_ kind: Stack.Kind, _ voyages: [Voyage], saves: Bool = true) throws {
        self.voyages = voyages
        stack = try Stack(kind, Self.model())
        context = stack.context()
        let fill = HarborFill(context: context)
        self.fill = fill
        rows = voyages.map { fill.copy($0) }
        fill.connect(voyages.compactMap(\.captain))
        if saves { try context.save() }
        try context.obtainPermanentIDs(for: Array(context.insertedObjects))
        for voyage in voyages {
            naming.identifiers[voyage.persistentModelID] = fill.objects[ObjectIdentifier(voyage)]?.objectID
            guard let captain = voyage.captain else { continue }
            naming.identifiers[captain.persistentModelID] = fill.objects[ObjectIdentifier(captain)]?.objectID
        }
    }

    deinit {
        // Sailors lead back to their voyages, and rows to rows.
        for sailor in voyages.flatMap({ [$0.captain] + $0.stops.map(\.pilot) }) {
            sailor?.voyages = []
            sailor?.best = nil
        }
        fill.letGo()
    }

    var terms: FetchTerms { FetchTerms(naming: naming) }

    /// The numbers of the voyages that Swift finds.
    func expected(_ predicate: Predicate<Voyage>) throws -> [Int] {
        try voyages.filter { try predicate.evaluate($0) }.map(\.number).sorted()
    }

    /// The numbers of the voyages that the store finds.
    func fetched(_ predicate: Predicate<Voyage>) throws -> [Int] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Voyage")
        request.predicate = try terms.predicate(predicate)
        return try context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }.sorted()
    }

    /// The numbers of the voyages that the evaluator finds, by both rules for nil.
    func evaluated(_ predicate: Predicate<Voyage>, _ rules: NullSemantics) throws -> [Int] {
        let node = try terms.node(predicate)
        let evaluator = PredicateEvaluator(nullSemantics: rules)
        return try zip(voyages, rows).filter { try evaluator.evaluate(node, with: $1) }.map(\.0.number)
            .sorted()
    }

    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Voyage", .attribute("number", .integer64AttributeType), .attribute("title"),
                .attribute("note"),
                .attribute("rating", .integer64AttributeType), .attribute("bonus", .integer64AttributeType),
                .attribute("score", .doubleAttributeType), .attribute("depth", .doubleAttributeType),
                .attribute("seen", .booleanAttributeType), .attribute("liked", .booleanAttributeType),
                .attribute("start", .dateAttributeType), .attribute("end", .dateAttributeType),
                .attribute("code", .UUIDAttributeType), .attribute("link", .URIAttributeType),
                .attribute("words", .binaryDataAttributeType), .attribute("marks", .binaryDataAttributeType),
                .attribute("blob", .binaryDataAttributeType), .composite("mood", ["mood"]),
                .composite("rank", [], [("rank", .integer64AttributeType)]),
                .composite("season", ["winter", "summer", "autumn"]),
                .composite("mate", ["winter", "summer", "autumn"]), place("place"), place("lodging"),
                .toOne("captain", "Sailor", inverse: "voyages"), .toMany("stops", "Stop", inverse: "voyage"),
                .toMany("fans", "Sailor", inverse: "best")),
            EntitySketch(
                "TradeVoyage", parent: "Voyage", .attribute("cargo"),
                .attribute("price", .integer64AttributeType)),
            EntitySketch("LeisureVoyage", parent: "Voyage", .attribute("guests", .integer64AttributeType)),
            EntitySketch("FamilyVoyage", parent: "LeisureVoyage"),
            EntitySketch(
                "Sailor", .attribute("name"), .attribute("age", .integer64AttributeType), place("home"),
                .composite("season", ["winter", "summer", "autumn"]),
                .toOne("friend", "Sailor", inverse: "friends"),
                .toMany("friends", "Sailor", inverse: "friend"),
                .toMany("voyages", "Voyage", inverse: "captain"),
                .toOne("best", "Voyage", inverse: "fans"),
                .toMany("piloted", "Stop", inverse: "pilot")),
            EntitySketch(
                "Stop", .attribute("port"), .attribute("days", .integer64AttributeType),
                .attribute("fee", .doubleAttributeType), .toOne("pilot", "Sailor", inverse: "piloted"),
                .toOne("voyage", "Voyage", inverse: "stops")))
    }

    private static func place(_ name: String) -> PropertySketch {
        .composite(name, ["city", "zip"], [("floor", .integer64AttributeType)])
    }
}
