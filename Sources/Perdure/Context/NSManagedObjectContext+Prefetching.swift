// SPDX-License-Identifier: Apache-2.0
// relationshipKeyPathsForPrefetching: after a fetch, the rows at the other ends of relationships are read, and which of
// them belong to whom. One access for each step of a path (PrefetchTree.swift), however many objects there are.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Reads along the relationships of a request, so that neither they nor their objects cost an access later.
    ///
    /// - Parameters:
    ///   - tree: the relationships.
    ///   - objects: the results of the fetch.
    ///   - request: tells whether objects shall have their values.
    /// - Throws: what the stores report.
    final func prefetch(_ tree: PrefetchTree, of objects: [NSManagedObject], _ request: AnyFetchRequest)
        throws
    {
        guard !objects.isEmpty else { return }
        try connectedSource().prefetch(tree, from: objects.map(\.objectID), maximumAge: stalenessInterval)
        // Objects that have their values get their members too.
        guard !request.returnsObjectsAsFaults else { return }
        for step in tree.steps where step.property.relationship?.isToMany == true {
            for object in objects { _ = object.loadedToMany(at: step.property.slot) }
        }
    }
}
