// SPDX-License-Identifier: Apache-2.0
// Makes the faults of a large fetch while its store still reads. Part of NSManagedObjectContext+Fetching.swift.

import PerdureStore

extension NSManagedObjectContext {
    /// The objects of a fetch.
    ///
    /// - Parameters:
    ///   - reading: what the source is asked for; wider than the request where unsaved changes count.
    ///   - query: the request.
    /// - Returns: the objects, in the request's order.
    /// - Throws: what the stores report.
    final func registered(_ reading: ObjectFetch, _ query: ObjectFetch) throws -> [NSManagedObject] {
        let source = try connectedSource()
        guard registersEarly(reading) else { return try register(source.fetchObjects(reading), query) }
        var objects: [NSManagedObject] = []
        let rest = try source.fetchObjects(reading) { keys, namespace in
            var registry = FaultRegistry(namespace, self, room: keys.count)
            if objects.isEmpty { objects.reserveCapacity(keys.count) }
            for key in keys { objects.append(registry.object(key)) }
        }
        if let rest { return try register(rest, query) }
        tellRegistered()
        return objects
    }

    /// Whether nothing but the keys of the objects is needed before the end of a fetch.
    ///
    /// A context that retains its objects would keep those of a fetch that fails.
    private func registersEarly(_ query: ObjectFetch) -> Bool {
        query.wantsRows && !query.fillsObjects && !query.isPartial && query.batchSize == 0 && !hasParent
            && !identities.retainsAll
    }
}
