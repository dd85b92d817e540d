// SPDX-License-Identifier: Apache-2.0
// Checks the ends of relationships. Part of ModelDocument+Problems.swift.

extension ModelChecker {
    mutating func check(_ relationship: RelationshipDocument, of entity: EntityDocument) {
        let name = relationship.traits.name
        guard let destinationName = relationship.destinationEntityName else {
            report("the relationship has no destination entity; choose one", entity.name, name)
            return
        }
        guard let destination = entities[destinationName] else {
            report(
                "its destination entity '\(destinationName)' is not in the model; add it, or choose another one",
                entity.name, name)
            return
        }
        if relationship.inverseName != nil { checkInverse(of: relationship, of: entity, in: destination) }
    }

    private mutating func checkInverse(
        of relationship: RelationshipDocument, of entity: EntityDocument, in destination: EntityDocument
    ) {
        let name = relationship.traits.name
        let inverseName = relationship.inverseName ?? ""
        guard let inverse = lookup.relationship(inverseName, of: destination) else {
            let reason =
                "its inverse '\(inverseName)' is no relationship of the entity '\(destination.name)'; "
                + "add it there, or choose another inverse"
            report(reason, entity.name, name)
            return
        }
        guard inverse.inverseName == name else {
            let other = inverse.inverseName.map { "'\($0)'" } ?? "nothing"
            let reason =
                "its inverse '\(destination.name).\(inverseName)' names \(other) as its own inverse; "
                + "make each the inverse of the other"
            report(reason, entity.name, name)
            return
        }
        guard let back = inverse.destinationEntityName.flatMap({ entities[$0] }) else { return }
        let isRelated =
            lookup.isKind(entity, of: back.name) || lookup.isKind(back, of: entity.name)
        if !isRelated {
            let reason =
                "its inverse '\(destination.name).\(inverseName)' leads to '\(back.name)', not back here; "
                + "change its destination, or choose another inverse"
            report(reason, entity.name, name)
        }
    }
}
