// SPDX-License-Identifier: Apache-2.0
// Which property of a source entity each property of its destination comes from, inherited properties included.

extension PropertyLayout: Renamable {
    /// Whether both are attributes, or both relationships.
    fileprivate func isOfKind(of other: PropertyLayout) -> Bool {
        (relationship == nil) == (other.relationship == nil)
    }
}

/// The pairs of properties of two paired entities, by slot.
struct PropertyPairing {
    /// The source's slot of each slot of the destination; nil for what is added or transient.
    private(set) var sources: [Int?]
    /// The persistent slots of the source whose values are gone.
    private(set) var removed: [Int] = []
    /// Destination properties that claim one identifier or one source.
    let clashes: [(first: PropertyLayout, second: PropertyLayout)]

    /// Pairs the persistent properties; an attribute that becomes a relationship is removed and added.
    init(from source: EntityLayout, to destination: EntityLayout) {
        let old = source.properties.filter { !$0.isTransient }
        let new = destination.properties.filter { !$0.isTransient }
        let pairing = IdentifierPairing(from: old, to: new)
        clashes = pairing.clashes.map { (new[$0.first], new[$0.second]) }
        sources = Array(repeating: nil, count: destination.properties.count)
        for (place, property) in old.enumerated() {
            if let found = pairing.destinations[place], new[found].isOfKind(of: property) {
                sources[new[found].slot] = property.slot
            } else {
                removed.append(property.slot)
            }
        }
    }
}
