// SPDX-License-Identifier: Apache-2.0
// The composite types of declared classes, as model sources list them. Part of DeclarationBuilder.swift.

import Foundation
import PerdureModelFormat

extension DeclarationBuilder {
    /// The facts that a model source would have: each composite type once.
    func sourceFacts() -> SourceFacts {
        var found: [CompositeDocument] = []
        func add(_ attribute: NSAttributeDescription) {
            guard let composite = attribute as? NSCompositeAttributeDescription,
                let name = composite.compositeName, !found.contains(where: { $0.name == name })
            else { return }
            let document = ModelDocumentBuilder(model).attribute(composite)
            found.append(CompositeDocument(name: name, elements: document.elements))
            composite.elements.forEach(add)
        }
        for part in parts {
            for case let attribute as NSAttributeDescription in part.entity.properties { add(attribute) }
        }
        return SourceFacts(composites: found)
    }
}
