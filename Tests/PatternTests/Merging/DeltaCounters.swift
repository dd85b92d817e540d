// SPDX-License-Identifier: Apache-2.0
// Changes that are more than values: what was added to a number, what was put into a set and taken out of it.

import Foundation
import Perdure
import PerdureTestSupport

/// A number of likes that two contexts can raise at a time.
final class LikeCounter: NSManagedObject {
    private var snapshot = 0
    private var change: Int? { primitiveValue(forKey: "change") as? Int }

    var likes: Int {
        willAccessValue(forKey: "change")
        defer { didAccessValue(forKey: "change") }
        return snapshot + (change ?? 0)
    }

    func add(_ count: Int) {
        willChangeValue(forKey: "change")
        setPrimitiveValue((change ?? 0) + count, forKey: "change")
        didChangeValue(forKey: "change")
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        snapshot = primitiveValue(forKey: "stored") as? Int ?? 0
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        snapshot = 0
    }

    override func willSave() {
        super.willSave()
        if let change { setPrimitiveValue(snapshot + change, forKey: "stored") }
    }

    override func didSave() {
        super.didSave()
        guard let change else { return }
        snapshot += change
        setPrimitiveValue(nil, forKey: "change")
    }
}

/// Objects of another store, kept as a set of their URIs that two contexts can change at a time.
final class LinkSet: NSManagedObject {
    private var snapshot: Set<URL> = []

    private func part(_ key: String) -> Set<URL> { primitiveValue(forKey: key) as? Set<URL> ?? [] }

    private var isChanged: Bool {
        primitiveValue(forKey: "inserted") != nil || primitiveValue(forKey: "removed") != nil
    }

    var uris: Set<URL> {
        willAccessValue(forKey: "inserted")
        defer { didAccessValue(forKey: "inserted") }
        return snapshot.union(part("inserted")).subtracting(part("removed"))
    }

    /// The objects; those that are gone are left out.
    var links: Set<NSManagedObject> { Set(uris.compactMap { managedObjectContext?.linked($0) }) }

    func insert(_ object: NSManagedObject) throws {
        try move(managedObjectContext?.link(to: object), into: "inserted", from: "removed")
    }

    func remove(_ object: NSManagedObject) throws {
        try move(managedObjectContext?.link(to: object), into: "removed", from: "inserted")
    }

    private func move(_ uri: URL?, into gaining: String, from losing: String) {
        guard let uri else { return }
        // What was taken out and is put in again is as it was, and the other way round.
        let isTakenBack = part(losing).contains(uri)
        let key = isTakenBack ? losing : gaining
        willChangeValue(forKey: key)
        setPrimitiveValue(isTakenBack ? part(key).subtracting([uri]) : part(key).union([uri]), forKey: key)
        didChangeValue(forKey: key)
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        guard let data = primitiveValue(forKey: "stored") as? Data,
            let texts = try? JSONDecoder().decode([String].self, from: data)
        else { return }
        snapshot = Set(texts.compactMap { URL(string: $0) })
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        snapshot = []
    }

    override func willSave() {
        super.willSave()
        guard isChanged else { return }
        let texts = uris.map(\.absoluteString).sorted()
        setPrimitiveValue(texts.isEmpty ? nil : try? JSONEncoder().encode(texts), forKey: "stored")
    }

    override func didSave() {
        super.didSave()
        guard isChanged else { return }
        snapshot = uris
        setPrimitiveValue(nil, forKey: "inserted")
        setPrimitiveValue(nil, forKey: "removed")
    }
}

/// One object of another store, kept as its URI beside a transient.
final class Link: NSManagedObject {
    var target: NSManagedObject? {
        willAccessValue(forKey: "target")
        defer { didAccessValue(forKey: "target") }
        if let target = primitiveValue(forKey: "target") as? NSManagedObject { return target }
        guard let uri = value(forKey: "uri") as? URL else { return nil }
        let target = managedObjectContext?.linked(uri)
        setPrimitiveValue(target, forKey: "target")
        return target
    }

    func setTarget(_ target: NSManagedObject?) throws {
        let uri = try target.flatMap { try managedObjectContext?.link(to: $0) }
        willChangeValue(forKey: "target")
        setPrimitiveValue(target, forKey: "target")
        didChangeValue(forKey: "target")
        setValue(uri, forKey: "uri")
    }
}

extension NSManagedObjectContext {
    /// The URI of an object, which gets its permanent ID for it.
    fileprivate func link(to object: NSManagedObject) throws -> URL {
        if object.objectID.isTemporaryID { try obtainPermanentIDs(for: [object]) }
        return object.objectID.uriRepresentation()
    }

    /// The object behind a URI, if it is there.
    fileprivate func linked(_ uri: URL) -> NSManagedObject? {
        guard let id = persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri) else {
            return nil
        }
        let found = object(with: id)
        if found.isFault { return try? existingObject(with: id) }
        return found.isDeleted ? nil : found
    }
}

extension NSManagedObjectModel {
    /// Counters, links and their targets; the targets belong to a configuration, and so to a store, of their own.
    static func deltas() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "LikeCounter", className: String(reflecting: LikeCounter.self),
                .attribute("stored", .integer64AttributeType, default: 0),
                .attribute("change", .undefinedAttributeType, isTransient: true)),
            EntitySketch(
                "LinkSet", className: String(reflecting: LinkSet.self),
                .attribute("stored", .binaryDataAttributeType),
                .attribute("inserted", .undefinedAttributeType, isTransient: true),
                .attribute("removed", .undefinedAttributeType, isTransient: true)),
            EntitySketch(
                "Link", className: String(reflecting: Link.self), .attribute("uri", .URIAttributeType),
                .toOne("target", "Target").transient),
            EntitySketch("Target", .attribute("name")))
        let entities = model.entitiesByName
        model.setEntities(
            ["LikeCounter", "LinkSet", "Link"].compactMap { entities[$0] }, forConfigurationName: "Links")
        model.setEntities([entities["Target"]].compactMap { $0 }, forConfigurationName: "Targets")
        return model
    }
}
