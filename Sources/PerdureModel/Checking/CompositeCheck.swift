// SPDX-License-Identifier: Apache-2.0
// What makes a composite attribute unusable. Part of AttributeCheck.swift.

import PerdureBase
import PerdureModelFormat
import PerdurePredicates

/// Checks the elements of one composite attribute.
struct CompositeCheck {
    let composite: NSCompositeAttributeDescription
    let entity: NSEntityDescription

    init(_ composite: NSCompositeAttributeDescription, in entity: NSEntityDescription) {
        self.composite = composite
        self.entity = entity
    }

    /// Checks the elements, and the elements of nested composites.
    ///
    /// - Throws: `CoreDataException` that names the element.
    func run() throws { try checkElements(of: composite, path: composite.name, outer: []) }

    private func checkElements(
        of composite: NSCompositeAttributeDescription, path: String, outer: [NSAttributeDescription]
    ) throws {
        let outer = outer + [composite]
        var seen: Set<String> = []
        for element in composite.elements {
            let elementPath = "\(path).\(element.name)"
            guard !outer.contains(where: { $0 === element }) else {
                throw CoreDataException(.compositeCycle(entity.name, elementPath))
            }
            guard !element.name.isEmpty, seen.insert(element.name).inserted else {
                throw CoreDataException(.ambiguousElement(entity.name, elementPath))
            }
            guard !element.isTransient, !element.isComputed else {
                throw CoreDataException(.unstoredElement(entity.name, elementPath))
            }
            if let nested = element as? NSCompositeAttributeDescription {
                try checkDepth(of: outer, elementPath)
                try checkElements(of: nested, path: elementPath, outer: outer)
            }
            _ = try AttributeConstant(element).defaultConstant(in: entity)
        }
    }

    private func checkDepth(of outer: [NSAttributeDescription], _ path: String) throws {
        guard outer.count >= ModelLimits.composites else { return }
        throw CoreDataException(.deepComposite(entity.name, path, limit: ModelLimits.composites))
    }
}
