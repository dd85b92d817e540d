// SPDX-License-Identifier: Apache-2.0
// A context: models in memory, and their changes. Inserting, saving, fetching and the rest are in ModelContext+….swift.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps

/// Models in memory, and what was changed since they were saved.
///
/// Use a context and its models in one isolation: on one thread at a time, or in an actor.
public class ModelContext: Equatable, SendableMetatype, FollowedContext, AutosavingContext {
    /// The keys of the notifications' user info.
    public enum NotificationKey: String, Sendable {
        /// The generation of the store.
        case queryGeneration
        /// That all models are void.
        case invalidatedAllIdentifiers
        /// The identifiers of new models.
        case insertedIdentifiers
        /// The identifiers of changed models.
        case updatedIdentifiers
        /// The identifiers of deleted models.
        case deletedIdentifiers
    }

    /// Posted before a context saves.
    public static let willSave = Notification.Name("ModelContext.willSave")
    /// Posted after a context has saved.
    public static let didSave = Notification.Name("ModelContext.didSave")

    /// The open stores of the container.
    let stores: OpenStores
    let store: ModelStoreContext
    private(set) var box: SaveBox
    let autosave = Autosave()
    let use = UseCheck()
    let followers = ContextFollowers()
    /// The context's identity in requests to stores of a program's own.
    let stateIdentifier = UUID()

    /// The container.
    public var container: ModelContainer { stores.container }

    /// Makes a context over a container's stores.
    public convenience init(_ container: ModelContainer) { self.init(container.stores) }

    init(_ stores: OpenStores) {
        self.stores = stores
        store = ModelStoreContext.withoutQueue()
        box = SaveBox(arrival: nil)
        store.persistentStoreCoordinator = stores.coordinator
        store.mergePolicy = UpsertPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        store.owner = self
        stores.audience.join(box)
        // What a program's store gave stays for one reading, so that each fetch brings its values anew.
        if !stores.participants.isEmpty { store.stalenessInterval = 0 }
        for participant in stores.participants { participant.begin(editingState) }
    }

    deinit {
        for participant in stores.participants { participant.end(editingState) }
        store.letGoAll()
    }

    /// Lets the context adopt at once what others save, and save by itself.
    @MainActor func becomeMain() {
        let reference = MainReference(context: self)
        box = SaveBox { Task { @MainActor in reference.context?.adoptSaves() } }
        stores.audience.join(box)
        autosave.runner = { body in Task { @MainActor in body() } }
        autosaveEnabled = true
        SaveAtExit.add { reference.context.map { $0.autosave.runNow($0) } }
    }

    /// The main actor's context on its way into closures.
    private struct MainReference: @unchecked Sendable {
        // Sendable because only the main actor follows the reference.
        weak var context: ModelContext?
    }

    /// Whether both are the same context.
    public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

    // MARK: State

    /// Whether changes are saved without a call: by the main actor's next turn, or after the current job of an actor.
    ///
    /// A context of neither saves by calls only. The main context also saves where the main actor ends the process, as a
    /// command-line program does at the end of its `main`.
    public var autosaveEnabled: Bool {
        get { autosave.isEnabled }
        set {
            autosave.isEnabled = newValue
            if newValue, hasChanges { noteChange() }
        }
    }

    /// Called in the context's isolation with the error of a save that nobody called; nil tells it on standard error.
    ///
    /// The changes are still there.
    ///
    /// ## Compatibility
    /// An addition.
    public var autosaveFailure: ((any Error) -> Void)? {
        get { autosave.failure }
        set { autosave.failure = newValue }
    }

    /// The author of saves in the history.
    public var author: String? {
        get { store.transactionAuthor }
        set { store.transactionAuthor = newValue }
    }

    /// Registers what is done, to be undone; nil unless the program sets one.
    public var undoManager: UndoManager? {
        get { store.undoManager }
        set { store.undoManager = newValue }
    }

    /// Whether something was inserted, changed or deleted since the last save.
    public var hasChanges: Bool { store.hasChanges }

    /// The models that are going to be inserted.
    public var insertedModelsArray: [any PersistentModel] { models(store.insertedObjects) }
    /// The models that are changed, without inserted ones.
    public var changedModelsArray: [any PersistentModel] { models(store.updatedObjects) }
    /// The models that are going to be deleted.
    public var deletedModelsArray: [any PersistentModel] { models(store.deletedObjects) }

    private func models(_ objects: Set<NSManagedObject>) -> [any PersistentModel] {
        objects.compactMap { $0 as? _ModelObject }.sorted { $0.orderNumber.number < $1.orderNumber.number }
            .compactMap { $0.model as? any PersistentModel }
    }

    /// Brings undo, inverses and delete rules up to date.
    public func processPendingChanges() {
        use.using {
            adoptSaves()
            store.processPendingChanges()
        }
        followers.tell(of: self, by: autosave.runner)
    }

    /// Adopts what other contexts have saved; models with changes keep those.
    func adoptSaves() {
        let saves = box.take()
        guard !saves.isEmpty else { return }
        for saved in saves { adopt(saved) }
        followers.tell(of: self, by: autosave.runner)
    }

    func adopt(_ saved: SavedChanges) {
        let gone = saved.deleted.compactMap { GoneModel(store.registeredObject(for: $0)) }
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: saved.notification, into: [store])
        for model in gone { model.keepValues() }
    }

    /// Something has changed: a context that saves by itself does so later.
    func noteChange() {
        use.noteChange()
        followers.request(self, by: autosave.runner)
        autosave.request(self)
    }
}

extension ModelContext: CustomDebugStringConvertible {
    /// The state, for people who debug.
    public var debugDescription: String {
        "ModelContext(inserted: \(store.insertedObjects.count), changed: \(store.updatedObjects.count), "
            + "deleted: \(store.deletedObjects.count))"
    }
}
