// SPDX-License-Identifier: Apache-2.0
// Fetch requests in model files: the templates, and the requests of fetched properties.

import Foundation
import PerdureBase
import PerdureModelFormat
import PerdurePredicates

/// Translates requests between files and the API.
package enum FetchRequestTranslation {
    /// The request that a file describes.
    ///
    /// - Parameters:
    ///   - document: The values of the file.
    ///   - entity: The entity, when the model has it. Otherwise the request keeps only the entity's name.
    /// - Returns: The request.
    package static func request(
        of document: FetchRequestDocument, entity: NSEntityDescription?
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        var values = AnyFetchRequest()
        values.entity = entity
        values.entityName = document.entityName
        values.predicate = document.predicate.map(NSPredicate.predicate)
        values.sortDescriptors = document.sortDescriptors.isEmpty ? nil : document.sortDescriptors.map(sort)
        values.fetchLimit = document.fetchLimit
        values.fetchOffset = document.fetchOffset
        values.fetchBatchSize = document.fetchBatchSize
        values.resultType = NSFetchRequestResultType(rawValue: UInt(clamping: document.resultType))
        values.includesSubentities = document.includesSubentities
        values.includesPropertyValues = document.includesPropertyValues
        values.includesPendingChanges = document.includesPendingChanges
        values.returnsObjectsAsFaults = document.returnsObjectsAsFaults
        values.returnsDistinctResults = document.returnsDistinctResults
        values.propertiesToFetch = document.propertiesToFetch.isEmpty ? nil : document.propertiesToFetch
        values.propertiesToGroupBy = document.propertiesToGroupBy.isEmpty ? nil : document.propertiesToGroupBy
        values.havingPredicate = document.havingPredicate.map(NSPredicate.predicate)
        let paths = document.relationshipKeyPathsForPrefetching
        values.relationshipKeyPathsForPrefetching = paths.isEmpty ? nil : paths
        return NSFetchRequest<any NSFetchRequestResult>(values)
    }

    /// The data of an archived request: what a model file keeps, and what only an archive keeps.
    package static func archived(_ values: AnyFetchRequest) throws -> Data {
        if let missing = unarchivable(values) {
            throw CoreDataException.invalidArgument(
                "The fetch request for \"\(values.entity?.name ?? values.entityName ?? "")\" cannot be archived: "
                    + "\(missing). Set it again on the request that is read.")
        }
        var document = document(of: NSFetchRequest<any NSFetchRequestResult>(values))
        document.shouldRefreshRefetchedObjects = values.shouldRefreshRefetchedObjects
        document.hasFoundationNulls = values.nullSemantics == .foundation
        document.usesCustomPlan = values.usesCustomPlan
        return try ErrorTranslation.translating { try CompiledModelWriter.write(document) }
    }

    /// The request's values in an archive.
    package static func values(inArchive data: Data) throws -> AnyFetchRequest {
        let document = try ErrorTranslation.translating { try CompiledModelReader.readRequest(data) }
        var values = request(of: document, entity: nil).fetchValues
        values.entityName = document.entityName.isEmpty ? nil : document.entityName
        values.shouldRefreshRefetchedObjects = document.shouldRefreshRefetchedObjects
        values.nullSemantics = document.hasFoundationNulls ? .foundation : .sql
        values.usesCustomPlan = document.usesCustomPlan
        return values
    }

    private static func unarchivable(_ values: AnyFetchRequest) -> String? {
        if (values.sortDescriptors ?? []).contains(where: { sort($0) == nil || (try? $0.sortRule) == nil }) {
            return "a sort descriptor has no key, or an order of its own"
        }
        let properties = (values.propertiesToFetch ?? []) + (values.propertiesToGroupBy ?? [])
        if properties.contains(where: { $0 is NSExpressionDescription || names([$0]).isEmpty }) {
            return "a column is computed"
        }
        return nil
    }

    /// The document of a request in a model file.
    package static func document(of request: NSFetchRequest<any NSFetchRequestResult>) -> FetchRequestDocument
    {
        var document = FetchRequestDocument(entityName: request.entityName ?? "")
        document.predicate = request.predicate?.node
        document.sortDescriptors = (request.sortDescriptors ?? []).compactMap(sort)
        document.fetchLimit = request.fetchLimit
        document.fetchOffset = request.fetchOffset
        document.fetchBatchSize = request.fetchBatchSize
        document.resultType = Int(request.resultType.rawValue)
        document.includesSubentities = request.includesSubentities
        document.includesPropertyValues = request.includesPropertyValues
        document.includesPendingChanges = request.includesPendingChanges
        document.returnsObjectsAsFaults = request.returnsObjectsAsFaults
        document.returnsDistinctResults = request.returnsDistinctResults
        document.propertiesToFetch = names(request.propertiesToFetch)
        document.propertiesToGroupBy = names(request.propertiesToGroupBy)
        document.havingPredicate = request.havingPredicate?.node
        document.relationshipKeyPathsForPrefetching = request.relationshipKeyPathsForPrefetching ?? []
        return document
    }

    private static func sort(_ document: SortDocument) -> NSSortDescriptor {
        NSSortDescriptor(
            key: document.key, ascending: document.isAscending,
            selector: document.selector.map { Selector($0) })
    }

    /// The document of a sort descriptor; nil for a descriptor without a key.
    private static func sort(_ descriptor: NSSortDescriptor) -> SortDocument? {
        descriptor.key.map {
            SortDocument(
                key: $0, isAscending: descriptor.ascending, selector: descriptor.selector?.description)
        }
    }

    private static func names(_ properties: [Any]?) -> [String] {
        (properties ?? []).compactMap(NSEntityDescription.memberName)
    }
}
