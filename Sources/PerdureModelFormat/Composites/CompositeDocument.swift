// SPDX-License-Identifier: Apache-2.0
// Composite types of model sources. Part of ModelDocument.swift.

import PerdurePredicates

/// A composite type of a model source.
package struct CompositeDocument: Sendable, Equatable {
    package var name: String
    package var elements: [AttributeDocument]

    package init(name: String, elements: [AttributeDocument]) {
        self.name = name
        self.elements = elements
    }
}

extension ModelLimits {
    /// How many composite attributes may stand inside each other.
    package static let composites = 32
}
