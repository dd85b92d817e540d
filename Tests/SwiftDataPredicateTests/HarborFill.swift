// SPDX-License-Identifier: Apache-2.0
// Copies plain objects into a context, and into rows for the evaluator. VoyageHarbor.swift calls it.

import CoreData
import Foundation
import PerdureTestSupport

/// Copies objects, each of them once.
final class HarborFill {
    let context: NSManagedObjectContext
    var objects: [ObjectIdentifier: NSManagedObject] = [:]
    private var rows: [ObjectIdentifier: VoyageRow] = [:]

    init(context: NSManagedObjectContext) { self.context = context }

    func copy(_ voyage: Voyage) -> VoyageRow {
        var values: [String: Any?] = [
            "number": voyage.number, "title": voyage.title, "note": voyage.note, "rating": voyage.rating,
            "bonus": voyage.bonus, "score": voyage.score, "depth": voyage.depth, "seen": voyage.seen,
            "liked": voyage.liked, "start": voyage.start, "end": voyage.end, "code": voyage.code,
            "link": voyage.link, "blob": voyage.blob, "mood": ["mood": voyage.mood.rawValue],
            "season": Self.cases(voyage.season), "mate": voyage.mate.map(Self.cases),
            "rank": voyage.rank.map { ["rank": $0.rawValue] }, "place": Self.parts(voyage.place),
            "lodging": voyage.lodging.map(Self.parts), "marks": voyage.marks.map { Data("\($0)".utf8) },
        ]
        switch voyage {
        case let trade as TradeVoyage:
            values["cargo"] = trade.cargo
            values["price"] = trade.price
        case let leisure as LeisureVoyage: values["guests"] = leisure.guests
        default: break
        }
        let stops = voyage.stops.map { copy($0) }
        let captain = voyage.captain.map { copy($0) }
        let object = insert("\(type(of: voyage))", values, voyage)
        object.setValue(
            NSSet(array: voyage.stops.compactMap { objects[ObjectIdentifier($0)] }), forKey: "stops")
        object.setValue(voyage.captain.flatMap { objects[ObjectIdentifier($0)] }, forKey: "captain")
        let row = keep(values, voyage)
        row.values["entity"] = ["name": "\(type(of: voyage))"]
        row.values["stops"] = stops
        row.values["captain"] = captain
        if let captain {
            let known = captain.values["voyages"] as? [VoyageRow]
            captain.values["voyages"] = (known ?? []) + [row]
        }
        return row
    }

    private func copy(_ sailor: Sailor) -> VoyageRow {
        if let known = rows[ObjectIdentifier(sailor)] { return known }
        let values: [String: Any?] = [
            "name": sailor.name, "age": sailor.age, "home": sailor.home.map(Self.parts),
            "season": sailor.season.map(Self.cases),
        ]
        let friend = sailor.friend.map { copy($0) }
        let object = insert("Sailor", values, sailor)
        object.setValue(sailor.friend.flatMap { objects[ObjectIdentifier($0)] }, forKey: "friend")
        let row = keep(values, sailor)
        row.values["friend"] = friend
        row.values["voyages"] = [VoyageRow]()
        return row
    }

    private func copy(_ stop: Stop) -> VoyageRow {
        let values: [String: Any?] = ["port": stop.port, "days": stop.days, "fee": stop.fee]
        let pilot = stop.pilot.map { copy($0) }
        let object = insert("Stop", values, stop)
        object.setValue(stop.pilot.flatMap { objects[ObjectIdentifier($0)] }, forKey: "pilot")
        let row = keep(values, stop)
        row.values["pilot"] = pilot
        return row
    }

    /// Takes the values out of all rows.
    func letGo() {
        for row in rows.values { row.values = [:] }
    }

    /// Sets what leads back from sailors to voyages.
    func connect(_ sailors: [Sailor]) {
        for sailor in sailors {
            guard let best = sailor.best.map(ObjectIdentifier.init) else { continue }
            objects[ObjectIdentifier(sailor)]?.setValue(objects[best], forKey: "best")
            rows[ObjectIdentifier(sailor)]?.values["best"] = rows[best]
        }
    }

    private func insert(_ entity: String, _ values: [String: Any?], _ model: AnyObject) -> NSManagedObject {
        let object = context.insert(entity, values.compactMapValues { $0 })
        objects[ObjectIdentifier(model)] = object
        return object
    }

    private func keep(_ values: [String: Any?], _ model: AnyObject) -> VoyageRow {
        let row = VoyageRow()
        row.values = values.compactMapValues { $0 }
        rows[ObjectIdentifier(model)] = row
        return row
    }

    private static func cases(_ season: Season) -> [String: Any] { ["\(season)": "\(season)"] }

    private static func parts(_ place: Place) -> [String: Any] {
        var parts: [String: Any] = ["city": place.city, "floor": place.floor]
        parts["zip"] = place.zip
        return parts
    }
}
