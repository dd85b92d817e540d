// SPDX-License-Identifier: Apache-2.0
// Makes the faults of a large fetch while its store still reads. Part of NSManagedObjectContext+Fetching.swift.

import PerdureStore

extension NSManagedObjectContext {
    /// The objects of a fetch, made while the source reads; nil when the source cannot give parts of its result.
    final func registeredEarly(_ query: ObjectFetch, _ source: any RowSource) throws -> [NSManagedObject]? {
        // A context that retains its objects would keep those of a fetch that fails.
        guard query.givesParts, !hasParent, !identities.retainsAll else { return nil }
        var objects: [NSManagedObject] = []
        let isComplete = try source.fetchParts(query) { keys, namespace in
            var registry = FaultRegistry(namespace, self, room: keys.count)
            if objects.isEmpty { objects.reserveCapacity(keys.count) }
            for key in keys { objects.append(registry.object(key)) }
        }
        tellRegistered()
        return isComplete ? objects : nil
    }
}

extension ObjectFetch {
    /// Whether nothing but the keys of the objects is needed before the end of the fetch.
    fileprivate var givesParts: Bool { wantsRows && !fillsObjects && !isPartial && batchSize == 0 }
}
