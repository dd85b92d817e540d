// SPDX-License-Identifier: Apache-2.0
// Entities, their constraints and indexes, and fetch requests as elements of a model source. Part of
// XMLModelWriter.swift.

import PerdurePredicates

extension XMLModelWriter {
    mutating func element(_ entity: EntityDocument) -> SourceElement {
        var element = SourceElement("entity", ["name": entity.name])
        element.set("representedClassName", entity.className)
        element.set("parentEntity", entity.superentityName)
        element.set("isAbstract", entity.isAbstract)
        element.set("elementID", entity.renamingIdentifier)
        element.set("versionHashModifier", entity.versionHashModifier)
        element.add(entity.toolAttributes)
        for attribute in entity.attributes { element.add(self.element(attribute)) }
        for relationship in entity.relationships { element.add(Self.element(relationship)) }
        for property in entity.fetchedProperties { element.add(self.element(property)) }
        for index in entity.indexes { element.add(Self.element(index)) }
        element.add(Self.lists(entity.compoundIndexes, "compoundIndexes", "compoundIndex", "index"))
        element.add(
            Self.lists(
                entity.uniquenessConstraints, "uniquenessConstraints", "uniquenessConstraint", "constraint"))
        element.add(Self.userInfo(entity.userInfo))
        return element
    }

    private static func lists(
        _ lists: [[String]], _ outer: String, _ inner: String, _ leaf: String
    ) -> SourceElement? {
        guard !lists.isEmpty else { return nil }
        var element = SourceElement(outer)
        for list in lists {
            var child = SourceElement(inner)
            child.children = list.map { SourceElement(leaf, ["value": $0]) }
            element.add(child)
        }
        return element
    }

    private static func element(_ index: FetchIndexDocument) -> SourceElement {
        var element = SourceElement("fetchIndex", ["name": index.name])
        element.set("partialIndexPredicate", index.partialIndexPredicate.map { PredicatePrinter.format($0) })
        for member in index.elements {
            var child = SourceElement("fetchIndexElement")
            child.set("property", member.propertyName)
            if let expression = member.expression {
                child.set("expression", PredicatePrinter.format(expression))
                child.set("expressionType", AttributeType.name(of: member.expressionResultType))
            }
            child.set("type", member.isRTree ? "RTree" : "Binary")
            child.set("order", member.isAscending ? "ascending" : "descending")
            element.add(child)
        }
        return element
    }

    func element(_ request: FetchRequestDocument, name: String) -> SourceElement {
        var element = SourceElement("fetchRequest", ["name": name, "entity": request.entityName])
        element.set("predicateString", request.predicate.map { PredicatePrinter.format($0) })
        if request.resultType != 0 { element.set("resultType", String(request.resultType)) }
        if request.fetchLimit != 0 { element.set("fetchLimit", String(request.fetchLimit)) }
        if request.fetchBatchSize != 0 { element.set("fetchBatchSize", String(request.fetchBatchSize)) }
        if !request.includesSubentities { element.set("includeSubentities", "NO") }
        if !request.includesPropertyValues { element.set("includePropertyValues", "NO") }
        if !request.includesPendingChanges { element.set("includesPendingChanges", "NO") }
        if !request.returnsObjectsAsFaults { element.set("returnObjectsAsFaults", "NO") }
        element.set("returnDistinctResults", request.returnsDistinctResults)
        return element
    }
}
