// SPDX-License-Identifier: Apache-2.0
// One store in the state for a read. StoreViews.swift has the stores of a coordinator.

import PerdureStore

/// A store in the state for a read, with the row cache of that state.
struct StoreView {
    let store: EngineStore
    let reader: any StoreReader
    let rows: RowCache
}

extension EngineStore {
    /// The store in its newest state at each read.
    var newest: StoreView { StoreView(store: self, reader: engine, rows: rows) }
}
