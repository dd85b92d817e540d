// SPDX-License-Identifier: Apache-2.0
// How often objects of an entity changed in a context. Kept results of fetches compare the counts
// (PerdurePatterns/FetchedMembers.swift). Only entities that somebody asked about are counted.

/// The changes of a context, counted by entity: at the end of each event, and by each save.
package struct EntityChangeCounts {
    private var counts: [ObjectIdentifier: (entity: NSEntityDescription, count: Int)] = [:]

    package init() {}

    /// How many times objects of some entities or their subentities changed since the first question about these
    /// entities.
    package func count(of entities: [NSEntityDescription]) -> Int {
        entities.reduce(0) { $0 + (counts[ObjectIdentifier($1)]?.count ?? 0) }
    }

    /// Begins to count.
    package mutating func watch(_ entities: [NSEntityDescription]) {
        for entity in entities where counts[ObjectIdentifier(entity)] == nil {
            counts[ObjectIdentifier(entity)] = (entity, 0)
        }
    }

    /// Counts one change of each watched entity among the given ones; the context may not know their objects.
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

    /// Counts one change of each watched entity: for changes whose entities are unknown.
    mutating func raiseAll() {
        for key in Array(counts.keys) { counts[key]?.count += 1 }
    }
}
