// SPDX-License-Identifier: Apache-2.0
// The mistakes of a fetch request, found before any store is asked (PRE-110). Each fetch checks its combination of
// settings. Predicates, sort keys and columns are checked when they are planned and translated; `validate(for:)` does
// that without a store.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// The checks of one request.
struct RequestCheck {
    private let fetch: ObjectFetch

    init(_ fetch: ObjectFetch) { self.fetch = fetch }

    /// Checks for settings that exclude each other.
    ///
    /// - Throws: `CoreDataException`.
    func checkCombination() throws {
        if fetch.request.resultType != .dictionaryResultType { try refuseGroups(fetch.request) }
    }

    private func refuseGroups(_ request: AnyFetchRequest) throws {
        guard request.propertiesToGroupBy?.isEmpty ?? true, request.havingPredicate == nil else {
            throw CoreDataException.invalidArgument(
                "propertiesToGroupBy and havingPredicate are for dictionary results: set the resultType of the request "
                    + "for \"\(fetch.entity.name ?? "")\" to dictionaryResultType.")
        }
    }

    /// Checks for everything that a fetch would refuse.
    ///
    /// - Throws: the `CoreDataException` of the fetch.
    func check() throws {
        try checkCombination()
        if fetch.request.resultType == .managedObjectResultType {
            _ = try PrefetchTree(fetch.request.relationshipKeyPathsForPrefetching ?? [], from: fetch.entity)
        }
        var plan = try FetchPlanner(fetch).plan(shape: shape())
        // The mistakes of a predicate do not depend on its objects.
        plan.predicate = plan.predicate?.mapConstants { $0.stored(\.key.referenceToNothing) }
        try ErrorTranslation.translating {
            try StoreTypes.standard.check(plan, for: fetch.entity.compiled.schema)
        }
    }

    private func shape() throws -> FetchPlan.Shape {
        switch fetch.request.resultType {
        case .dictionaryResultType: .tuples(try ResultColumns(fetch).shape)
        case .countResultType: .count
        default: fetch.wantsRows ? .rows : .keys
        }
    }
}
