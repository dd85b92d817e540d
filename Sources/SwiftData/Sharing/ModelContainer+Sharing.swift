// SPDX-License-Identifier: Apache-2.0
// The door to managed objects: one file used by classes with @Model and by a program's subclasses of NSManagedObject, in one
// process. SharedFileLink.swift tells each side what the other one saves.

import Foundation
import Perdure
import PerdureBase

extension ModelContainer {
    /// Opens the container's files for managed objects too, with classes of the program's own.
    ///
    /// ```swift
    /// let model = NSManagedObjectModel.makeManagedObjectModel(for: [Author.self])!
    /// model.entitiesByName["Author"]!.managedObjectClassName = NSStringFromClass(AuthorObject.self)
    /// let objects = try container.makePersistentContainer(managedObjectModel: model)
    /// ```
    ///
    /// Each side sees what the other one saves: contexts of models with their next fetch, the main context with the main actor's next
    /// turn, the view context when its queue has time, other contexts of managed objects with their next fetch. The result keeps this
    /// container alive.
    ///
    /// Costs the opening of each store.
    ///
    /// ## Compatibility
    /// An addition. On Apple's systems a program opens the file by two containers, and merges by their histories.
    ///
    /// - Parameter model: A model with the entities of the schema, whatever their classes.
    /// - Returns: A container whose stores are loaded.
    /// - Throws: `SwiftDataError.loadIssueModelContainer` for a container in memory, for a model with other entities, and for a store
    ///   that cannot be opened.
    public func makePersistentContainer(
        managedObjectModel model: NSManagedObjectModel
    ) throws -> NSPersistentContainer {
        try checkShared(model)
        let shared = SharedFileContainer(name: "shared", managedObjectModel: model)
        shared.persistentStoreDescriptions = configurations.map(Self.description)
        var problem: (any Error)?
        shared.loadPersistentStores { _, error in problem = problem ?? error }
        if let problem {
            throw SwiftDataError(
                .loadIssueModelContainer, "A store could not be opened for managed objects.",
                underlying: problem)
        }
        shared.link = SharedFileLink(self, shared)
        return shared
    }

    private func checkShared(_ model: NSManagedObjectModel) throws {
        if configurations.contains(where: \.isStoredInMemoryOnly) {
            throw SwiftDataError(
                .loadIssueModelContainer,
                "A store in memory cannot be opened twice: give the configuration a url.")
        }
        let (theirs, own) = (
            model.entityVersionHashesByName, coordinator.managedObjectModel.entityVersionHashesByName
        )
        let different = Set(theirs.keys).union(own.keys).filter { theirs[$0] != own[$0] }.sorted()
        guard !different.isEmpty else { return }
        throw SwiftDataError(
            .loadIssueModelContainer,
            "The managed object model and the schema differ in \(different.joined(separator: ", ")): make the model by "
                + "NSManagedObjectModel.makeManagedObjectModel(for:), or correct one of them.")
    }

    private static func description(_ configuration: ModelConfiguration) -> NSPersistentStoreDescription {
        let description = NSPersistentStoreDescription(url: configuration.url)
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        description.shouldMigrateStoreAutomatically = false
        description.isReadOnly = !configuration.allowsSave
        return description
    }
}

/// A container of managed objects that keeps its link to a container of models.
private final class SharedFileContainer: NSPersistentContainer, @unchecked Sendable {
    // Sendable as its superclass is: set up once, then only read.
    var link: SharedFileLink?
}
