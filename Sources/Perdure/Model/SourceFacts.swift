// SPDX-License-Identifier: Apache-2.0
// What model sources say beside entities, configurations and requests: kept to be written again, and no part of a
// model's meaning.

import PerdureModelFormat

/// What a model source says for its tools.
struct SourceFacts {
    /// The composite types that the source lists; attributes carry their elements themselves.
    var composites: [CompositeDocument] = []
    /// Attributes of the `model` element.
    var toolAttributes: [String: String] = [:]

    init(composites: [CompositeDocument] = []) { self.composites = composites }

    init(_ document: ModelDocument) {
        composites = document.composites
        toolAttributes = document.toolAttributes
    }

    /// Sets what a document says.
    func set(in document: inout ModelDocument) {
        document.composites = composites
        document.toolAttributes = toolAttributes
    }

    /// Adds what another source says; of two types or attributes of one name the first counts.
    mutating func add(_ other: SourceFacts) {
        let known = Set(composites.map(\.name))
        composites += other.composites.filter { !known.contains($0.name) }
        toolAttributes.merge(other.toolAttributes) { first, _ in first }
    }
}
