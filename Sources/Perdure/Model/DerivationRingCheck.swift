// SPDX-License-Identifier: Apache-2.0
// Finds attributes that are derived from themselves. Part of ModelCheck.swift; what else a derivation must be is a rule of
// stores (DerivationCheck.swift).

import Foundation
import PerdurePredicates

/// Follows derivations; each of them leads to one attribute.
struct DerivationRingCheck {
    private let model: NSManagedObjectModel
    /// Where walks have been already.
    private var known: Set<ObjectIdentifier> = []
    /// The properties of entities that a key path led through.
    private var properties: [ObjectIdentifier: [String: NSPropertyDescription]] = [:]

    init(_ model: NSManagedObjectModel) { self.model = model }

    /// Checks all derived attributes, each once.
    ///
    /// - Throws: `CoreDataException` that names the attribute.
    func run() throws {
        var check = self
        for entity in model.entities {
            for case let attribute as NSDerivedAttributeDescription in entity.properties {
                try check.follow(attribute, entity)
            }
        }
    }

    private mutating func follow(_ start: NSDerivedAttributeDescription, _ entity: NSEntityDescription) throws
    {
        var walk: Set<ObjectIdentifier> = []
        var current: (attribute: NSDerivedAttributeDescription, entity: NSEntityDescription)? = (
            start, entity
        )
        while let (attribute, owner) = current {
            guard walk.insert(ObjectIdentifier(attribute)).inserted else {
                throw ErrorMessages.cyclicDerivation(entity: owner.name, property: attribute.name)
            }
            guard known.insert(ObjectIdentifier(attribute)).inserted else { return }
            current = source(of: attribute, owner)
        }
    }

    /// The derived attribute that another one is derived from.
    private mutating func source(
        of attribute: NSDerivedAttributeDescription, _ entity: NSEntityDescription
    ) -> (NSDerivedAttributeDescription, NSEntityDescription)? {
        guard let expression = attribute.derivationExpression, let form = try? DerivationForm(expression.node)
        else {
            return nil
        }
        switch form {
        case .clock, .aggregate(.count, _): return nil
        case .value(let keys, _), .aggregate(_, let keys):
            guard let last = keys.last else { return nil }
            var current = entity
            for key in keys.dropLast() {
                guard let step = property(key, current) as? NSRelationshipDescription,
                    let destination = step.destinationEntity
                else { return nil }
                current = destination
            }
            guard let source = property(last, current) as? NSDerivedAttributeDescription else { return nil }
            // The expression's key path starts at the entity that declares the attribute.
            return (source, source.owner ?? current)
        }
    }

    private mutating func property(_ name: String, _ entity: NSEntityDescription) -> NSPropertyDescription? {
        let id = ObjectIdentifier(entity)
        if properties[id] == nil { properties[id] = entity.propertiesByName }
        return properties[id]?[name]
    }
}
