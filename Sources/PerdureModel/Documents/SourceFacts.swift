// SPDX-License-Identifier: Apache-2.0
// What model sources say beside entities, configurations and requests. The facts are kept so that they can be written again.
// They have no influence on the meaning of a model.

import PerdureModelFormat

/// The facts of a model source that only tools use.
package struct SourceFacts {
    /// The composite types that the source lists; attributes have their own copies of the elements.
    var composites: [CompositeDocument] = []
    /// Attributes of the `model` element.
    var toolAttributes: [String: String] = [:]

    package init(composites: [CompositeDocument] = []) { self.composites = composites }

    init(_ document: ModelDocument) {
        composites = document.composites
        toolAttributes = document.toolAttributes
    }

    /// Sets what a document says.
    package func set(in document: inout ModelDocument) {
        document.composites = composites
        document.toolAttributes = toolAttributes
    }

    /// Adds what another source says; the first one counts when two types or attributes have one name.
    package mutating func add(_ other: SourceFacts) {
        let known = Set(composites.map(\.name))
        composites += other.composites.filter { !known.contains($0.name) }
        toolAttributes.merge(other.toolAttributes) { first, _ in first }
    }
}
