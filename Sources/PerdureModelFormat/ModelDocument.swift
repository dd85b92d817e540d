// SPDX-License-Identifier: Apache-2.0
// A model file as plain values: every reader of this module returns this document, and every writer takes it.
// Entities are in EntityDocument.swift, properties in PropertyDocument.swift.

import PerdurePredicates

/// A managed object model, in which entities and properties refer to each other by name.
package struct ModelDocument: Sendable, Equatable {
    /// The entities in the order of the file; the order does not change the model's meaning.
    package var entities: [EntityDocument] = []
    package var configurations: [ConfigurationDocument] = []
    package var fetchRequestTemplates: [String: FetchRequestDocument] = [:]
    package var versionIdentifiers: Set<String> = []
    /// The composite types that the source declares at model level; a composite attribute has a copy of its type's elements.
    package var composites: [CompositeDocument] = []
    /// Attributes of the source's `model` element that inform tools only (usedWithCloudKit, sourceLanguage …).
    package var toolAttributes: [String: String] = [:]

    package init() {}

    package func entity(named name: String) -> EntityDocument? { entities.first { $0.name == name } }
}

package struct ConfigurationDocument: Sendable, Equatable {
    package var name: String
    package var entityNames: [String]
    package var toolAttributes: [String: String] = [:]

    package init(name: String, entityNames: [String]) {
        self.name = name
        self.entityNames = entityNames
    }
}

/// A fetch request template, or the request of a fetched property.
package struct FetchRequestDocument: Sendable, Equatable {
    package var entityName: String
    package var predicate: PredicateNode?
    package var sortDescriptors: [SortDocument] = []
    package var fetchLimit = 0
    package var fetchOffset = 0
    package var fetchBatchSize = 0
    /// 0 objects, 1 IDs, 2 dictionaries, 4 count.
    package var resultType = 0
    package var includesSubentities = true
    package var includesPropertyValues = true
    package var includesPendingChanges = true
    package var returnsObjectsAsFaults = true
    package var returnsDistinctResults = false
    package var propertiesToFetch: [String] = []
    package var propertiesToGroupBy: [String] = []
    package var havingPredicate: PredicateNode?
    package var relationshipKeyPathsForPrefetching: [String] = []
    package var shouldRefreshRefetchedObjects = false
    /// Whether the predicate compares nil like any other value, as in memory; otherwise nil is NULL, as in SQL.
    package var hasFoundationNulls = false
    /// Whether a server plans the statement for its values.
    package var usesCustomPlan = false

    package init(entityName: String) { self.entityName = entityName }
}

package struct SortDocument: Sendable, Equatable {
    package var key: String
    package var isAscending: Bool
    /// For example "compare:".
    package var selector: String?

    package init(key: String, isAscending: Bool, selector: String? = nil) {
        self.key = key
        self.isAscending = isAscending
        self.selector = selector
    }
}
