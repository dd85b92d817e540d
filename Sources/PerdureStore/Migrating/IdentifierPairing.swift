// SPDX-License-Identifier: Apache-2.0
// Pairs what has names and renaming identifiers: entities, properties, elements of composites. EntityPairing.swift,
// PropertyPairing.swift and AttributeInference.swift use it.

/// What keeps its identity when its name changes.
protocol Renamable {
    var name: String { get }
    var formerName: String? { get }
}

extension Renamable {
    /// The renaming identifier; the name where there is none.
    var identifier: String {
        guard let formerName, !formerName.isEmpty else { return name }
        return formerName
    }
}

/// Which source each destination comes from, by their places in two lists.
struct IdentifierPairing {
    /// Two destinations that claim one identifier or one source.
    struct Clash {
        let first: Int
        let second: Int
    }

    /// The source of each destination; nil for an added one.
    private(set) var sources: [Int?] = []
    /// The destination of each source; nil for a removed one.
    private(set) var destinations: [Int?]
    private(set) var clashes: [Clash] = []

    /// Forms all pairs at once, so that two names may be exchanged.
    init<Source: Renamable, Destination: Renamable>(from source: [Source], to destination: [Destination]) {
        let places = SourcePlaces(source)
        destinations = Array(repeating: nil, count: source.count)
        sources.reserveCapacity(destination.count)
        var known: [String: Int] = [:]
        for (index, item) in destination.enumerated() {
            let place = places.place(of: item)
            let claim =
                known.updateValue(index, forKey: item.identifier) ?? place.flatMap { destinations[$0] }
            if let claim { clashes.append(Clash(first: claim, second: index)) }
            sources.append(claim == nil ? place : nil)
            if claim == nil, let place { destinations[place] = index }
        }
    }
}

/// The places of sources by identifier and by name.
private struct SourcePlaces {
    private let byIdentifier: [String: Int]
    private let byName: [String: Int]
    private let identifiers: [String]

    init(_ source: [some Renamable]) {
        identifiers = source.map(\.identifier)
        byIdentifier = Dictionary(zip(identifiers, source.indices)) { first, _ in first }
        byName = Dictionary(zip(source.map(\.name), source.indices)) { first, _ in first }
    }

    /// The source with the same identifier, of several the one with the same name; else the source with that name.
    func place(of destination: some Renamable) -> Int? {
        let identifier = destination.identifier
        if let namesake = byName[destination.name], identifiers[namesake] == identifier { return namesake }
        return byIdentifier[identifier] ?? byName[identifier]
    }
}
