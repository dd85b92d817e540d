// SPDX-License-Identifier: Apache-2.0
// Store types whose engine a program brings along: the registration, what an engine is told when a store is opened, and the
// check of what it has opened. The contract of engines is StoreEngine in PerdureStore.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store that a program's engine is to open.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct StoreEngineRequest {
    /// The type under which the engine was registered.
    public let storeType: String
    /// Where the store is.
    public let url: URL
    /// The compiled model; the engine's `schema` must be this one.
    public let schema: Schema
    /// The numbers of the entities that the store holds; nil for all.
    public let entities: Set<Int32>?
    /// The options as they were given.
    public let options: [AnyHashable: Any]
    /// Whether the store must not be written.
    public let isReadOnly: Bool
    /// What the metadata of a new store begin with: type, UUID, and the version of the model.
    public let newMetadata: [String: PropertyListValue]

    private let version: StoreVersion
    private let ignoresVersion: Bool

    init(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator) throws {
        let model = coordinator.managedObjectModel
        storeType = specification.type
        url = specification.url
        schema = model.schema
        entities = try coordinator.entityNumbers(of: specification.configuration)
        options = specification.options ?? [:]
        isReadOnly = specification.isReadOnly
        version = StoreVersion(model, configuration: specification.configuration)
        ignoresVersion = specification.flag(NSIgnorePersistentStoreVersioningOption)
        newMetadata = version.metadata.merging(
            [NSStoreTypeKey: .string(specification.type), NSStoreUUIDKey: .string(UUID().uuidString)]
        ) { $1 }
    }

    /// Checks whether a store was made with this version of the model.
    ///
    /// Call it before rows are read: they may have other properties than the schema. The coordinator checks again.
    ///
    /// - Parameter metadata: the metadata that the store has kept.
    /// - Throws: 134100 for another version; options may turn the check off.
    public func requireCompatible(_ metadata: [String: PropertyListValue]) throws {
        guard metadata[NSStoreModelVersionHashesKey] != nil, !ignoresVersion else { return }
        try version.requireCompatible(metadata, url: url)
    }

    /// Checks what an engine has opened, and gives it the metadata that every store has.
    fileprivate func check(_ engine: any StoreEngine) throws {
        guard engine.schema === schema else {
            throw CoreDataException.invalidArgument(
                "The engine for stores of the type \"\(storeType)\" has a schema of its own. Give it the one of the request."
            )
        }
        let found = engine.metadata
        try requireCompatible(found)
        var metadata = newMetadata.merging(found) { $1 }.merging(version.renewal(of: found)) { $1 }
        metadata[NSStoreTypeKey] = .string(storeType)
        if metadata != found, !isReadOnly { try engine.setMetadata(metadata, immediately: true) }
    }
}

/// A store type whose engine a program has registered.
private struct EngineStores: StoreKind {
    let type: String
    let body: @Sendable (StoreEngineRequest) throws -> any StoreEngine

    // What an engine leaves on the disk is the program's own.
    var files: (any StoreFiles)? { nil }

    func resolvedURL(of url: URL?) -> URL? { url }

    func opening(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        -> any StoreOpener
    {
        EngineOpening(specification: specification, coordinator: coordinator, body: body)
    }

    // An engine refuses a plan when it is asked to run it.
    func check(_ plan: FetchPlan, for schema: Schema) {}
}

/// Opens a store with a program's engine.
private struct EngineOpening: StoreOpener {
    let specification: StoreSpecification
    let coordinator: NSPersistentStoreCoordinator
    let body: @Sendable (StoreEngineRequest) throws -> any StoreEngine

    func open() throws -> any StoreEngine {
        let request = try StoreEngineRequest(specification, for: coordinator)
        let engine = try body(request)
        do {
            try request.check(engine)
        } catch {
            // The first error is the one to report.
            try? engine.close()
            throw error
        }
        return engine
    }
}

extension NSPersistentStoreCoordinator {
    /// Registers an engine of the program's own for a store type; nil removes the registration.
    ///
    /// Coordinators then open stores of this type as they open those of the built-in types: pass the type to
    /// `addPersistentStore`, or set it in a description. Open stores stay as they are when a registration changes. Operations on
    /// stores that are not open, such as `metadataForPersistentStore` and `destroyPersistentStore`, do not know the type.
    ///
    /// ## Compatibility
    /// Core Data has no engines; its own stores are subclasses, see `registerStoreClass(_:forStoreType:)`.
    ///
    /// ## Stability
    /// May change in any version before 0.1.0.
    ///
    /// - Parameters:
    ///   - opening: opens or creates the store that a request names; it is called on the thread that adds the store, and what
    ///     it throws is the error of adding it. A `StoreError` becomes the error with Apple's code.
    ///   - storeType: the type to pass to `addPersistentStore`.
    /// - Throws: `CoreDataException` for a type that is built in or belongs to a registered class; nothing changes then.
    public class func registerStoreEngine(
        _ opening: (@Sendable (StoreEngineRequest) throws -> any StoreEngine)?,
        forStoreType storeType: String
    ) throws {
        if StoreTypes.builtIn(storeType) != nil {
            throw CoreDataException.invalidArgument(
                "The store type \"\(storeType)\" is built in. Register the engine under a name of its own.")
        }
        if AtomicStoreTypes.custom(storeType) != nil {
            throw CoreDataException.invalidArgument(
                "A class is registered for the store type \"\(storeType)\". Remove that registration first, or take another name."
            )
        }
        StoreTypes.registerEngine(opening.map { EngineStores(type: storeType, body: $0) }, type: storeType)
    }
}
