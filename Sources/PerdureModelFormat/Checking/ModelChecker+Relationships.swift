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
        if relationship.maxCount > 0, relationship.minCount > relationship.maxCount {
            report(
                "its minimum count \(relationship.minCount) is greater than its maximum count "
                    + "\(relationship.maxCount); change one of them", entity.name, name)
        }
        if relationship.inverseName != nil { checkInverse(of: relationship, of: entity, in: destination) }
    }

    private mutating func checkInverse(
        of relationship: RelationshipDocument, of entity: EntityDocument, in destination: EntityDocument
    ) {
        let name = relationship.traits.name
        let inverseName = relationship.inverseName ?? ""
        let candidates = lineage(of: destination).flatMap(\.relationships)
        guard let inverse = candidates.first(where: { $0.traits.name == inverseName }) else {
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
            lineage(of: entity).contains { $0.name == back.name }
            || lineage(of: back).contains { $0.name == entity.name }
        if !isRelated {
            let reason =
                "its inverse '\(destination.name).\(inverseName)' leads to '\(back.name)', not back here; "
                + "change its destination, or choose another inverse"
            report(reason, entity.name, name)
        }
    }
}
