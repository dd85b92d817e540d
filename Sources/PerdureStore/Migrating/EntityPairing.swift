// SPDX-License-Identifier: Apache-2.0
// Which entity of the source each entity of the destination comes from.

extension EntityLayout: Renamable {}

/// The pairs of entities of two schemas, by number.
struct EntityPairing {
    private let pairing: IdentifierPairing
    /// Destination entities that claim one identifier or one source.
    let clashes: [(first: EntityLayout, second: EntityLayout)]

    init(from source: Schema, to destination: Schema) {
        let pairing = IdentifierPairing(from: source.entities, to: destination.entities)
        self.pairing = pairing
        clashes = pairing.clashes.map {
            (destination.entities[$0.first], destination.entities[$0.second])
        }
    }

    /// The source of a destination's entity; nil for an added one.
    func source(of destination: Int32) -> Int32? {
        pairing.sources[Int(destination) - 1].map { Int32($0 + 1) }
    }

    /// What becomes of a source's entity; nil for a removed one.
    func destination(of source: Int32) -> Int32? {
        pairing.destinations[Int(source) - 1].map { Int32($0 + 1) }
    }
}
