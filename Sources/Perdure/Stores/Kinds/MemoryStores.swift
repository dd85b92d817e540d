// SPDX-License-Identifier: Apache-2.0
// In-memory stores as a store kind (StoreKind.swift). The engine is in PerdureStore.

import Foundation
import PerdureStore

/// The type NSInMemoryStoreType.
struct MemoryStores: StoreKind {
    let type = NSInMemoryStoreType
    let files: (any StoreFiles)? = nil

    /// A store without a URL gets a unique URL.
    func resolvedURL(of url: URL?) -> URL? { url ?? URL(string: "memory://\(UUID().uuidString)") }

    func opening(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        -> any StoreOpener
    {
        InMemoryStoreOpener(specification: specification, coordinator: coordinator)
    }

    func check(_ plan: FetchPlan, for schema: Schema) throws {
        _ = try InMemoryEngine(schema: schema, entities: nil, metadata: [:]).fetch(plan)
    }
}

/// Opens an in-memory store.
struct InMemoryStoreOpener: StoreOpener {
    let specification: StoreSpecification
    let coordinator: NSPersistentStoreCoordinator

    func open() throws -> any StoreEngine {
        let model = coordinator.managedObjectModel
        var metadata = StoreVersion(model, configuration: specification.configuration).metadata
        metadata[NSStoreTypeKey] = .string(NSInMemoryStoreType)
        return InMemoryEngine(
            schema: model.schema, entities: try coordinator.entityNumbers(of: specification.configuration),
            metadata: metadata)
    }
}
