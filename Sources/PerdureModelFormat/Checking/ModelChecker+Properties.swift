// SPDX-License-Identifier: Apache-2.0
// Checks the names, types, constraints and indexes of one entity. Part of ModelDocument+Problems.swift.

import PerdurePredicates

extension ModelChecker {
    mutating func checkProperties(of entity: EntityDocument) {
        for name in entity.propertyNames {
            report(.all { PropertyNameRules<ModelLookup>.check(name, of: entity.name, $0) })
        }
        for attribute in entity.attributes { check(attribute, of: entity) }
    }

    private mutating func check(_ attribute: AttributeDocument, of entity: EntityDocument) {
        let name = attribute.traits.name
        if !attribute.traits.isTransient {
            report(.all { AttributeRules.checkStored(attribute.ruledType, name, of: entity.name, $0) })
        }
        for kind in AttributeKinds.all { kind.check(attribute, of: entity, &self) }
        checkTexts(of: attribute, entity)
        checkLimits(of: attribute, entity)
        checkDefault(of: attribute, path: name, entity)
        for kind in AttributeKinds.all { kind.checkSources(of: attribute, of: entity, &self) }
    }

    mutating func checkConstraints(of entity: EntityDocument) {
        let rules = MemberRules(of: entity.name)
        for path in entity.uniquenessConstraints.joined() {
            report(.all { rules.checkConstraint(path, lookup.member(path, of: entity), $0) })
        }
    }

    mutating func check(_ index: FetchIndexDocument, of entity: EntityDocument) {
        let elements = index.elements.map { element in
            RuledIndex.Element(
                path: element.propertyName,
                member: element.propertyName.map { lookup.member($0, of: entity) } ?? .expression,
                isRange: element.isRTree)
        }
        let facts = RuledIndex(
            index.name, elements, hasPredicate: index.partialIndexPredicate != nil)
        let rules = MemberRules(of: entity.name)
        report(.all { rules.checkNames(of: facts, $0) })
        report(.all { rules.checkRanges(of: facts, $0) })
    }
}

extension AttributeDocument {
    /// The attribute's type as the rules of stored types see it.
    fileprivate var ruledType: RuledType {
        switch type {
        case AttributeType.undefined: .none
        case AttributeType.objectID: .objectID
        default: .value
        }
    }
}
