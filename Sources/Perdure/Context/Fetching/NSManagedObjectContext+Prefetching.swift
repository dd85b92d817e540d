// SPDX-License-Identifier: Apache-2.0
// relationshipKeyPathsForPrefetching: after a fetch, reads the objects at the other ends of relationships, and the
// members of each relationship. Each step of a path (PrefetchTree.swift) costs one access, for any number of objects.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Reads the relationships of a request, so that neither their members nor the members' rows cost an access later.
    ///
    /// - Parameters:
    ///   - tree: the relationships.
    ///   - objects: the results of the fetch.
    ///   - request: tells whether the fetched objects have their values.
    /// - Throws: what the stores report.
    final func prefetch(_ tree: PrefetchTree, of objects: [NSManagedObject], _ request: AnyFetchRequest)
        throws
    {
        guard !objects.isEmpty else { return }
        try connectedSource().prefetch(tree, from: owners(objects), maximumAge: stalenessInterval)
        // Objects with values get their members too.
        guard !request.returnsObjectsAsFaults else { return }
        for step in tree.steps where step.property.relationship?.isToMany == true {
            for object in objects { _ = object.loadedToMany(at: step.property.slot) }
        }
    }

    private func owners(_ objects: [NSManagedObject]) -> PrefetchOwners {
        var owners = PrefetchOwners()
        for object in objects {
            // A stored object's ID would be made for this question only.
            if object.number > 0, let namespace = object.namespace {
                owners.add(object.key, namespace)
            } else {
                owners.add(object.objectID)
            }
        }
        return owners
    }
}
