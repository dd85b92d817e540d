// SPDX-License-Identifier: Apache-2.0
// Errors about names that a model does not have: they list the names that it has, and say which one may be meant. All commands
// speak of entities and properties in these words.

import PerdureModelFormat
import PerdurePredicates
import PerdureStore

package enum UnknownName {
    /// The error of an entity that a model does not have.
    package static func entity(_ name: String, of model: ModelDocument, in place: String) -> InspectionError {
        entity(name, model.entities.map(\.name), in: place)
    }

    /// The error of an entity that a schema does not have.
    package static func entity(_ name: String, of schema: Schema, in place: String) -> InspectionError {
        entity(name, schema.entities.map(\.name), in: place)
    }

    private static func entity(_ name: String, _ known: [String], in place: String) -> InspectionError {
        let hint = Misspelling(name).hint(among: known)
        return InspectionError(
            "\(place): there is no entity '\(name)'; there are \(list(known))\(hint)", .usage)
    }

    /// The part of a message about a property that an entity or a composite attribute does not have.
    package static func property(_ name: String, of owner: String, _ known: [String]) -> String {
        "\(owner) has no property '\(name)'; it has \(list(known))\(Misspelling(name).hint(among: known))"
    }

    /// Why a fetch cannot run, in words that name an unknown key of its predicate where there is one.
    package static func reason(_ request: UnsupportedRequest, of plan: FetchPlan, _ schema: Schema) -> String
    {
        let paths = plan.predicate?.keyPaths ?? []
        for path in paths {
            guard let message = unknown(path, schema[plan.entity], schema) else { continue }
            // A word without quotes is a key; one that is near to no key may be meant as a text.
            return path.count > 1 || message.hasSuffix("?") ? message : message + "; a text stands in quotes"
        }
        return request.reason
    }

    /// The message about the first key of a path that its entity does not have; nil where entities have all keys.
    private static func unknown(_ path: [String], _ entity: EntityLayout, _ schema: Schema) -> String? {
        var entity = entity
        for key in path {
            if key.hasPrefix("@") || ["self", "SELF", "objectID", "entity"].contains(key) { return nil }
            guard let property = entity.property(named: key) else {
                return self.property(key, of: entity.name, entity.properties.map(\.name))
            }
            if property.isTransient { return "\(entity.name).\(key) is transient: no store has it" }
            guard let relationship = property.relationship else { return nil }
            entity = schema[relationship.destination]
        }
        return nil
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    }
}
