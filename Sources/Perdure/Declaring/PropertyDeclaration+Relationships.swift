// SPDX-License-Identifier: Apache-2.0
// Relationships and fetched properties in macro expansions. DeclarationBuilder.swift connects them when the model is made.

import Foundation
import PerdureModelFormat
import PerdurePredicates

extension PropertyDeclaration {
    /// Declares a relationship.
    public static func relationship(
        _ name: String, to destination: NSManagedObject.Type, isToMany: Bool = false, isOrdered: Bool = false,
        isOptional: Bool = true, isTransient: Bool = false, inverse: String? = nil,
        deleteRule: NSDeleteRule = .nullifyDeleteRule, minCount: Int = 0, maxCount: Int? = nil,
        originalName: String? = nil, hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        let count = maxCount ?? (isToMany ? 0 : 1)
        let description = NSRelationshipDescription()
        description.name = name
        description.isOptional = isOptional
        description.isTransient = isTransient
        description.relationshipFacts = RelationshipFacts(
            maxCount: count, minCount: minCount, deleteRule: deleteRule,
            isOrdered: isOrdered)
        var declaration = finished(description, AttributeNames(originalName, hashModifier), options)
        declaration.destination = destination
        declaration.inverse = inverse
        if isToMany == (count == 1) { declaration.fault = TypedErrors.wrongCount(name, isToMany: isToMany) }
        return declaration
    }

    /// Declares a fetched property.
    public static func fetched(
        _ name: String, of destination: NSManagedObject.Type, predicate: String? = nil,
        sortedBy keys: [String] = [], limit: Int = 0, originalName: String? = nil,
        hashModifier: String? = nil,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        let description = NSFetchedPropertyDescription()
        description.name = name
        // Model files mark fetched properties as transient and read-only.
        description.facts.isTransient = true
        description.facts.isReadOnly = true
        var declaration = finished(description, AttributeNames(originalName, hashModifier), options)
        declaration.destination = destination
        var request = FetchRequestDocument(entityName: "")
        request.fetchLimit = limit
        request.sortDescriptors = keys.map { key in
            SortDocument(key: String(key.drop { $0 == "-" }), isAscending: !key.hasPrefix("-"))
        }
        do {
            request.predicate = try predicate.map { try NSPredicate(validating: $0).node }
        } catch {
            declaration.fault = declaration.fault ?? TypedErrors.unreadable(predicate ?? "", of: name, error)
        }
        declaration.request = request
        return declaration
    }
}

extension NSDeleteRule {
    /// Nothing: the destination keeps a reference to a deleted object.
    public static let noAction = NSDeleteRule.noActionDeleteRule
    /// The inverse is set to nil, or loses the deleted object.
    public static let nullify = NSDeleteRule.nullifyDeleteRule
    /// The destination is deleted too.
    public static let cascade = NSDeleteRule.cascadeDeleteRule
    /// Deleting fails at save as long as there is a destination.
    public static let deny = NSDeleteRule.denyDeleteRule
}
