// SPDX-License-Identifier: Apache-2.0
// Properties by name, inherited ones included. Part of NSEntityDescription.swift.

import Foundation

extension NSEntityDescription {
    /// All properties by name, inherited ones included.
    ///
    /// The dictionary is built anew at each call until the model is in use.
    public var propertiesByName: [String: NSPropertyDescription] {
        compiledForm?.propertiesByName ?? collectProperties()
    }

    /// All attributes by name, inherited ones included.
    public var attributesByName: [String: NSAttributeDescription] {
        compiledForm?.attributesByName ?? propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }

    /// All relationships by name, inherited ones included.
    public var relationshipsByName: [String: NSRelationshipDescription] {
        compiledForm?.relationshipsByName
            ?? propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }

    /// The relationships, inherited ones included, whose destination is the given entity; sorted by name.
    public func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        relationshipsByName.values.filter { $0.destinationEntity === entity }.sorted { $0.name < $1.name }
    }

    /// The properties by name, from the entity's and its ancestors' lists; the nearest declaration wins.
    package func collectProperties() -> [String: NSPropertyDescription] {
        var result: [String: NSPropertyDescription] = [:]
        for entity in ancestry {
            for property in entity.properties where result[property.name] == nil {
                result[property.name] = property
            }
        }
        return result
    }
}
