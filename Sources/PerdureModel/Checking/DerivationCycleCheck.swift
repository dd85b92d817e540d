// SPDX-License-Identifier: Apache-2.0
// Refuses attributes that are derived from themselves. DerivationCycles finds them. Part of ModelCheck.swift. The other rules
// for derivations are rules of stores (DerivationCheck.swift).

import Foundation
import PerdureBase
import PerdurePredicates

extension NSManagedObjectModel {
    /// Refuses derived attributes whose derivation depends on the attribute itself.
    ///
    /// - Throws: `CoreDataException` that names the first such attribute.
    func refuseCycles() throws {
        guard let ring = DerivationCycles(DescriptionLinks(self)).members().first else { return }
        throw CoreDataException(.derivationCycle(ring.entity.name, ring.name))
    }
}

/// The derivations of a model's descriptions.
private final class DescriptionLinks: DerivationLinks {
    private let model: NSManagedObjectModel
    /// A cache: the properties of each entity that a key path led through.
    private var properties: [ObjectIdentifier: [String: NSPropertyDescription]] = [:]

    init(_ model: NSManagedObjectModel) { self.model = model }

    var derivedAttributes: [DerivationNode<NSEntityDescription, ObjectIdentifier>] {
        model.entities.flatMap { entity in
            entity.properties.compactMap { $0 as? NSDerivedAttributeDescription }.map {
                DerivationNode(entity, $0.name, ObjectIdentifier($0), $0.derivationExpression?.node)
            }
        }
    }

    func destination(of relationship: String, of entity: NSEntityDescription) -> NSEntityDescription? {
        (property(relationship, entity) as? NSRelationshipDescription)?.destinationEntity
    }

    func attribute(_ name: String, of entity: NSEntityDescription) -> ObjectIdentifier? {
        property(name, entity).map { ObjectIdentifier($0) }
    }

    private func property(_ name: String, _ entity: NSEntityDescription) -> NSPropertyDescription? {
        let id = ObjectIdentifier(entity)
        if properties[id] == nil { properties[id] = entity.propertiesByName }
        return properties[id]?[name]
    }
}
