// SPDX-License-Identifier: Apache-2.0
// What a joined model takes from its parts because documents do not hold it. Part of ModelJoiner.swift.

import Foundation

extension ModelJoiner {
    /// Takes over identifiers and user info of any type, localization, what classes declare, and requests.
    func restoreValues(in result: NSManagedObjectModel) {
        result.facts.versionIdentifiers = models.reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
        let texts = models.compactMap(\.localizationDictionary)
        if !texts.isEmpty {
            result.facts.localizationDictionary = texts.reduce(into: [:]) { all, more in
                all.merge(more) { first, _ in first }
            }
        }
        let entities = result.entitiesByName
        let originals = Dictionary(grouping: models.flatMap(\.entities)) { $0.name ?? "" }
        for (name, entity) in entities { restore(entity, from: originals[name] ?? [], entities) }
        let templates = models.reduce(into: [:]) { all, model in
            all.merge(model.facts.templates) { first, _ in first }
        }
        result.facts.templates = templates.mapValues { Self.copy($0, for: entities) }
    }

    private func restore(
        _ entity: NSEntityDescription, from originals: [NSEntityDescription],
        _ entities: [String: NSEntityDescription]
    ) {
        entity.facts.userInfo = originals.first?.userInfo
        entity.facts.spotlightExpression = originals.first?.facts.spotlightExpression
        let properties = Dictionary(grouping: originals.flatMap(\.properties), by: \.name)
        for property in entity.properties {
            let originals = properties[property.name] ?? []
            property.userInfo = originals.first?.userInfo
            switch property {
            case let attribute as NSAttributeDescription:
                restore(attribute, from: originals.compactMap { $0 as? NSAttributeDescription })
            case let fetched as NSFetchedPropertyDescription:
                let original = originals.first as? NSFetchedPropertyDescription
                fetched.fetchRequest = original?.fetchRequest.map { Self.copy($0, for: entities) }
            default: break
            }
        }
    }

    /// Takes over what the class of an attribute declares; of equal definitions only one may come from a class.
    private func restore(_ attribute: NSAttributeDescription, from originals: [NSAttributeDescription]) {
        let facts = originals.map(\.attributeFacts)
        attribute.attributeFacts.swiftType = facts.lazy.compactMap(\.swiftType).first
        attribute.attributeFacts.merge = facts.lazy.compactMap(\.merge).first
        for part in attribute.parts {
            restore(part, from: originals.flatMap(\.parts).filter { $0.name == part.name })
        }
    }

    /// A copy of a request for the entity of the same name in the joined model.
    private static func copy(
        _ request: NSFetchRequest<any NSFetchRequestResult>, for entities: [String: NSEntityDescription]
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        // A copy of a request is a request.
        let copy = request.copy() as! NSFetchRequest<any NSFetchRequestResult>
        if let entity = copy.entityName.flatMap({ entities[$0] }) { copy.entity = entity }
        return copy
    }
}
