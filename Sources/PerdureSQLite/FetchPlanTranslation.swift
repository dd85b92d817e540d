// SPDX-License-Identifier: Apache-2.0
// Finds the plans that SQLite stores refuse, without a store: the statement is made for the tables of a new store.

import PerdureSQL
import PerdureStore

/// Translates fetch plans without a store.
package struct FetchPlanTranslation {
    private let translator: FetchTranslator

    /// Maps the tables of a new store.
    ///
    /// - Throws: `StoreError.invalidSchema`.
    package init(_ schema: Schema) throws {
        translator = FetchTranslator(mapping: try StoreMapping(schema: schema), dialect: .sqlite)
    }

    /// Checks that a plan has a form in SQL.
    ///
    /// - Throws: `StoreError.unsupported`, as a fetch would.
    package func check(_ plan: FetchPlan) throws { _ = try translator.statement(for: plan) }
}
