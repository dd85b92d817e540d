// SPDX-License-Identifier: Apache-2.0
// What SQLite stores refuse, found without a store: the statement is made for the tables that a new store would have.

import PerdureSQL
import PerdureStore

/// Translates fetch plans for no store at all.
package struct PlanTranslation {
    private let translator: FetchTranslator

    /// Maps the tables of a new store.
    ///
    /// - Throws: `StoreError.invalidSchema`.
    package init(_ schema: Schema) throws {
        translator = FetchTranslator(mapping: try StoreMapping(schema: schema), dialect: .sqlite)
    }

    /// Looks whether a plan has a form in SQL.
    ///
    /// - Throws: `StoreError.unsupported`, as a fetch would.
    package func check(_ plan: FetchPlan) throws { _ = try translator.statement(for: plan) }
}
