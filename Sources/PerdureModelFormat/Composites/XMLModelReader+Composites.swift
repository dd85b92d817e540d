// SPDX-License-Identifier: Apache-2.0
// Reads the composite types of model sources, and gives attributes the elements of their types. Part of
// XMLModelReader.swift.

import PerdurePredicates
import PerdurePropertyList

extension XMLModelReader {
    /// The composite types of a source; a source has them at its top level.
    ///
    /// Types that share a name, which `problems()` reports, keep their own elements.
    mutating func readComposites(of root: XMLTree) throws -> [CompositeDocument] {
        try root.children(named: "composite").map { element in
            let name = try name(of: element)
            return CompositeDocument(name: name, elements: try elements(of: element, name, inside: []))
        }
    }

    /// The elements of a composite type.
    ///
    /// A missing type gives no elements, and neither does a type that holds itself; `problems()` reports both.
    mutating func elements(ofComposite name: String, inside outer: [String]) throws -> [AttributeDocument] {
        guard let composite = composites[name], !outer.contains(name) else { return [] }
        guard outer.count < ModelLimits.composites else { throw tooDeep(name, outer) }
        return try elements(of: composite, name, inside: outer)
    }

    private mutating func elements(of composite: XMLTree, _ name: String, inside outer: [String]) throws
        -> [AttributeDocument]
    {
        let members = composite.children(named: "attribute")
        remainingElements -= members.count
        guard remainingElements >= 0 else {
            let reason = "the composite '\(name)' and those inside it have too many elements"
            throw ModelFormatError(.malformed, reason, path: path)
        }
        return try members.map { try attribute($0, entity: name, inside: outer + [name]) }
    }

    private func tooDeep(_ name: String, _ outer: [String]) -> ModelFormatError {
        let user = outer.first ?? name
        return ModelFormatError(
            .malformed,
            "composite types stand more than \(ModelLimits.composites) deep inside each other, from '\(user)' to "
                + "'\(name)'; take an element out", path: path, entity: user, property: outer.last)
    }
}
