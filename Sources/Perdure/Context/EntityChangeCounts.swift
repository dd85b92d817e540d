// SPDX-License-Identifier: Apache-2.0
// How often objects of an entity changed in a context: what results of fetches that are kept are compared with
// (Patterns/FetchedMembers.swift). Counts only entities that somebody asked about.

/// The changes of a context, counted by entity: at the end of each event, and by each save.
struct EntityChangeCounts {
    private var counts: [ObjectIdentifier: (entity: NSEntityDescription, count: Int)] = [:]

    /// How often something happened to objects of some entities and of their subentities since they were first asked
    /// about.
    func count(of entities: [NSEntityDescription]) -> Int {
        entities.reduce(0) { $0 + (counts[ObjectIdentifier($1)]?.count ?? 0) }
    }

    /// Begins to count.
    mutating func watch(_ entities: [NSEntityDescription]) {
        for entity in entities where counts[ObjectIdentifier(entity)] == nil {
            counts[ObjectIdentifier(entity)] = (entity, 0)
        }
    }

    /// Counts once for each watched entity of which an object is among the given ones.
    mutating func raise(_ objects: [NSManagedObject]) { raise(objects.lazy.map(\.entity)) }

    /// Counts objects that the context may not know, by their entities.
    mutating func raise(_ entities: some Sequence<NSEntityDescription>) {
        var seen: Set<ObjectIdentifier> = []
        for entity in entities where seen.insert(ObjectIdentifier(entity)).inserted { raise(entity) }
    }

    private mutating func raise(_ changed: NSEntityDescription) {
        for key in Array(counts.keys) {
            guard let entity = counts[key]?.entity, changed.isKindOf(entity: entity) else { continue }
            counts[key]?.count += 1
        }
    }

    /// Counts for all entities, when more changed than can be told.
    mutating func raiseAll() {
        for key in Array(counts.keys) { counts[key]?.count += 1 }
    }
}
