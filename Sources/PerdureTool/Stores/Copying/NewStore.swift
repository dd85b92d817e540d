// SPDX-License-Identifier: Apache-2.0
// The destination of a copy: a new file (NewFile.swift) or a new store on a server (NewServerStore.swift).

import Foundation
import Perdure
import PerdureInspection
import PerdureStore

/// A store that is being made.
protocol NewStore {
    /// The path or the URL without secrets, for people.
    var shown: String { get }

    /// Makes the empty store, of a configuration or of all entities.
    func create(_ model: NSManagedObjectModel, configuration: String?) throws
    /// Opens the store with some entities of a model, or with all of them.
    func engine(_ schema: Schema, entities: Set<Int32>?, isReadOnly: Bool) throws -> any CopyableEngine
    /// Puts the store into its place; nothing of it can fail for reasons of its contents any more.
    func finish() throws
    /// Removes all that was made.
    func abandon()
    /// An error in words that the user knows.
    func naming(_ error: any Error) -> any Error
}

extension NewStore {
    /// Creates a store through a coordinator, as a program would, and marks it as unfinished.
    func create(
        _ model: NSManagedObjectModel, configuration: String?, type: String, at url: URL,
        options: [AnyHashable: Any]?
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: type, configurationName: configuration, at: url, options: options)
        var metadata = coordinator.metadata(for: store)
        metadata[CopiedMetadata.mark] = true
        try coordinator.remove(store)
        try NSPersistentStoreCoordinator.setMetadata(
            metadata, forPersistentStoreOfType: type, at: url, options: options)
    }
}

/// Chooses the kind of a new store.
enum NewStores {
    /// The destination that a word of the command line names.
    ///
    /// - Throws: `ToolError` when a store is there already.
    static func at(_ text: String, _ arguments: Arguments) throws -> any NewStore {
        guard StorePlaces.isServer(text) else { return try NewFile(text) }
        #if PostgreSQL
        return try NewServerStore(text, arguments)
        #else
        throw StorePlaces.missingTrait
        #endif
    }
}
