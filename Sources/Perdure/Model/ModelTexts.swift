// SPDX-License-Identifier: Apache-2.0
// What a model's localizationDictionary has people read in place of names and texts of the model.

import Foundation

/// The texts of one entity's model.
struct ModelTexts {
    private let entity: NSEntityDescription
    private let texts: [String: String]

    init(_ entity: NSEntityDescription) {
        self.entity = entity
        texts = entity.model?.localizationDictionary ?? [:]
    }

    /// A property's name: that for the entity or the nearest parent, that for all entities, or its own.
    func name(of property: String) -> String {
        if texts.isEmpty { return property }
        for owner in entity.ancestry {
            if let text = texts["Property/\(property)/Entity/\(owner.name ?? "")"] { return text }
        }
        return texts["Property/\(property)"] ?? property
    }

    /// A text that the model gives for an error.
    func error(_ text: String) -> String { texts["ErrorString/\(text)"] ?? text }
}
