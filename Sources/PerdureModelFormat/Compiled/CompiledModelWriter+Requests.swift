// SPDX-License-Identifier: Apache-2.0
// Fetch indexes and fetch requests in compiled models. Part of CompiledModelWriter.swift.

import PerdurePredicates
import PerdurePropertyList

extension CompiledModelWriter {
    mutating func add(indexes: [FetchIndexDocument], entityUID: Int) throws -> PropertyListValue {
        var fields: [PropertyListValue] = []
        for index in indexes { fields.append(try add(index, entityUID: entityUID)) }
        return builder.add(array: fields, mutable: true)
    }

    private mutating func add(_ index: FetchIndexDocument, entityUID: Int) throws -> PropertyListValue {
        let uid = builder.reserve()
        var elements: [PropertyListValue] = []
        var expressions = 0
        for element in index.elements {
            if element.expression != nil { expressions += 1 }
            elements.append(try add(element, expressionNumber: expressions, indexUID: uid))
        }
        let partial = try index.partialIndexPredicate.map { try builder.add(predicate: $0) }
        builder.define(
            uid, classes: ["NSFetchIndexDescription", "NSObject"],
            fields: [
                "NSIndexName": builder.add(string: index.name),
                "NSIndexElements": builder.add(array: elements),
                "NSPartialIndexPredicate": partial ?? KeyedArchiveBuilder.null, "NSEntity": .uid(entityUID),
            ])
        return .uid(uid)
    }

    private mutating func add(
        _ element: FetchIndexDocument.Element, expressionNumber: Int, indexUID: Int
    ) throws -> PropertyListValue {
        let name = element.propertyName ?? "expression\(expressionNumber)"
        var fields: [String: PropertyListValue] = [
            "NSPropertyName": builder.add(string: name),
            "NSFetchIndexElementType": .integer(element.isRTree ? 1 : 0),
            "NSAscending": .boolean(element.isAscending), "NSFetchIndexDescription": .uid(indexUID),
        ]
        if let expression = element.expression {
            fields["NSIndexedProperty"] = try add(
                expression: expression, name: name, resultType: element.expressionResultType)
        }
        return builder.add(classes: ["NSFetchIndexElementDescription", "NSObject"], fields: fields)
    }

    private mutating func add(
        expression: ExpressionNode, name: String, resultType: Int
    ) throws -> PropertyListValue {
        let field = try builder.add(expression: expression)
        let nameField = builder.add(string: name)
        return builder.add(
            classes: ["NSExpressionDescription", "NSPropertyDescription", "NSObject"],
            fields: [
                "NSPropertyName": nameField, "NSRenamingIdentifier": nameField,
                "NSEntity": KeyedArchiveBuilder.null,
                "NSIsOptional": .boolean(true), "NSIsReadOnly": .boolean(true), "_P": .integer(247),
                "NSExpression": field, "NSExpressionType": .integer(Int64(resultType)),
            ])
    }

    mutating func add(_ request: FetchRequestDocument) throws -> PropertyListValue {
        let null = KeyedArchiveBuilder.null
        var fields: [String: PropertyListValue] = [
            "NSEntity": reference(to: request.entityName),
            "NSPredicate": try request.predicate.map { try builder.add(predicate: $0) } ?? null,
            "NSHavingPredicate": try request.havingPredicate.map { try builder.add(predicate: $0) } ?? null,
            "NSFetchLimit": .integer(Int64(request.fetchLimit)),
            "NSFetchOffset": .integer(Int64(request.fetchOffset)),
            "NSBatchSize": .integer(Int64(request.fetchBatchSize)),
            "NSResultType": .integer(Int64(request.resultType)), "NSHasFetchRequestFlags": .boolean(true),
            "NSFetchRequestFlags": .integer(Self.flags(of: request)),
        ]
        fields["NSValuesToFetch"] = addUnlessEmpty(request.propertiesToFetch)
        fields["NSValuesToGroupBy"] = addUnlessEmpty(request.propertiesToGroupBy)
        fields["NSRelationshipKeyPathsForPrefetching"] = addUnlessEmpty(
            request.relationshipKeyPathsForPrefetching)
        let sorting = request.sortDescriptors.map { add($0) }
        fields["NSSortDescriptors"] = sorting.isEmpty ? null : builder.add(array: sorting)
        // The archive has no object for an entity outside of the model, so it keeps that entity's name.
        if fields["NSEntity"] == null, !request.entityName.isEmpty {
            fields["NSEntityName"] = builder.add(string: request.entityName)
        }
        // The next two keys are our own; Apple's reader skips them.
        if request.shouldRefreshRefetchedObjects { fields["PDRefreshesObjects"] = .boolean(true) }
        if request.hasFoundationNulls { fields["PDFoundationNulls"] = .boolean(true) }
        if request.usesCustomPlan { fields["PDCustomPlan"] = .boolean(true) }
        return builder.add(
            classes: ["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"], fields: fields)
    }

    private mutating func addUnlessEmpty(_ names: [String]) -> PropertyListValue {
        names.isEmpty ? KeyedArchiveBuilder.null : add(names: names)
    }

    private mutating func add(_ sorting: SortDocument) -> PropertyListValue {
        builder.add(
            classes: ["NSSortDescriptor", "NSObject"],
            fields: [
                "NSKey": builder.add(string: sorting.key), "NSAscending": .boolean(sorting.isAscending),
                "NSSelector": builder.add(string: sorting.selector),
            ])
    }

    private static func flags(of request: FetchRequestDocument) -> Int64 {
        var flags: Int64 = 0
        if request.returnsDistinctResults { flags |= FetchRequestFlags.returnsDistinctResults }
        if request.includesSubentities { flags |= FetchRequestFlags.includesSubentities }
        if request.includesPropertyValues { flags |= FetchRequestFlags.includesPropertyValues }
        if request.returnsObjectsAsFaults { flags |= FetchRequestFlags.returnsObjectsAsFaults }
        if request.includesPendingChanges { flags |= FetchRequestFlags.includesPendingChanges }
        return flags
    }
}
