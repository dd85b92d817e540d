// SPDX-License-Identifier: Apache-2.0
// Checks the names, types, constraints and indexes of one entity. Part of ModelDocument+Problems.swift.

extension ModelChecker {
    mutating func checkProperties(of entity: EntityDocument) {
        var seen: Set<String> = []
        let parent =
            entity.superentityName == entity.name ? nil : entity.superentityName.flatMap { entities[$0] }
        for name in entity.propertyNames {
            if !seen.insert(name).inserted {
                report("two properties have this name; rename one of them", entity.name, name)
            }
            if let parent, lookup.hasProperty(name, parent), !lookup.isKind(parent, of: entity.name) {
                report(
                    "a parent entity has a property of this name already; rename one of them", entity.name,
                    name)
            }
            if ReservedNames.all.contains(name) {
                report("NSManagedObject uses this name itself; choose another one", entity.name, name)
            }
        }
        for attribute in entity.attributes { check(attribute, of: entity) }
    }

    private mutating func check(_ attribute: AttributeDocument, of entity: EntityDocument) {
        let name = attribute.traits.name
        if attribute.type == AttributeType.undefined, !attribute.traits.isTransient {
            report(
                "the attribute is stored but has no type; give it one, or make it transient", entity.name,
                name)
        }
        if attribute.type == AttributeType.objectID, !attribute.traits.isTransient {
            report("an object ID cannot be stored as an attribute; use a relationship", entity.name, name)
        }
        for kind in AttributeKinds.all { kind.check(attribute, of: entity, &self) }
        checkTexts(of: attribute, entity)
        checkLimits(of: attribute, entity)
        checkDefault(of: attribute, path: name, entity)
        for kind in AttributeKinds.all { kind.checkSources(of: attribute, of: entity, &self) }
    }

    /// Members are stored attributes, elements of composites, or to-one relationships (which Apple's own models use).
    mutating func checkConstraints(of entity: EntityDocument) {
        for path in entity.uniquenessConstraints.joined() {
            let name = String(path.prefix { $0 != "." })
            if let attribute = lookup.attribute(name, of: entity)?.attribute {
                if !attribute.isStoredByProgram {
                    report(
                        "a uniqueness constraint names a transient or derived attribute; take it out of the constraint",
                        entity.name, path)
                }
            } else if let relationship = lookup.relationship(name, of: entity) {
                if relationship.traits.isTransient || relationship.maxCount != 1 {
                    report(
                        "a uniqueness constraint names a transient or to-many relationship; take it out of the constraint",
                        entity.name, path)
                }
            } else {
                report(
                    "a uniqueness constraint names this, which is no property of the entity; "
                        + "correct the name, or remove the constraint",
                    entity.name, path)
            }
        }
    }

    mutating func check(_ index: FetchIndexDocument, of entity: EntityDocument) {
        for element in index.elements {
            guard let path = element.propertyName else {
                if element.isRTree {
                    report(
                        "the R-tree index '\(index.name)' has an expression; give it an attribute",
                        entity.name)
                }
                continue
            }
            let name = String(path.prefix { $0 != "." })
            guard lookup.hasProperty(name, entity) else {
                report(
                    "the index '\(index.name)' names this, which is no property of the entity; "
                        + "correct the name, or remove the index",
                    entity.name, path)
                continue
            }
            if element.isRTree,
                let attribute = lookup.attribute(name, of: entity)?.attribute,
                !AttributeType.isNumber(attribute.type)
            {
                report(
                    "the R-tree index '\(index.name)' holds an attribute that is no number; make the index binary",
                    entity.name, path)
            }
        }
        if index.partialIndexPredicate != nil, index.elements.contains(where: \.isRTree) {
            report(
                "the R-tree index '\(index.name)' has a predicate, which only binary indexes may have; remove it",
                entity.name)
        }
    }
}
