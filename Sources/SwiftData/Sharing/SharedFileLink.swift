// SPDX-License-Identifier: Apache-2.0
// Tells the two sides of a shared file what the other one has saved. Both have coordinators of their own, so what crosses are
// the URIs of rows.

import Foundation
import Perdure
import PerdureBase

/// The link between the contexts of models and those of managed objects.
final class SharedFileLink: @unchecked Sendable {
    // Sendable because nothing changes after init; contexts are used on their queues.

    private let models: ModelContainer
    private let box: SaveBox
    private var observation: (any NSObjectProtocol)?

    init(_ models: ModelContainer, _ objects: NSPersistentContainer) {
        self.models = models
        let ends = Ends(models: models.coordinator, objects: objects)
        let box = SaveBox(telling: ends.tellObjects)
        self.box = box
        models.stores.audience.join(box)
        let audience = models.stores.audience
        observation = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil, queue: nil
        ) { notification in
            guard let saved = ends.savedByObjects(notification) else { return }
            audience.tell(saved, except: box)
        }
    }

    deinit {
        if let observation { NotificationCenter.default.removeObserver(observation) }
    }
}

/// The coordinators of both sides.
private struct Ends: @unchecked Sendable {
    // Sendable because coordinators are, and contexts do their work on their queues.
    private let models: NSPersistentStoreCoordinator
    private weak var objects: NSPersistentContainer?
    /// Contexts that only let their coordinators forget rows.
    private let forgetting: (models: NSManagedObjectContext, objects: NSManagedObjectContext)

    init(models: NSPersistentStoreCoordinator, objects: NSPersistentContainer) {
        self.models = models
        self.objects = objects
        forgetting = (Self.context(of: models), Self.context(of: objects.persistentStoreCoordinator))
    }

    private static func context(of coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Brings a save of models to the managed objects' side.
    func tellObjects(_ saved: SavedChanges) {
        guard let view = objects?.viewContext else { return }
        let rows = SavedRows(saved)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: rows.notification, into: [forgetting.objects])
        view.perform {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: rows.notification, into: [view])
        }
    }

    /// What a context of managed objects has saved, as rows of the models' side; nil for a context of somebody else.
    func savedByObjects(_ notification: Notification) -> SavedChanges? {
        guard let context = notification.object as? NSManagedObjectContext,
            let own = objects?.persistentStoreCoordinator, context.persistentStoreCoordinator === own,
            context.parent == nil
        else { return nil }
        func ids(_ key: NSManagedObjectContext.NotificationKey) -> [NSManagedObjectID] {
            let known = notification.userInfo?[key.rawValue] as? Set<NSManagedObjectID> ?? []
            return known.compactMap {
                models.managedObjectID(forURIRepresentation: $0.uriRepresentation())
            }
        }
        var saved = SavedChanges()
        saved.inserted = ids(.insertedObjectIDs)
        saved.updated = ids(.updatedObjectIDs) + ids(.refreshedObjectIDs)
        saved.deleted = ids(.deletedObjectIDs)
        guard !saved.isEmpty else { return nil }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: SavedRows(saved).notification, into: [forgetting.models])
        return saved
    }
}

/// The rows of a save by their URIs, which both sides know.
private struct SavedRows: Sendable {
    let inserted: [URL]
    let updated: [URL]
    let deleted: [URL]

    init(_ saved: SavedChanges) {
        inserted = saved.inserted.map { $0.uriRepresentation() }
        updated = saved.updated.map { $0.uriRepresentation() }
        deleted = saved.deleted.map { $0.uriRepresentation() }
    }

    var notification: [AnyHashable: Any] {
        [NSInsertedObjectsKey: inserted, NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted]
    }
}
