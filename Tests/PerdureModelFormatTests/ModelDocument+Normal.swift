// SPDX-License-Identifier: Apache-2.0
// The part of a model that compiled models hold, in their order, so that documents from different files
// can be compared.

import PerdureModelFormat

extension ModelDocument {
    /// Sorted by name, without what only tools read.
    var asCompiled: ModelDocument {
        var model = self
        model.toolAttributes = [:]
        model.composites = []
        model.entities = entities.map(\.asCompiled).sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        model.configurations = configurations.map { configuration in
            var result = configuration
            result.toolAttributes = [:]
            return result
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return model
    }
}

extension EntityDocument {
    fileprivate var asCompiled: EntityDocument {
        var entity = self
        entity.toolAttributes = [:]
        entity.attributes = attributes.map(\.asCompiled).sortedByName { $0.traits.name }
        entity.relationships = relationships.map { relationship in
            var result = relationship
            result.traits.toolAttributes = [:]
            return result
        }.sortedByName { $0.traits.name }
        entity.fetchedProperties = fetchedProperties.map { property in
            var result = property
            result.traits.toolAttributes = [:]
            return result
        }.sortedByName { $0.traits.name }
        return entity
    }
}

extension AttributeDocument {
    fileprivate var asCompiled: AttributeDocument {
        var attribute = self
        attribute.traits.toolAttributes = [:]
        attribute.compositeName = nil
        attribute.elements = elements.map(\.asCompiled)
        return attribute
    }
}

extension Array {
    fileprivate func sortedByName(_ name: (Element) -> String) -> [Element] {
        sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
    }
}
