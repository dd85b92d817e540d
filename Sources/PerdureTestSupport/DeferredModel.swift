// SPDX-License-Identifier: Apache-2.0
// Two versions of a model of which the second has dropped much, for kills while what is left of the first is removed.

import Perdure

/// A wide model, and what stays of it.
public enum DeferredModel {
    /// How many attributes and entities the second version has dropped, of each.
    public static let dropped = 12

    /// Items with attributes, beside entities, that nobody will need.
    public static func wide() -> NSManagedObjectModel {
        let names = (0..<dropped).map { "gone\($0)" }
        let model = NSManagedObjectModel()
        model.entities =
            [entity("Item", ["name"] + names)] + (0..<dropped).map { entity("Other\($0)", ["name"]) }
        return model
    }

    /// Items with their names.
    public static func narrow() -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = [entity("Item", ["name"])]
        return model
    }

    private static func entity(_ name: String, _ attributes: [String]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = .stringAttributeType
            return attribute
        }
        return entity
    }
}
