// SPDX-License-Identifier: Apache-2.0
// What makes a composite attribute unusable. Part of PropertyCheck.swift.

import PerdureModelFormat

/// Checks the elements of one composite attribute.
struct CompositeCheck {
    let composite: NSCompositeAttributeDescription
    let entity: NSEntityDescription

    init(_ composite: NSCompositeAttributeDescription, in entity: NSEntityDescription) {
        self.composite = composite
        self.entity = entity
    }

    /// Checks the elements and those inside them.
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
                throw ErrorMessages.cyclicComposite(entity: entity.name, property: elementPath)
            }
            guard !element.name.isEmpty, seen.insert(element.name).inserted else {
                throw ErrorMessages.ambiguousElement(entity: entity.name, property: elementPath)
            }
            guard !element.isTransient, !element.isComputed else {
                throw ErrorMessages.illegalElement(entity: entity.name, property: elementPath)
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
        throw ErrorMessages.deepComposite(entity: entity.name, property: path, ModelLimits.composites)
    }
}
