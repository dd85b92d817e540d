// SPDX-License-Identifier: Apache-2.0
// The relationships that a request prefetches, as a tree: paths with a common beginning share it.
// Fetching/PrefetchWalk.swift reads along the tree.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// The prefetched relationships of one entity, each with the prefetched relationships of its destination.
struct PrefetchTree {
    struct Step {
        let relationship: NSRelationshipDescription
        /// The relationship's property in the schema.
        let property: PropertyLayout
        var rest: PrefetchTree
    }

    private(set) var steps: [Step] = []

    var isEmpty: Bool { steps.isEmpty }

    /// Makes the tree of some paths.
    ///
    /// - Parameters:
    ///   - paths: names of relationships, separated by dots.
    ///   - entity: the entity of each path's first relationship.
    /// - Throws: `CoreDataException` for a path with a key that is no relationship.
    init(_ paths: [String], from entity: NSEntityDescription) throws {
        for path in paths {
            let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard keys.count <= KeyPathReader.longest else {
                throw CoreDataException.invalidArgument("Cannot prefetch: \(KeyPathReader.refusal(keys)).")
            }
            guard add(keys[...], from: entity) else { throw ContextErrors.notARelationship(path, entity) }
        }
    }

    private init() {}

    /// Adds a path; false when one of its keys is no relationship.
    private mutating func add(_ keys: ArraySlice<String>, from entity: NSEntityDescription?) -> Bool {
        guard let key = keys.first else { return true }
        guard let entity, let relationship = entity.relationshipsByName[key],
            let property = entity.layout.property(named: key)
        else { return false }
        let index = steps.firstIndex { $0.property.name == key } ?? steps.count
        if index == steps.count {
            steps.append(Step(relationship: relationship, property: property, rest: PrefetchTree()))
        }
        return steps[index].rest.add(keys.dropFirst(), from: relationship.destinationEntity)
    }
}
