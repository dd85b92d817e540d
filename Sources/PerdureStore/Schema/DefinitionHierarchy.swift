// SPDX-License-Identifier: Apache-2.0
// The definitions of a schema, as the rules of models see them. Models have been checked before they are compiled; definitions
// written by hand are checked here.

import PerdurePredicates

/// The entities of a schema by name.
struct DefinitionHierarchy: ModelHierarchy {
    let entities: [EntityDefinition]
    let definitions: [String: EntityDefinition]

    init(_ entities: [EntityDefinition]) {
        self.entities = entities
        definitions = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Checks what numbering relies on: names and parents.
    ///
    /// - Throws: `StoreError.invalidSchema` for the first broken rule.
    func check() throws {
        var hierarchy = HierarchyRules(self)
        try hierarchy.check { throw StoreError.invalidSchema($0) }
        var names = PropertyNameRules(self)
        for entity in entities {
            try names.checkRepetitions(in: entity) { throw StoreError.invalidSchema($0) }
        }
    }

    func id(of entity: EntityDefinition) -> String { entity.name }

    func name(of entity: EntityDefinition) -> String? { entity.name }

    func parent(of entity: EntityDefinition) -> ModelReference<EntityDefinition> {
        guard let name = entity.superentity else { return .none }
        return definitions[name].map { .known($0) } ?? .unknown(name)
    }

    func propertyNames(of entity: EntityDefinition) -> [String] { entity.properties.map(\.name) }

    func propertyCount(of entity: EntityDefinition) -> Int { entity.properties.count }
}

extension StoreError {
    /// A broken rule of models.
    static func invalidSchema(_ fault: ModelFault) -> StoreError {
        let place = [fault.entity, fault.property].compactMap(\.self).joined(separator: ".")
        return .invalidSchema("\"\(place)\": \(fault.text.quoted("\""))")
    }
}
