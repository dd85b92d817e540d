// SPDX-License-Identifier: Apache-2.0
// A store over an engine that executes requests (RequestEngine.swift), and what reads it for one context.

import Foundation
import PerdureStore
import Synchronization

/// The store over the engine of a program that answers requests.
package final class RequestEngineStore: EngineStore, @unchecked Sendable {
    // Sendable because its own property is constant.

    let requests: any RequestEngine

    /// Makes the store, and tells the engine of it.
    package init(
        _ engine: any RequestEngine, _ specification: StoreSpecification, entities: Set<Int32>?,
        coordinator: NSPersistentStoreCoordinator
    ) {
        requests = engine
        super.init(engine: engine, specification: specification, entities: entities, coordinator: coordinator)
        namespace.naming = engine
        coordinator.asksContexts.store(true, ordering: .releasing)
        engine.opened(self)
    }

    package override var publicStore: NSPersistentStore { requests.publicStore }

    package override var isReadOnly: Bool {
        get { publicStore.isReadOnly }
        set { super.isReadOnly = newValue }
    }

    /// The store as one context reads it.
    func view(for context: NSManagedObjectContext) -> StoreView {
        StoreView(store: self, reader: ContextReader(requests, context), rows: rows)
    }
}

/// Reads an engine on the queue of a context.
private final class ContextReader: StoreReader, @unchecked Sendable {
    // Sendable because both properties are constant; one call on the context's queue makes the reader and uses it up.

    private let engine: any RequestEngine
    private let context: NSManagedObjectContext

    init(_ engine: any RequestEngine, _ context: NSManagedObjectContext) {
        self.engine = engine
        self.context = context
    }

    var schema: Schema { engine.schema }

    func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try engine.fetch(plan) }

    func rows(for keys: [ObjectKey]) throws -> [Row] { try engine.rows(for: keys, context) }

    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try engine.members(of: slot, for: owner, context)
    }
}
