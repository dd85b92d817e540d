// SPDX-License-Identifier: Apache-2.0
// Stops with a keeper, a line and a town each, and two visits: a graph to walk through. Walking.swift does it.

import CoreData
import Foundation

/// Where a line stops.
final class Stop: NSManagedObject {
    static let visitsEach: Int64 = 2

    var keeper: Place? {
        get { _toOne(at: 0, as: Place.self) }
        set { _setToOne(newValue, at: 0) }
    }
    var line: Place? {
        get { _toOne(at: 1, as: Place.self) }
        set { _setToOne(newValue, at: 1) }
    }
    var name: String? {
        get { _string(at: 2) }
        set { _setString(newValue, at: 2) }
    }
    var number: Int64 {
        get { _int64(at: 3) }
        set { _setInt64(newValue, at: 3) }
    }
    var town: Place? {
        get { _toOne(at: 4, as: Place.self) }
        set { _setToOne(newValue, at: 4) }
    }
    var visits: Set<Visit> { _members(at: 5, as: Visit.self) }

    override class var _classProperties: ClassProperties? {
        ClassProperties(Stop.self, slots: ["keeper", "line", "name", "number", "town", "visits"]) { _ in [:] }
    }
}

/// A keeper, a line or a town: the three entities have the same properties.
final class Place: NSManagedObject {
    var name: String? {
        get { _string(at: 0) }
        set { _setString(newValue, at: 0) }
    }
    var number: Int64 {
        get { _int64(at: 1) }
        set { _setInt64(newValue, at: 1) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(Place.self, slots: ["name", "number", "stops"]) { _ in [:] }
    }
}

/// A visit to a stop.
final class Visit: NSManagedObject {
    var number: Int64 {
        get { _int64(at: 0) }
        set { _setInt64(newValue, at: 0) }
    }
    var stop: Stop? {
        get { _toOne(at: 1, as: Stop.self) }
        set { _setToOne(newValue, at: 1) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(Visit.self, slots: ["number", "stop"]) { _ in [:] }
    }
}

/// The entities, and their rows.
enum Graph {
    static func makeModel() -> NSManagedObjectModel {
        let (stop, visit) = (entity("Stop", Stop.self), entity("Visit", Visit.self))
        let places = ["Keeper", "Line", "Town"].map { entity($0, Place.self) }
        stop.properties.append(Item.attribute("name", .stringAttributeType))
        for place in places {
            place.properties.append(Item.attribute("name", .stringAttributeType))
            relate((stop, place.name?.lowercased() ?? ""), (place, "stops"))
        }
        relate((visit, "stop"), (stop, "visits"))
        let model = NSManagedObjectModel()
        model.entities = [stop, visit] + places
        return model
    }

    private static func entity(_ name: String, _ class: NSManagedObject.Type) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.managedObjectClassName = NSStringFromClass(`class`)
        entity.properties = [Item.attribute("number", .integer64AttributeType)]
        return entity
    }

    private static func relate(
        _ one: (entity: NSEntityDescription, name: String),
        _ many: (entity: NSEntityDescription, name: String)
    ) {
        let (toOne, toMany) = (NSRelationshipDescription(), NSRelationshipDescription())
        (toOne.name, toOne.destinationEntity, toOne.maxCount) = (one.name, many.entity, 1)
        (toMany.name, toMany.destinationEntity) = (many.name, one.entity)
        (toOne.inverseRelationship, toMany.inverseRelationship) = (toMany, toOne)
        one.entity.properties.append(toOne)
        many.entity.properties.append(toMany)
    }

    /// Each stop has a keeper of its own, ten share a town, a hundred a line.
    fileprivate static func fill(_ stack: Stack, stops: Int64) throws {
        let keepers = try places("Keeper", stops, stack)
        let lines = try places("Line", max(1, stops / 100), stack)
        let towns = try places("Town", max(1, stops / 10), stack)
        for i in 0..<Int(stops) {
            let stop = Stop(entity: try stack.entity("Stop"), insertInto: stack.context)
            (stop.name, stop.number) = ("Stop \(i)", Int64(i))
            (stop.keeper, stop.line, stop.town) = (
                keepers[i], lines[i % lines.count], towns[i * 7 % towns.count]
            )
            for k in 0..<Stop.visitsEach {
                let visit = Visit(entity: try stack.entity("Visit"), insertInto: stack.context)
                (visit.number, visit.stop) = (Int64(i) + k, stop)
            }
        }
        try stack.context.save()
    }

    private static func places(_ name: String, _ count: Int64, _ stack: Stack) throws -> [Place] {
        try (1...count).map { number in
            let place = Place(entity: try stack.entity(name), insertInto: stack.context)
            (place.name, place.number) = ("\(name) \(number)", number)
            return place
        }
    }
}

extension Seed {
    /// Half as many stops as other files have rows.
    static let graph = Seed(name: "graph") { file, workspace in
        let stack = try Stack(file, model: Graph.makeModel())
        try stack.context.performAndWait { try Graph.fill(stack, stops: workspace.stops) }
        try stack.close()
    }
}

extension Workspace {
    var stops: Int64 { max(100, rows / 2) }
}
