// SPDX-License-Identifier: Apache-2.0
// Adds stores. Stores/Kinds/StoreTypes.swift opens the store of each type.

import Foundation
import PerdureFoundationGaps

extension NSPersistentStoreCoordinator {
    /// Opens a store and adds it; creates it when it is missing or empty, and migrates it where the options say so.
    ///
    /// - Parameters:
    ///   - type: the type of the store.
    ///   - configuration: the model's configuration whose entities live in the store; nil for all.
    ///   - storeURL: where the store is.
    ///   - options: option keys with their values; unknown keys are kept and ignored.
    /// - Returns: the store.
    /// - Throws: 134000 for an unknown type, 134100 for a store of another model version that is not to be migrated, 134130,
    ///   134140 and 134110 for one that cannot be, 134080 for a store that is already open or has the UUID of an open
    ///   one, 259 for a file that is no store, and the system's errors. The file is unchanged then, unless it is a copy with
    ///   that UUID, which may have been migrated.
    public func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Opens a store and adds it; creates it when it is missing or empty, and migrates it where the options say so.
    ///
    /// - Parameters:
    ///   - storeType: the type of the store.
    ///   - configuration: the model's configuration whose entities live in the store; nil for all.
    ///   - storeURL: where the store is; may be nil for a store in memory.
    ///   - options: option keys with their values; unknown keys are kept and ignored.
    /// - Returns: the store.
    /// - Throws: 134000 for an unknown type, 134100 for a store of another model version that is not to be migrated, 134130,
    ///   134140 and 134110 for one that cannot be, 134080 for a store that is already open or has the UUID of an open
    ///   one, 259 for a file that is no store, and the system's errors. The file is unchanged then, unless it is a copy with
    ///   that UUID, which may have been migrated.
    @discardableResult
    public func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        let store = try saveLock.alone { try openStore(storeType, configuration, storeURL, options) }
        store.publicStore.didAdd(to: self)
        postStoreChange([NSAddedPersistentStoresKey: [store.publicStore]])
        return store.publicStore
    }

    /// Opens the store of a description and adds it.
    ///
    /// - Parameters:
    ///   - storeDescription: the type, URL and options.
    ///   - block: called with the description, and with nil or the error. The call comes before this method returns;
    ///     with `shouldAddStoreAsynchronously` it comes later, on another thread.
    public func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        guard storeDescription.shouldAddStoreAsynchronously else { return add(storeDescription, block) }
        let call = UncheckedTransferCall { self.add(storeDescription, block) }
        queue.enqueue { call.body() }
    }

    private func add(
        _ description: NSPersistentStoreDescription,
        _ block: (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let url = description.completeURL
        description.hideSecrets()
        do {
            try addPersistentStore(
                ofType: description.type, configurationName: description.configuration, at: url,
                options: description.options)
            block(description, nil)
        } catch {
            block(description, error)
        }
    }

    private func openStore(
        _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any]?
    ) throws -> EngineStore {
        try managedObjectModel.finish()
        let specification = try StoreSpecification(
            type: type, configuration: configuration, url: url, options: options)
        try requireUnopened(specification)
        let store = try open(specification)
        do { try requireOwnIdentifier(store) } catch {
            // The first error is the one to report.
            try? close(store)
            throw error
        }
        state.withLock { $0.stores.append(store) }
        return store
    }

    private func open(_ specification: StoreSpecification) throws -> EngineStore {
        if let custom = AtomicStoreTypes.custom(specification.type) {
            return try custom.open(specification, for: self)
        }
        let opening = try StoreTypes.openable(specification.type).opening(specification, for: self)
        let entities = try entityNumbers(of: specification.configuration)
        let engine = try translatingErrors(specification.url) { try opening.open() }
        return EngineStore(
            engine: engine, specification: specification, entities: entities, coordinator: self)
    }

    private func requireUnopened(_ specification: StoreSpecification) throws {
        guard !specification.isPrivate, persistentStore(for: specification.url) != nil else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreOpenError,
            userInfo: [
                NSFilePathErrorKey: specification.url.path,
                NSLocalizedDescriptionKey:
                    "The store at \"\(specification.url.path)\" belongs to this coordinator already. "
                    + "Use the store that persistentStore(for:) gives, or remove it first.",
            ])
    }

    /// The numbers of a configuration's entities; nil for all.
    ///
    /// - Throws: 134020 when the model has no such configuration.
    package final func entityNumbers(of configuration: String?) throws -> Set<Int32>? {
        guard let configuration else { return nil }
        guard let entities = managedObjectModel.entities(forConfigurationName: configuration) else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleSchemaError,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The model has no configuration \"\(configuration)\". It has: "
                        + managedObjectModel.configurations.joined(separator: ", ") + "."
                ])
        }
        return Set(entities.map(\.number))
    }
}

/// Carries a caller's closure to the queue.
struct UncheckedTransferCall: @unchecked Sendable {
    // Sendable because Apple's API takes plain closures for work on another queue; the caller answers for what they
    // capture.
    let body: () -> Void
}
