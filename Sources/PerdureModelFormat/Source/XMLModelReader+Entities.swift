// SPDX-License-Identifier: Apache-2.0
// Entities, their constraints and indexes, and fetch requests of model sources. Part of
// XMLModelReader.swift.

import PerdurePropertyList

extension XMLModelReader {
    mutating func entity(_ element: XMLTree) throws -> EntityDocument {
        var entity = EntityDocument(name: try name(of: element))
        var fields = SourceFields(element)
        _ = fields.text("name")
        entity.className = fields.text("representedClassName").flatMap { $0.isEmpty ? nil : $0 }
        entity.superentityName = fields.text("parentEntity").flatMap { $0.isEmpty ? nil : $0 }
        entity.isAbstract = fields.flag("isAbstract")
        entity.renamingIdentifier = fields.text("elementID").flatMap { $0 == entity.name ? nil : $0 }
        entity.versionHashModifier = fields.text("versionHashModifier").flatMap { $0.isEmpty ? nil : $0 }
        entity.toolAttributes = fields.rest
        entity.attributes = try element.children(named: "attribute").map {
            try attribute($0, entity: entity.name)
        }
        entity.relationships = try element.children(named: "relationship").map {
            try relationship($0, entity: entity.name)
        }
        entity.fetchedProperties = try element.children(named: "fetchedProperty").map {
            try fetchedProperty($0, entity: entity.name)
        }
        entity.uniquenessConstraints = Self.lists(
            element, "uniquenessConstraints", "uniquenessConstraint", "constraint")
        entity.compoundIndexes = Self.lists(element, "compoundIndexes", "compoundIndex", "index")
        entity.indexes = try element.children(named: "fetchIndex").map {
            try fetchIndex($0, entity: entity.name)
        }
        entity.userInfo = userInfo(element)
        return entity
    }

    /// The values of a list of lists; the values stand three levels down.
    private static func lists(_ element: XMLTree, _ outer: String, _ inner: String, _ leaf: String)
        -> [[String]]
    {
        element.children(named: outer).flatMap { $0.children(named: inner) }.map { list in
            list.children(named: leaf).compactMap { $0.attributes["value"] }
        }
    }

    private func fetchIndex(_ element: XMLTree, entity: String) throws -> FetchIndexDocument {
        let name = try name(of: element, entity: entity)
        let place = Place(entity: entity, property: name, line: element.line)
        return FetchIndexDocument(
            name: name,
            elements: try element.children(named: "fetchIndexElement").map { try indexElement($0, place) },
            partialIndexPredicate: try element.attributes["partialIndexPredicate"].map {
                try predicate($0, place)
            })
    }

    private func indexElement(_ element: XMLTree, _ place: Place) throws -> FetchIndexDocument.Element {
        let type =
            element.attributes["expressionType"].flatMap(AttributeType.number) ?? AttributeType.undefined
        return FetchIndexDocument.Element(
            propertyName: element.attributes["property"],
            expression: try element.attributes["expression"].map { try expression($0, place) },
            expressionResultType: type, isRTree: element.attributes["type"] == "RTree",
            isAscending: element.attributes["order"] != "descending")
    }

    /// Reads a fetch request; `owner` is the place of its fetched property, nil for a template.
    func fetchRequest(_ element: XMLTree, owner: Place?) throws -> FetchRequestDocument {
        var fields = SourceFields(element)
        var request = FetchRequestDocument(entityName: fields.text("entity") ?? "")
        let place =
            owner ?? Place(entity: request.entityName, property: fields.text("name"), line: element.line)
        request.predicate = try fields.text("predicateString").flatMap { text in
            text.isEmpty ? nil : try predicate(text, place)
        }
        request.fetchLimit = fields.integer("fetchLimit") ?? 0
        request.fetchBatchSize = fields.integer("fetchBatchSize") ?? 0
        request.resultType = fields.integer("resultType") ?? 0
        // Almost no file has these attributes; without them a compiled request has the framework's defaults.
        request.includesSubentities = fields.text("includeSubentities").map(SourceFields.isYes) ?? true
        request.includesPropertyValues = fields.text("includePropertyValues").map(SourceFields.isYes) ?? true
        request.includesPendingChanges = fields.text("includesPendingChanges").map(SourceFields.isYes) ?? true
        request.returnsObjectsAsFaults = fields.text("returnObjectsAsFaults").map(SourceFields.isYes) ?? true
        request.returnsDistinctResults = fields.flag("returnDistinctResults")
        return request
    }
}
