// SPDX-License-Identifier: Apache-2.0
// Which objects of a migration belong together, and which numbers the new ones have.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel
import PerdureStore

extension MigrationRun {
    /// The numbers of new objects; nil for a store that gives its objects names of its own.
    func makeNumbers() throws -> DestinationNumbers? {
        guard let new = destination.store, job.destination.files != nil || target.isInMemory else {
            return nil
        }
        let pairs = carriers.map(\.plan).filter(\.makesObjects).compactMap { plan in
            plan.source.flatMap { old in plan.destination.map { (old, $0) } }
        }
        given = try job.givenNumbers()
        return try DestinationNumbers(new.engine, given, keeping: job.replacesSource ? pairs : [])
    }

    /// Gives a new object its number.
    ///
    /// - Parameters:
    ///   - object: an object of the destination context; nothing happens if it has a permanent ID.
    ///   - source: the only object that it is made of; its number is kept where the migration keeps numbers.
    /// - Throws: what keeps the store from giving out numbers.
    func number(_ object: NSManagedObject, like source: NSManagedObject? = nil) throws {
        guard object.objectID.isTemporaryID, let store = destination.store else { return }
        guard let number = try numbers?.next(object, like: source?.objectID.key) else {
            return try destination.context.obtainPermanentIDs(for: [object])
        }
        destination.context.assign(number: number, to: object, in: store)
    }

    func associate(_ source: NSManagedObject, _ object: NSManagedObject, _ index: Int) throws {
        try number(object)
        try associations.add(source.objectID.key, object.objectID.key, mapping: index)
    }

    func associate(_ source: NSManagedObject, _ object: NSManagedObject, _ mapping: NSEntityMapping) throws {
        let index = try carrier(of: mapping).index
        guard source.managedObjectContext === self.source.context else {
            throw Self.stranger("source")
        }
        guard object.managedObjectContext === destination.context else { throw Self.stranger("destination") }
        try associate(source, object, index)
    }

    private static func stranger(_ side: String) -> CoreDataException {
        .invalidArgument(
            "The \(side) instance of an association must be an object of the manager's \(side) context.")
    }

    func forgetAssociations() {
        associations = Associations(mappings: carriers.count, folder: target.folder)
    }

    /// The objects that a mapping made of some sources, or of all; of any mapping for nil.
    ///
    /// Without a mapping the sources must be given.
    func destinations(of sources: [NSManagedObject]?, mapping: String?) throws -> [NSManagedObject] {
        let index = try mapping.map { try carrier(named: $0).index }
        guard let sources else { return present(try all(index, \.destination)) }
        var seen = KeySet()
        var keys: [ObjectKey] = []
        for source in sources {
            let key = source.objectID.key
            let found = try index.map { try associations.destinations(of: key, mapping: $0) }
            keys += try (found ?? associations.destinations(of: key)).filter { seen.insert($0) }
        }
        return present(keys)
    }

    /// The objects of keys, without those that were deleted.
    private func present(_ keys: [ObjectKey]) -> [NSManagedObject] {
        destination.objects(keys.filter { !destination.context.isGone($0) })
    }

    /// The objects of which a mapping made some destinations, or all.
    func sources(of destinations: [NSManagedObject]?, mapping: String) throws -> [NSManagedObject] {
        let index = try carrier(named: mapping).index
        guard let destinations else { return source.objects(try all(index, \.source)) }
        var seen = KeySet()
        let keys = try destinations.flatMap {
            try associations.sources(of: $0.objectID.key, mapping: index).filter { seen.insert($0) }
        }
        return source.objects(keys)
    }

    private func all(_ index: Int?, _ side: KeyPath<KeyPair, ObjectKey>) throws -> [ObjectKey] {
        guard let index else { return [] }
        var (seen, keys) = (KeySet(), [ObjectKey]())
        var position = 0
        while case let pairs = try associations.pairs(index, position..<position + 10_000), !pairs.isEmpty {
            keys += pairs.map { $0[keyPath: side] }.filter { seen.insert($0) }
            position += pairs.count
        }
        return keys
    }

    /// The first source of an object that a mapping made.
    func source(of object: NSManagedObject, _ index: Int) throws -> NSManagedObject? {
        if let pair, pair.destination === object { return pair.source }
        return source.objects(try associations.sources(of: object.objectID.key, mapping: index).prefix(1))
            .first
    }

    /// Whether the members of a relationship have no order of their own, so that the order of keys is theirs.
    func isUnordered(_ relationship: String) -> Bool {
        guard let found = carriers[currentIndex].plan.source?.relationshipsByName[relationship] else {
            return false
        }
        return found.isToMany && !found.isOrdered
    }

    /// Calls a function for each destination of a mapping, in the order in which they were made.
    ///
    /// The objects of one batch are read together, unless nobody has read those of the batch before: many policies only make
    /// objects.
    func forEachPair(_ index: Int, _ body: (NSManagedObject, NSManagedObject) throws -> Void) throws {
        var (position, seen) = (0, KeySet())
        let isRead = !carriers[index].plan.relationships.isEmpty
        var (readsSources, readsObjects) = (isRead, isRead)
        // Pairs that hooks add meanwhile are not visited.
        let end = associations.count(index)
        while position < end,
            case let pairs = try associations.pairs(index, position..<min(position + 500, end)),
            !pairs.isEmpty
        {
            position += pairs.count
            let new = pairs.filter {
                seen.insert($0.destination) && !destination.context.isGone($0.destination)
            }
            let sources = try source.objects(new.map(\.source), areFilled: readsSources)
            let objects = try destination.objects(new.map(\.destination), areFilled: readsObjects)
            for (source, object) in zip(sources, objects) { try body(source, object) }
            if !readsSources { readsSources = sources.contains { !$0.isFault } }
            if !readsObjects { readsObjects = objects.contains { !$0.isFault } }
        }
    }
}

extension MigrationStack {
    func objects(_ keys: [ObjectKey], areFilled: Bool) throws -> [NSManagedObject] {
        areFilled ? try filled(keys) : objects(keys)
    }

    /// The objects of keys, in their order; those that are faults are read with one fetch for each entity.
    func filled(_ keys: [ObjectKey]) throws -> [NSManagedObject] {
        let objects = objects(keys)
        let faults = objects.filter { $0.isFault && !$0.objectID.isTemporaryID }
        for (entity, members) in Dictionary(grouping: faults, by: { $0.entity.name ?? "" }) {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: "SELF IN %@", members.map(\.objectID))
            request.returnsObjectsAsFaults = false
            request.includesPendingChanges = false
            _ = try context.fetch(request)
        }
        return objects
    }

    /// Lets the context see one state of the store, whatever is written meanwhile.
    func pin() throws { try context.setQueryGenerationFrom(.current) }
}
