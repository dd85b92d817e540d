// SPDX-License-Identifier: Apache-2.0
// The entity hierarchies of a model file, in the form that the rules of models need. Readers check the depth of the
// hierarchies first; only then does any loop or recursion follow the names of a model.

import PerdurePredicates

/// The entities of a model file and their parents.
struct DocumentHierarchy: ModelHierarchy {
    let entities: [EntityDocument]
    private let places: [String: Int]

    init(_ model: ModelDocument) {
        entities = model.entities
        places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// The entity of a name; the first one if two entities have the name.
    subscript(name: String) -> EntityDocument? { places[name].map { entities[$0] } }

    func id(of entity: EntityDocument) -> String { entity.name }

    func name(of entity: EntityDocument) -> String? { entity.name }

    func parent(of entity: EntityDocument) -> ModelReference<EntityDocument> {
        reference(entity.superentityName)
    }

    func propertyNames(of entity: EntityDocument) -> [String] { entity.propertyNames }

    func propertyCount(of entity: EntityDocument) -> Int {
        entity.attributes.count + entity.relationships.count + entity.fetchedProperties.count
    }

    /// The entity that a name means.
    func reference(_ name: String?) -> ModelReference<EntityDocument> {
        guard let name else { return .none }
        return self[name].map { .known($0) } ?? .unknown(name)
    }
}

extension ModelDocument {
    /// Checks the depth of hierarchies, without following any of them twice.
    ///
    /// - Throws: `ModelFormatError` that names the first entity beyond a limit.
    package func checkDepth() throws {
        var rules = HierarchyRules(DocumentHierarchy(self))
        try rules.checkDepth { throw ModelFormatError($0) }
    }
}

extension ModelFormatError {
    /// A broken rule of models.
    package init(_ fault: ModelFault) {
        self.init(.inconsistent, fault.text.quoted("'"), entity: fault.entity, property: fault.property)
    }
}
