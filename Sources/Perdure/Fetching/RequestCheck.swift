// SPDX-License-Identifier: Apache-2.0
// The mistakes of a fetch request, found before any store is asked (PRE-110). Each fetch checks its combination of settings
// (ObjectFetch+Checking.swift). Predicates, sort keys and columns are checked when they are planned and translated;
// `validate(for:)` does that without a store.

import Foundation
import PerdurePredicates
import PerdureStore

/// The checks of one request.
struct RequestCheck {
    private let fetch: ObjectFetch

    init(_ fetch: ObjectFetch) { self.fetch = fetch }

    /// Checks for everything that a fetch would refuse.
    ///
    /// - Throws: the `CoreDataException` of the fetch.
    func check() throws {
        try fetch.checkCombination()
        if fetch.request.resultType == .managedObjectResultType {
            _ = try PrefetchTree(fetch.request.relationshipKeyPathsForPrefetching ?? [], from: fetch.entity)
        }
        // The mistakes of a request do not depend on its objects.
        let plan = try FetchPlanner(fetch).plan(shape: shape())
            .mapConstants { $0.stored(\.key.referenceToNothing) }
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
