// SPDX-License-Identifier: Apache-2.0
// Opens a store of a program's own class: the metadata, the nodes, and the rows that fetches search (AtomicNodeRows.swift).

import Foundation
import PerdureBase
import PerdurePropertyList
import PerdureStore

/// Opens an atomic store.
struct AtomicStoreOpener {
    let specification: StoreSpecification
    let coordinator: NSPersistentStoreCoordinator
    let storeClass: NSAtomicStore.Type

    /// Makes the store, and tells it to load its file.
    ///
    /// - Throws: 134020 for derived attributes, which the store cannot compute; 134100 when the metadata name another model;
    ///   the errors of the class.
    func open() throws -> EngineStore {
        let entities = try coordinator.entityNumbers(of: specification.configuration)
        try coordinator.managedObjectModel.refuseComputedValues(in: entities, storeType: specification.type)
        let atomicStore = storeClass.init(
            persistentStoreCoordinator: coordinator, configurationName: specification.configuration,
            at: specification.url,
            options: specification.options)
        try atomicStore.loadMetadata()
        let metadata = try specification.checkedMetadata(atomicStore.metadata ?? [:], for: coordinator)
        let engine = InMemoryEngine(
            schema: coordinator.managedObjectModel.schema, entities: entities, metadata: metadata)
        let store = AtomicEngineStore(
            of: atomicStore, engine: engine, specification: specification, entities: entities,
            coordinator: coordinator)
        atomicStore.engineStore = store
        try atomicStore.load()
        atomicStore.finishLoading()
        try coordinator.translatingErrors(specification.url) { try read(atomicStore, into: engine) }
        return store
    }

    private func read(_ atomicStore: NSAtomicStore, into engine: InMemoryEngine) throws {
        var rows = AtomicNodeRows(schema: engine.schema)
        for node in atomicStore.cacheNodes() { try rows.add(node) }
        let result = try engine.commit(rows.changes())
        guard case .conflicts(let conflicts) = result else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSFileReadCorruptFileError,
            userInfo: [
                NSFilePathErrorKey: specification.url.path,
                NSLocalizedDescriptionKey:
                    "The store \"\(specification.url.lastPathComponent)\" holds \(conflicts.count) objects that violate "
                    + "uniqueness constraints of the model.",
            ])
    }
}

extension StoreSpecification {
    /// The metadata that a program's own store has read, with the entries that every store has.
    ///
    /// - Throws: 134100 when the metadata name another model; `CoreDataException` for a value that is no property list.
    package func checkedMetadata(_ known: [String: Any], for coordinator: NSPersistentStoreCoordinator) throws
        -> [String: PropertyListValue]
    {
        let version = StoreVersion(coordinator.managedObjectModel, configuration: configuration)
        let read = try MetadataConversion.replacing([:], with: known)
        if read[NSStoreModelVersionHashesKey] != nil, !flag(NSIgnorePersistentStoreVersioningOption) {
            try version.requireCompatible(read, url: url)
        }
        var metadata = version.metadata.merging(read) { $1 }.merging(version.renewal(of: read)) { $1 }
        metadata[NSStoreTypeKey] = .string(type)
        return metadata
    }
}

extension NSAtomicStore: ProgramStoreClass {
    package static func open(
        _ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator
    )
        throws -> EngineStore
    {
        try AtomicStoreOpener(specification: specification, coordinator: coordinator, storeClass: self).open()
    }
}

extension NSPersistentStoreCoordinator {
    /// Registers a class for a store type; nil removes the registration.
    ///
    /// ## Compatibility
    /// The process stops for a class that is no subclass of NSAtomicStore or NSIncrementalStore.
    ///
    /// - Parameters:
    ///   - storeClass: a subclass of NSAtomicStore or NSIncrementalStore.
    ///   - storeType: the type to pass to `addPersistentStore`.
    public class func registerStoreClass(
        _ storeClass: AnyClass?, type storeType: NSPersistentStore.StoreType
    ) {
        registerStoreClass(storeClass, forStoreType: storeType.rawValue)
    }

    /// The store types that can be added: the built-in types and the types that programs registered.
    ///
    /// ## Compatibility
    /// Each value is a number that identifies the class, because no `NSValue` holds a class on Linux.
    public class var registeredStoreTypes: [String: NSValue] {
        let builtIn = Dictionary(
            uniqueKeysWithValues: StoreTypes.names.map { ($0, NSPersistentStore.self as AnyClass) })
        return builtIn.merging(StoreTypes.withEngines) { $1 }.merging(AtomicStoreTypes.registered) { $1 }
            .mapValues { NSNumber(value: ObjectIdentifier($0).hashValue) }
    }

    /// Registers a class for a store type; nil removes the registration.
    ///
    /// ## Compatibility
    /// The process stops for a class that is no subclass of NSAtomicStore or NSIncrementalStore.
    ///
    /// - Parameters:
    ///   - storeClass: a subclass of NSAtomicStore or NSIncrementalStore.
    ///   - storeType: the type to pass to `addPersistentStore`.
    public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
        guard let storeClass else { return AtomicStoreTypes.register(nil, type: storeType) }
        guard let programClass = storeClass as? any ProgramStoreClass.Type else {
            CoreDataException.invalidArgument(
                "\(storeClass) cannot be registered for the type \"\(storeType)\": it is no subclass of NSAtomicStore or "
                    + "NSIncrementalStore."
            ).stop()
        }
        AtomicStoreTypes.register(programClass, type: storeType)
    }
}
