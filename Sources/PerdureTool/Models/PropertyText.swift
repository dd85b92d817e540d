// SPDX-License-Identifier: Apache-2.0
// Prints one line per property: its name, its type and its notes. Kinds of attributes add notes of their own
// (Kinds/).

import Foundation
import PerdureModelFormat
import PerdurePredicates

enum PropertyText {
    static func line(_ attribute: AttributeDocument) -> [String] {
        let notes =
            traits(attribute.traits) + AttributeKindTexts.inNotes.flatMap { $0.notes(attribute) }
            + attribute.traits.validations.map { "where \(PredicatePrinter.format($0.predicate))" }
        return row(attribute.traits, AttributeType.name(of: attribute.type), notes)
    }

    static func line(_ relationship: RelationshipDocument) -> [String] {
        let isToMany = relationship.maxCount != 1
        var notes = [isToMany ? (relationship.isOrdered ? "to many, ordered" : "to many") : "to one"]
        notes += traits(relationship.traits)
        if isToMany, relationship.minCount > 0 || relationship.maxCount > 0 {
            notes.append(
                "\(relationship.minCount) to \(relationship.maxCount == 0 ? "any" : String(relationship.maxCount))"
            )
        }
        notes.append(relationship.inverseName.map { "inverse \($0)" } ?? "no inverse")
        let rules = ["no action", "nullify", "cascade", "deny"]
        if rules.indices.contains(relationship.deleteRule) {
            notes.append("on delete \(rules[relationship.deleteRule])")
        }
        return row(relationship.traits, "→ \(relationship.destinationEntityName ?? "nothing")", notes)
    }

    static func line(_ property: FetchedPropertyDocument) -> [String] {
        row(property.traits, "fetched", [property.fetchRequest.map(describe) ?? "without a request"])
    }

    static func describe(_ request: FetchRequestDocument) -> String {
        var text = request.entityName
        if let predicate = request.predicate { text += " where \(PredicatePrinter.format(predicate))" }
        if !request.sortDescriptors.isEmpty {
            let terms = request.sortDescriptors.map { $0.isAscending ? $0.key : "\($0.key) descending" }
            text += " by \(terms.joined(separator: ", "))"
        }
        return request.fetchLimit > 0 ? "\(text) limit \(request.fetchLimit)" : text
    }

    private static func traits(_ traits: PropertyTraits) -> [String] {
        var notes: [String] = []
        if !traits.isOptional { notes.append("required") }
        if traits.isTransient { notes.append("transient") }
        if traits.isIndexed { notes.append("indexed") }
        if let name = traits.renamingIdentifier { notes.append("was \(name)") }
        if let modifier = traits.versionHashModifier { notes.append("hash modifier \(modifier)") }
        return notes
    }

    private static func row(_ traits: PropertyTraits, _ type: String, _ notes: [String]) -> [String] {
        [PlainText.safe(traits.name), PlainText.safe(type), PlainText.safe(notes.joined(separator: ", "))]
    }
}
