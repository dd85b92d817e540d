// SPDX-License-Identifier: Apache-2.0
// The context: its fields and every method that subclasses may override. What each method does is in
// NSManagedObjectContext+….swift; objects are found by IdentityMap.swift, changes kept by ChangeJournal.swift.

import Foundation
import PerdureStore

/// A group of managed objects that are fetched, changed and saved together.
///
/// ```swift
/// let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
/// context.persistentStoreCoordinator = coordinator
/// try context.performAndWait {
///     let person = Person(context: context)
///     person.firstName = "Ada"
///     try context.save()
/// }
/// ```
///
/// All methods but `perform` and `performAndWait` are to be called on the context's queue, and the context's objects are
/// to be used there. With `PERDURE_CONCURRENCY_DEBUG=1` in the environment, or `-com.apple.CoreData.ConcurrencyDebug 1`
/// among the program's arguments, the process stops where that is not so; `PERDURE_CONCURRENCY_DEBUG=report` writes each
/// such place to standard error once, and goes on.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // Sendable as on Apple's systems: the context may be passed around, its methods are used on its queue.

    /// Where the context's work runs.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType

    final let queue: ContextQueue
    /// Set by init, which needs self for it, and never again.
    private(set) final var link: ContextLink!
    /// Set by init, which needs self for it, and never again.
    private(set) final var queueExecutor: Executor!
    final var identities = IdentityMap()
    /// What its objects have in common.
    final var families = ObjectFamilies()
    // Exclusivity checks are off for this field, because they would be half of what noting a change costs; a context is
    // confined to its queue, and the journal lets go of objects, whose end may change others, when it is done.
    @exclusivity(unchecked) final var journal = ChangeJournal()
    /// Unchanged objects whose versions the next save checks.
    final var locked: [NSManagedObject] = []
    final var phase = Phase.idle
    /// Deleted objects whose delete rules were not applied yet.
    final var deletionQueue: [NSManagedObject] = []
    /// The event that is being reported.
    final var reportedEvent: ContextEvent?
    /// Views by which relationships were changed in this event.
    final var eventViews: [AnyObject] = []
    /// Properties that the save in progress gave other values, for their observers.
    final var savedValues: [(object: NSManagedObject, key: String)] = []
    /// Who listens to the context (Observation/).
    final let observers = ContextObservers()
    /// Lists that follow the context (Results/).
    final let listeners = EventListeners()
    /// The hasChanges that observers heard of last.
    @exclusivity(unchecked) final var toldHasChanges = false
    /// Where the rows come from.
    final var source: (any RowSource)? {
        didSet { readsNewest = source is NSPersistentStoreCoordinator }
    }
    /// Whether they come from the stores as they are now: from no parent, and no former state.
    private(set) final var readsNewest = false
    /// What undo needs besides the manager.
    final var undoState = UndoState()
    /// Whether they come from a parent context.
    final var hasParent = false
    /// Finds the objects of a child whose IDs the root has replaced.
    final var formerIDs = FormerIDs()
    /// Results with a batch size whose rows are not all read.
    final var unreadBatches: [UnreadBatches] = []
    /// Contexts that merge what this one saves.
    final let followers = Followers()
    /// What new objects that are faults were inserted with.
    final var newFaults: [ObjectIdentifier: FirstValues] = [:]
    /// Whether a child has ever read something here.
    final var isRead = false
    /// Saves that may have been committed, though it could not be found out.
    final var unsettledSaves = UnsettledSaves()
    /// How often the context has saved.
    final var savesDone = 0
    /// The first read that failed since the last rollback, where the program wants no save after it.
    final var readFailure: (any Error)?
    /// How often objects changed, by entity; nil until somebody asks.
    final var entityChanges: EntityChangeCounts?

    /// A name for people who debug.
    open var name: String?

    /// Who makes the changes; written to the history.
    open var transactionAuthor: String?

    /// What conflicts do to a save: an `NSMergePolicy`; the error policy unless it is set.
    ///
    /// An optional that is nil sets the error policy again. Stops the process for anything but a policy.
    open var mergePolicy: Any = NSMergePolicy.error {
        didSet { mergePolicy = Self.policy(mergePolicy) ?? Self.policy(oldValue) ?? .error }
    }

    /// What records the changes for undo; nil unless it is set.
    ///
    /// Each processed event registers one action for all its changes, and keeps the changed objects alive as long as it
    /// is recorded. Setting another manager, or nil, forgets this context's actions of the former one; what changed
    /// before is not undoable in the new one. Use a manager on the context's queue only.
    ///
    /// ## Compatibility
    /// See `UndoManager` for when groups begin and end without an event loop. Without `groupsByEvent` and outside of a
    /// group, each event is a group of its own.
    open var undoManager: UndoManager? {
        didSet { undoManagerChanged(from: oldValue) }
    }

    /// Whether delete rules are applied at the end of the event; when false, by the next save.
    open var propagatesDeletesAtEndOfEvent = true

    /// Whether a fault without a row becomes a deleted object; when false, firing it stops with a message.
    open var shouldDeleteInaccessibleFaults = true

    /// Whether a transient value that is `NSNull` stays when its object is refreshed with its changes.
    ///
    /// False by default: it counts as nil then, as Core Data has it (TRN-37).
    ///
    /// ## Compatibility
    /// An addition.
    public final var keepsNullWhenRefreshing = false

    /// How many seconds old a cached row may be that fills a fault; negative sets no limit, 0 reads the store.
    open var stalenessInterval: TimeInterval = -1

    /// Whether the context keeps all its objects alive; when false, only those with changes.
    open var retainsRegisteredObjects = false {
        didSet { identities.retainsAll = retainsRegisteredObjects }
    }

    /// Whether the context merges what other contexts of its coordinator save, or its parent, on its own queue.
    ///
    /// Merging happens some time after the save; the saving context's objects are not touched. A merge that cannot read
    /// the store leaves the objects as they are.
    open var automaticallyMergesChangesFromParent = false {
        didSet { follow(isFollowing: oldValue) }
    }

    /// What the application wants to remember.
    public final let userInfo = NSMutableDictionary()

    /// Makes a context; give it a coordinator next.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        concurrencyType = ct
        queue = ContextQueue(ct)
        super.init()
        link = Link(self)
        queueExecutor = Executor(self)
    }

    /// Makes a context without a queue: all of its work is done by one thread.
    @available(*, deprecated, message: "Use init(_:) with a queue")
    public override convenience init() { self.init(concurrencyType: .confinementConcurrencyType) }

    /// Makes a context; give it a coordinator next.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type.rawValue)
    }

    deinit {
        stopUndo()
        journal.unpinAll()
        queue.end(of: identities.takeAll())
        observers.finish()
        for listener in listeners.all { listener.contextEnded() }
    }

    /// The context that this one reads from and saves to, instead of a coordinator.
    ///
    /// Its unsaved changes count as stored. A save applies the changes to the parent's objects, transient values
    /// included, and writes nothing: the parent's save does. New objects bear temporary IDs until the context at the root
    /// is saved, and here until they are refreshed or fetched again. Set it while the context has neither coordinator nor
    /// objects; the child keeps its parent alive.
    ///
    /// ## Compatibility
    /// Requests for dictionaries do not see the parent's unsaved changes.
    open var parent: NSManagedObjectContext? {
        get { upperContext }
        set { connect(toParent: newValue) }
    }

    /// The coordinator that the context reads and saves through, of a child that of the context at the root.
    ///
    /// It can be set while no objects are registered and there is no parent.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { source?.coordinator }
        set { connect(to: newValue) }
    }

    // MARK: Objects

    /// The objects that were inserted since the last save.
    open var insertedObjects: Set<NSManagedObject> { onQueue().journal.objects(.inserted) }

    /// The objects that changed since the last save, without inserted and deleted ones.
    open var updatedObjects: Set<NSManagedObject> { onQueue().journal.objects(.updated) }

    /// The objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { onQueue().journal.objects(.deleted) }

    /// All objects that the context knows and that are alive.
    open var registeredObjects: Set<NSManagedObject> { onQueue().identities.allObjects }

    /// Whether there is anything to save.
    open var hasChanges: Bool { onQueue().journal.hasChanges }

    /// The registered object with an ID, or nil; touches no store.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        onQueue().registered(objectID)
    }

    /// The object with an ID: registered, or a new fault, whose row may not exist; touches no store.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        onQueue().registerFault(objectID)
    }

    /// The object with an ID: registered, or loaded from the store.
    ///
    /// - Throws: 133000 when there is no such object; what the store reports.
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        try onQueue().loadObject(objectID)
    }

    /// Inserts an object that was made without a context; takes back its deletion if it was deleted here.
    open func insert(_ object: NSManagedObject) { onQueue().insertObject(object) }

    /// Marks an object for deletion by the next save; an object that was never saved just goes.
    open func delete(_ object: NSManagedObject) { onQueue().deleteObject(object) }

    /// Chooses the store of an object that was never saved.
    ///
    /// - Parameters:
    ///   - object: an inserted object.
    ///   - store: a store whose configuration has the object's entity.
    open func assign(_ object: Any, to store: NSPersistentStore) { onQueue().assignObject(object, to: store) }

    /// Lets the next save check that the object's row is as it was fetched, although the object is unchanged.
    open func detectConflicts(for object: NSManagedObject) { onQueue().lockObject(object) }

    /// Gives inserted objects the IDs under which they will be saved.
    ///
    /// - Throws: what the store reports.
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try onQueue().makePermanent(objects)
    }

    /// Decides whether a fault without a row becomes a deleted object.
    ///
    /// - Parameters:
    ///   - fault: the object.
    ///   - oid: its ID.
    ///   - property: the property that was read, when it is known.
    /// - Returns: `shouldDeleteInaccessibleFaults`, unless overridden.
    open func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID,
        triggeredByProperty property: NSPropertyDescription?
    ) -> Bool { shouldDeleteInaccessibleFaults }

    // MARK: Changes

    /// Ends an event: applies delete rules, registers the changes for undo, and posts what changed since the last event.
    ///
    /// It closes the undo group that an earlier registration opened by itself.
    open func processPendingChanges() { onQueue().endEventAndStep() }

    /// Undoes the last step of the undo manager, after processing pending changes; does nothing without a manager.
    ///
    /// Restored values are written past the accessors; observers are told, and objects get
    /// `awake(fromSnapshotEvents:)`. An object that is back at its last saved values is clean again once the changes
    /// are processed. Costs one store access for each object that has become a fault, and what delete rules read.
    open func undo() { onQueue().undoStep() }

    /// Does again what the last `undo()` undid, after processing pending changes.
    open func redo() { onQueue().redoStep() }

    /// Writes all changes, all or nothing per store; without changes it does nothing.
    ///
    /// - Throws: validation errors (1550 to 1690), conflicts (133020, 133021), what the store reports.
    open func save() throws { try onQueue().saveChanges() }

    /// Gives up all changes: objects take their last saved values, insertions and deletions are undone.
    ///
    /// It removes all actions of the undo manager.
    open func rollback() { onQueue().rollBack() }

    /// Forgets all objects and all changes, and removes all actions of the undo manager.
    open func reset() { onQueue().resetAll() }

    /// Brings an object up to date: as a fault, or with its own unsaved changes put over the newest values.
    ///
    /// - Parameters:
    ///   - object: a registered object.
    ///   - flag: whether the object's changes are kept.
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        onQueue().refreshObject(object, keepingChanges: flag)
    }

    /// Brings all objects up to date: unchanged ones become faults, changed ones keep their changes.
    open func refreshAllObjects() { onQueue().refreshAll() }

    /// Takes over what another context saved.
    ///
    /// Updated objects that have values here are brought up to date under their own unsaved changes, and faults left
    /// as they are; inserted objects become known as faults; deleted ones that are known here are deleted. Of the
    /// notification's objects only their IDs are read. Costs no access to stores where rows are cached, else one to each.
    ///
    /// - Parameter notification: a notification of a save, with objects or with IDs.
    open func mergeChanges(fromContextDidSave notification: Notification) { onQueue().merge(notification) }

    /// Takes over what was saved outside of these contexts: by another process, another coordinator, a batch request.
    ///
    /// Runs on each context's queue and waits for it; parent contexts come before their children. IDs of unknown
    /// stores and of rows that are gone are ignored. Costs one access to each affected store for each context.
    ///
    /// - Parameters:
    ///   - changeNotificationData: IDs, or their URIs, under the keys of a save's notification.
    ///   - contexts: the contexts that take the changes over.
    open class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
        into contexts: [NSManagedObjectContext]
    ) { mergeRemote(changeNotificationData, into: contexts) }

    // MARK: Query generations

    /// The state of the stores that the context reads; nil while it is not pinned, and until a read has chosen one.
    open var queryGenerationToken: NSQueryGenerationToken? { pinnedGeneration }

    /// Lets all reads of the context see one state of its stores, whatever others save; nil lets them see the newest.
    ///
    /// With `current` the next read chooses the newest state then; with the token of another context both see the same.
    /// The context's own unsaved changes stay visible, and objects that have values keep them until they are refreshed.
    /// The context moves on to the newest state with a save that writes, a save that meets conflicts, a merge and a
    /// reset. Children read what their root reads. Rows are read from the store once for each state, not taken from
    /// the coordinator's cache, and the store's `-wal` file grows while an old state is in use.
    ///
    /// - Parameter generation: `current`, a token of the same coordinator, or nil.
    /// - Throws: 134070 for a token whose state is gone, of another coordinator, or of an archive; `CoreDataException`
    ///   for a context with a parent or without a coordinator.
    ///
    /// ## Compatibility
    /// Stores in memory and stores without a WAL are read as they are, without an error.
    open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        try onQueue().pin(to: generation)
    }

    // MARK: Observing

    /// Called when a property changes that the context observes; stops the process unless overridden.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the registration.
    ///   - object: the observed object.
    ///   - change: what the registration's options ask for.
    ///   - context: the pointer that was given at the registration.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) { ExceptionTrap.raise(ObjectErrors.unexpectedChange(keyPath, of: object, for: self)) }
}

extension NSManagedObjectContext {
    /// What the context is in the middle of.
    enum Phase {
        case idle
        case endingEvent
        /// Before the store is asked: hooks run and may change objects.
        case preparingSave
        case saving
    }
}
