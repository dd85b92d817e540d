// SPDX-License-Identifier: Apache-2.0
// Localized names and error texts of a model, from its localizationDictionary.

import Foundation

/// The texts of one entity's model.
package struct ModelTexts {
    private let entity: NSEntityDescription
    private let texts: [String: String]

    package init(_ entity: NSEntityDescription) {
        self.entity = entity
        texts = entity.model?.localizationDictionary ?? [:]
    }

    /// The localized name of a property.
    ///
    /// The text for the entity or its nearest parent wins, then the text for all entities, then the property's own name.
    package func name(of property: String) -> String {
        if texts.isEmpty { return property }
        for owner in entity.ancestry {
            if let text = texts["Property/\(property)/Entity/\(owner.name ?? "")"] { return text }
        }
        return texts["Property/\(property)"] ?? property
    }

    /// A text that the model gives for an error.
    package func error(_ text: String) -> String { texts["ErrorString/\(text)"] ?? text }
}
