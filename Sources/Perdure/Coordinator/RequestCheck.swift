// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a fetch request, found before any store is asked (PRE-110). Each fetch looks at how its settings
// go together; predicates, sort keys and columns are looked at when they are planned and translated, which `validate(for:)`
// does without a store.

import Foundation
import PerdurePredicates
import PerdureStore

/// The checks of one request.
struct RequestCheck {
    private let fetch: ObjectFetch

    init(_ fetch: ObjectFetch) { self.fetch = fetch }

    /// Looks at settings that must not stand together.
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

    /// Looks at everything that a fetch would refuse.
    ///
    /// - Throws: `CoreDataException`, as the fetch would.
    func check() throws {
        try checkCombination()
        if fetch.request.resultType == .managedObjectResultType {
            _ = try PrefetchTree(fetch.request.relationshipKeyPathsForPrefetching ?? [], from: fetch.entity)
        }
        var plan = try FetchPlanner(fetch).plan(shape: shape())
        // What is wrong does not depend on which objects they are.
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
