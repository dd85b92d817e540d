// SPDX-License-Identifier: Apache-2.0
// What makes a model unusable. The check runs when the model is put to use, and its error names entity and property. The rules
// themselves are in PerdurePredicates (ModelRules/). Here and in AttributeCheck.swift are the rules that need descriptions. The
// rules of stores are in StoreRules.swift.

import Foundation
import PerdureBase
import PerdurePredicates

/// Checks a model for contradictions.
struct ModelCheck {
    let model: NSManagedObjectModel
    private let descriptions: RuledDescriptions

    init(_ model: NSManagedObjectModel) {
        self.model = model
        descriptions = RuledDescriptions(model)
    }

    /// Checks all entities and properties.
    ///
    /// - Throws: `CoreDataException` for the first fault found.
    func run() throws {
        var hierarchy = HierarchyRules(descriptions)
        try hierarchy.check(refuse)
        for entity in model.entities { try checkChildren(of: entity) }
        try model.refuseCycles()
        var names = PropertyNameRules(descriptions)
        for entity in model.entities {
            try names.checkRepetitions(in: entity, refuse)
            for property in entity.properties { try check(property, of: entity) }
            try checkIndexes(of: entity)
        }
    }

    private func refuse(_ fault: ModelFault) throws {
        if !descriptions.tolerated.contains(fault.rule) { throw CoreDataException(fault) }
    }

    /// Checks the list of children, which only descriptions have.
    private func checkChildren(of entity: NSEntityDescription) throws {
        for child in entity.subentities where child.model !== model {
            throw ErrorMessages.foreignChild(child.name, of: entity.name)
        }
    }

    private func check(_ property: NSPropertyDescription, of entity: NSEntityDescription) throws {
        try PropertyNameRules<RuledDescriptions>.check(property.name, of: entity.name, refuse)
        switch property {
        case let attribute as NSAttributeDescription: try AttributeCheck(attribute, in: entity).run()
        case let relationship as NSRelationshipDescription:
            let rules = RelationshipRules(descriptions, relationship, of: entity)
            try rules.checkEnds(refuse)
            try rules.checkCounts(refuse)
        default: break
        }
    }

    private func checkIndexes(of entity: NSEntityDescription) throws {
        guard !entity.indexes.isEmpty else { return }
        let rules = MemberRules(of: entity.name)
        try rules.checkIndexNames(entity.indexes.map(\.name), refuse)
        let members = IndexMembers(entity)
        for index in entity.indexes { try rules.checkNames(of: members.facts(of: index), refuse) }
    }
}

/// Looks up the members that the indexes of an entity name.
struct IndexMembers {
    private let paths: MemberPaths
    private let properties: [String: NSPropertyDescription]

    init(_ entity: NSEntityDescription) {
        paths = MemberPaths(entity)
        properties = entity.collectProperties()
    }

    /// The index, as the rules of members see it.
    func facts(of index: NSFetchIndexDescription) -> RuledIndex {
        let elements = index.elements.map { element in
            RuledIndex.Element(
                path: element.propertyName, member: element.property.map(member) ?? .other,
                isRange: element.collationType == .rTree)
        }
        return RuledIndex(index.name, elements, hasPredicate: index.partialIndexPredicate != nil)
    }

    /// The member that a property stands for: an expression, a property of the entity, or an element of a composite.
    ///
    /// Nil for any other property.
    private func member(_ property: NSPropertyDescription) -> RuledMember? {
        let isKnown =
            property is NSExpressionDescription || properties[property.name] != nil
            || paths.path(of: property) != property.name
        return isKnown ? property.ruledMember : nil
    }
}
