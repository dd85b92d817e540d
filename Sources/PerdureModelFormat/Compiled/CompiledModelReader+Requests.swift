// SPDX-License-Identifier: Apache-2.0
// Fetch requests in compiled models. Part of CompiledModelReader.swift.

import PerdurePropertyList

/// The bits of `NSFetchRequestFlags`.
///
/// Files have 30 for a request with the framework's defaults and 31 with distinct results; one file has 14.
/// The meaning of each of the four higher bits is not known; the names below are our reading.
enum FetchRequestFlags {
    static let returnsDistinctResults: Int64 = 1
    static let includesSubentities: Int64 = 2
    static let includesPropertyValues: Int64 = 4
    static let returnsObjectsAsFaults: Int64 = 8
    static let includesPendingChanges: Int64 = 16
}

extension CompiledModelReader {
    /// A fetch request; nil for null.
    mutating func fetchRequest(_ field: PropertyListValue?) throws -> FetchRequestDocument? {
        guard case .instance(let instance) = try archive.resolve(field),
            instance.isKind(of: "NSFetchRequest")
        else { return nil }
        let fields = instance.fields
        let entity = try entityName(fields["NSEntity"]) ?? text(fields["NSEntityName"])
        var request = FetchRequestDocument(entityName: entity ?? "")
        request.predicate = try predicates.predicate(fields["NSPredicate"])
        request.havingPredicate = try predicates.predicate(fields["NSHavingPredicate"])
        request.sortDescriptors = try (archive.elements(fields["NSSortDescriptors"]) ?? []).compactMap {
            try sortDescriptor($0)
        }
        request.fetchLimit = number(fields["NSFetchLimit"])
        request.fetchOffset = number(fields["NSFetchOffset"])
        request.fetchBatchSize = number(fields["NSBatchSize"])
        request.resultType = number(fields["NSResultType"])
        request.propertiesToFetch = try propertyNames(fields["NSValuesToFetch"])
        request.propertiesToGroupBy = try propertyNames(fields["NSValuesToGroupBy"])
        request.relationshipKeyPathsForPrefetching = try strings(
            fields["NSRelationshipKeyPathsForPrefetching"])
        request.shouldRefreshRefetchedObjects = fields["PDRefreshesObjects"]?.booleanValue ?? false
        request.hasFoundationNulls = fields["PDFoundationNulls"]?.booleanValue ?? false
        request.usesCustomPlan = fields["PDCustomPlan"]?.booleanValue ?? false
        if fields["NSHasFetchRequestFlags"]?.booleanValue ?? true,
            let flags = fields["NSFetchRequestFlags"]?.integerValue
        {
            Self.read(flags, into: &request)
        }
        return request
    }

    private static func read(_ flags: Int64, into request: inout FetchRequestDocument) {
        request.returnsDistinctResults = flags & FetchRequestFlags.returnsDistinctResults != 0
        request.includesSubentities = flags & FetchRequestFlags.includesSubentities != 0
        request.includesPropertyValues = flags & FetchRequestFlags.includesPropertyValues != 0
        request.returnsObjectsAsFaults = flags & FetchRequestFlags.returnsObjectsAsFaults != 0
        request.includesPendingChanges = flags & FetchRequestFlags.includesPendingChanges != 0
    }

    private func number(_ field: PropertyListValue?) -> Int { Int(field?.integerValue ?? 0) }

    private func sortDescriptor(_ field: PropertyListValue) throws -> SortDocument? {
        guard case .instance(let instance) = try archive.resolve(field),
            let key = try archive.string(instance.fields["NSKey"])
        else { return nil }
        return SortDocument(
            key: key, isAscending: instance.fields["NSAscending"]?.booleanValue ?? true,
            selector: try text(instance.fields["NSSelector"]))
    }
}
