// SPDX-License-Identifier: Apache-2.0
// relationshipKeyPathsForPrefetching: after a fetch, the rows at the other ends of relationships are read in
// few accesses, so that firing those faults later needs none.

import Foundation
import PerdurePredicates
import PerdureStore

extension NSManagedObjectContext {
    /// Reads along the relationships of a request.
    ///
    /// - Parameters:
    ///   - paths: relationships, separated by dots.
    ///   - objects: the results of the fetch.
    ///   - entity: the entity of the request, by which the paths are checked.
    /// - Throws: `CoreDataException` for a path that is none; what the stores report.
    final func prefetch(_ paths: [String], of objects: [NSManagedObject], _ entity: NSEntityDescription)
        throws
    {
        for path in paths {
            let keys = path.split(separator: ".").map(String.init)
            try Self.check(keys, from: entity, path)
            var owners = objects
            for key in keys { owners = try readAlong(key, of: owners) }
            _ = try rows(of: owners)
        }
    }

    private static func check(_ keys: [String], from entity: NSEntityDescription, _ path: String) throws {
        var current: NSEntityDescription? = entity
        for key in keys {
            guard let relationship = current?.relationshipsByName[key] else {
                throw ContextErrors.notARelationship(path, entity)
            }
            current = relationship.destinationEntity
        }
    }

    /// The objects at the other end of a relationship of many objects.
    private func readAlong(_ key: String, of owners: [NSManagedObject]) throws -> [NSManagedObject] {
        let rows = try rows(of: owners)
        var found: Set<NSManagedObject> = []
        for owner in owners {
            guard let property = owner.binding.property(named: key) else { continue }
            if owner.slots.isFault, !property.isToMany {
                guard case .reference(let key) = rows[owner.objectID]?[property.slot] else { continue }
                found.insert(object(for: key, relatedTo: owner))
            } else {
                try owner.realize()
                found.formUnion(owner.destinations(at: property.slot))
            }
        }
        return Array(found)
    }

    /// The rows behind the faults among some objects; they are in the row cache afterwards.
    private func rows(of objects: [NSManagedObject]) throws -> [NSManagedObjectID: Row] {
        let ids = objects.filter(\.slots.isFault).map(\.objectID)
        guard !ids.isEmpty, let source else { return [:] }
        return try source.rows(for: ids, maximumAge: stalenessInterval)
    }
}
