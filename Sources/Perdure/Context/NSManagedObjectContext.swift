// SPDX-License-Identifier: Apache-2.0
// The context: its fields and every method that subclasses may override. NSManagedObjectContext+….swift holds what each
// method does. IdentityMap.swift finds the objects; ChangeJournal.swift keeps the changes.

import Foundation
import PerdureBase
import PerdureFoundationGaps

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
/// Call all methods but `perform` and `performAndWait` on the context's queue, and use the context's objects only
/// there. With `PERDURE_CONCURRENCY_DEBUG=1` in the environment, or `-com.apple.CoreData.ConcurrencyDebug 1` among the
/// program's arguments, the process stops at a use on another queue. `PERDURE_CONCURRENCY_DEBUG=report` writes each
/// such use to standard error once and goes on.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // Sendable as on Apple's systems: a program may pass the context around, and uses its methods on its queue.

    /// Where the context's work runs.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType

    package final let queue: ContextQueue
    /// Set once, by init: it needs self.
    private(set) final var link: ContextLink!
    /// Set once, by init: it needs self.
    private(set) final var queueExecutor: Executor!
    final let identities = IdentityMap()
    /// The entities of the classes that were inserted.
    final var knownClasses = KnownClasses()
    /// What all objects of one entity and one store share.
    final var environments = ObjectEnvironments()
    // Exclusivity checks are off for this field: they would be half the cost of noting a change. The context is confined to
    // its queue. The end of an object may change other objects, so the journal releases objects last.
    @exclusivity(unchecked) final var journal = ChangeJournal()
    /// Unchanged objects whose versions the next save checks.
    final var locked: [NSManagedObject] = []
    final var phase = Phase.idle
    /// What changed in events that the hooks of a save have ended; nil while no hook runs.
    final var touchedByHooks: [NSManagedObject]?
    /// Deleted objects whose delete rules have not been applied yet, and revived ones that may lead to deleted ones.
    final var deletionQueue: [NSManagedObject] = []
    /// The event that is being reported.
    final var reportedEvent: ContextEvent?
    /// Views of to-many relationships through which the program changed members in this event.
    final var eventViews: [AnyObject] = []
    /// Properties whose values the save in progress has changed; their observers hear of them.
    final var savedValues: [(object: NSManagedObject, key: String)] = []
    /// The observers of the context's properties (Observation/).
    final let observers = ContextObservers()
    /// Lists that follow the context (Results/).
    package final let listeners = EventListeners()
    /// The value of hasChanges that observers were last told.
    @exclusivity(unchecked) final var toldHasChanges = false
    /// What the context is connected to: a coordinator, one of its generations, or a parent context.
    final var connection: (any RowSource)? { didSet { followConnection() } }
    /// Where the context reads its rows: its connection, which stores may be told of.
    final var source: (any RowSource)? { connection?.asked(by: self) }
    /// Whether the rows come from the stores' newest state, and not from a parent or a pinned generation.
    final var readsNewest = false
    /// What undo needs besides the manager.
    final var undoState = UndoState()
    /// Whether the rows come from a parent context.
    final var hasParent = false
    /// Finds objects by their temporary IDs after the root context has replaced those with permanent IDs.
    final var temporaryIDLookup = TemporaryIDLookup()
    /// Results with a batch size and some unread rows.
    final var unreadBatches: [UnreadBatches] = [] { didSet { tellLink() } }
    /// Contexts that adopt the saves of this context.
    final let followers = SaveFollowers()
    /// The first values of newly inserted objects that have become faults.
    final var newFaults: [ObjectIdentifier: InsertionValues] = [:]
    /// The rows that this context wrote itself; nil until a child context reads through it.
    final var ownSaves: OwnSaves?
    /// Saves with an unknown end: the transaction may have been committed, but the store could not say.
    final var inDoubtSaves = InDoubtSaves()
    /// What the save that runs now does besides in one store.
    final var companion: StoreCompanion?
    /// The objects that stores were told of; nil until such a store has one.
    final var toldObjects: ToldObjects?
    /// How often the context has saved.
    final var savesDone = 0
    /// The first read that failed since the last rollback; kept only if the program wants no save after a failed read.
    final var readFailure: (any Error)?
    /// Whether saves validate objects.
    ///
    /// A migration saves objects before they have their relationships, and validates them itself at its end.
    package final var validatesSaves = true
    /// How often objects of an entity changed; nil until somebody asks.
    package final var entityChanges: EntityChangeCounts?

    /// A name for people who debug.
    open var name: String?

    /// The author of the changes, for the persistent history.
    open var transactionAuthor: String?

    /// How a save resolves conflicts: an `NSMergePolicy`, by default the error policy.
    ///
    /// Setting an optional that is nil sets the error policy again. Setting anything but a policy stops the process.
    open var mergePolicy: Any = standardPolicy {
        didSet { mergePolicy = Self.policy(mergePolicy) ?? Self.policy(oldValue) ?? Self.standardPolicy }
    }

    /// What records the changes for undo; nil unless it is set.
    ///
    /// Each processed event registers one action for all its changes. The action keeps the changed objects alive as
    /// long as it is recorded. Setting another manager, or nil, removes this context's actions from the former manager;
    /// the new manager cannot undo earlier changes. Use a manager on the context's queue only.
    ///
    /// ## Compatibility
    /// `UndoManager` says when groups begin and end without an event loop. Without `groupsByEvent` and outside of a
    /// group, each event is a group of its own.
    open var undoManager: UndoManager? {
        didSet { undoManagerChanged(from: oldValue) }
    }

    /// Whether delete rules are applied at the end of the event; when false, by the next save.
    open var propagatesDeletesAtEndOfEvent = true

    /// Whether a fault without a row becomes a deleted object; when false, firing the fault stops with a message.
    open var shouldDeleteInaccessibleFaults = true

    /// Whether a transient value that is `NSNull` stays when its object is refreshed with its changes.
    ///
    /// False by default: as in Core Data, the value then counts as nil (TRN-37).
    ///
    /// ## Compatibility
    /// An addition.
    public final var keepsNullWhenRefreshing = false

    /// How old, in seconds, a cached row may be to fill a fault; a negative number sets no limit, 0 reads the store.
    open var stalenessInterval: TimeInterval = -1 { didSet { tellLink() } }

    /// Whether the context keeps all its objects alive; when false, only objects with changes.
    open var retainsRegisteredObjects = false {
        didSet { identities.retainsAll = retainsRegisteredObjects }
    }

    /// Whether the context merges the saves of its parent, or of other contexts of its coordinator, on its own queue.
    ///
    /// The merge happens some time after the save. It does not touch the saving context's objects. When it cannot read
    /// the store, it leaves the objects as they are.
    open var automaticallyMergesChangesFromParent = false {
        didSet { follow(isFollowing: oldValue) }
    }

    /// A dictionary for the application's own use.
    public final let userInfo = NSMutableDictionary()

    /// Makes a context; give it a coordinator next.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        concurrencyType = ct
        queue = ContextQueue(ct)
        super.init()
        link = Link(self)
        queueExecutor = Executor(self)
    }

    /// Makes a context without a queue: one thread does all of its work.
    @available(*, deprecated, message: "Use init(_:) with a queue")
    public override convenience init() { self.init(concurrencyType: .confinementConcurrencyType) }

    /// Makes a context; give it a coordinator next.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type.rawValue)
    }

    deinit {
        link.takesKnownRows.store(false, ordering: .relaxed)
        stopUndo()
        journal.unpinAll()
        queue.end(of: identities.takeAll())
        toldObjects?.tellEnd()
        observers.finish()
        for listener in listeners.all { listener.contextEnded() }
    }

    /// The context that this one reads from and saves to, instead of a coordinator.
    ///
    /// The parent's unsaved changes count as stored. A save applies the changes, transient values included, to the
    /// parent's objects; only the parent's save writes them. New objects bear temporary IDs until the root context is
    /// saved; in this context, until they are refreshed or fetched again after that save. Set the parent while the
    /// context has neither a coordinator nor objects. The child keeps its parent alive.
    ///
    /// ## Compatibility
    /// Requests for dictionaries ignore the parent's unsaved changes.
    open var parent: NSManagedObjectContext? {
        get { upperContext }
        set { connect(toParent: newValue) }
    }

    /// The coordinator of the context; for a child, the coordinator of its root context.
    ///
    /// It can be set while the context has no registered objects and no parent.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { connection?.coordinator }
        set { connect(to: newValue) }
    }

    // MARK: Objects

    /// The objects that were inserted since the last save.
    open var insertedObjects: Set<NSManagedObject> { onQueue().journal.objects(.inserted) }

    /// The objects that changed since the last save, without inserted and deleted ones.
    open var updatedObjects: Set<NSManagedObject> { onQueue().journal.objects(.updated) }

    /// The objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { onQueue().journal.objects(.deleted) }

    /// All objects that are registered in the context and alive.
    open var registeredObjects: Set<NSManagedObject> { onQueue().identities.allObjects }

    /// Whether there is anything to save.
    open var hasChanges: Bool { onQueue().journal.hasChanges }

    /// The registered object with an ID, or nil; does not read the store.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        onQueue().registered(objectID)
    }

    /// The registered object with an ID, or a new fault, whose row may not exist; does not read the store.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        onQueue().registerFault(objectID)
    }

    /// The object with an ID: registered, or loaded from the store.
    ///
    /// - Throws: 133000 when there is no such object; what the store reports.
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        try onQueue().loadObject(objectID)
    }

    /// Inserts an object that was made without a context; for an object that was deleted here, takes back the deletion.
    open func insert(_ object: NSManagedObject) { onQueue().insertObject(object) }

    /// Marks an object for deletion by the next save; an object that was never saved disappears at once.
    open func delete(_ object: NSManagedObject) { onQueue().deleteObject(object) }

    /// Chooses the store of an object that was never saved.
    ///
    /// - Parameters:
    ///   - object: an inserted object.
    ///   - store: a store whose configuration has the object's entity.
    open func assign(_ object: Any, to store: NSPersistentStore) { onQueue().assignObject(object, to: store) }

    /// Lets the next save check the row of an unchanged object: a conflict arises if the row is not as it was fetched.
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

    /// Ends an event: applies delete rules, registers the changes for undo, and posts what changed since the last
    /// event.
    ///
    /// This closes the undo group that an earlier registration opened implicitly.
    open func processPendingChanges() {
        onQueue().endEventAndStep()
        tellUnregistered()
    }

    /// Undoes the last step of the undo manager, after processing pending changes; does nothing without a manager.
    ///
    /// Undo writes the restored values without calling accessors. Observers are told, and objects get
    /// `awake(fromSnapshotEvents:)`. An object that is back at its last saved values is clean again once the changes
    /// are processed. Costs one store access for each object that has become a fault, and the reads of delete rules.
    open func undo() { onQueue().undoStep() }

    /// Redoes what the last `undo()` undid, after processing pending changes.
    open func redo() { onQueue().redoStep() }

    /// Writes all changes, all or nothing per store; does nothing without changes.
    ///
    /// - Throws: validation errors (1550 to 1690), conflicts (133020, 133021), what the store reports.
    open func save() throws { try onQueue().saveChanges() }

    /// Discards all changes: objects take their last saved values, insertions and deletions are undone.
    ///
    /// This removes all actions of the undo manager.
    open func rollback() { onQueue().rollBack() }

    /// Forgets all objects and all changes, and removes all actions of the undo manager.
    open func reset() { onQueue().resetAll() }

    /// Brings an object up to date: makes it a fault, or puts its unsaved changes over the newest values.
    ///
    /// - Parameters:
    ///   - object: a registered object.
    ///   - flag: whether the object's changes are kept.
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        onQueue().refreshObject(object, keepingChanges: flag)
    }

    /// Brings all objects up to date: unchanged ones become faults, changed ones keep their changes.
    open func refreshAllObjects() {
        onQueue().refreshAll()
        tellUnregistered()
    }

    /// Merges what another context saved.
    ///
    /// Updated objects with values get the newest values, under their own unsaved changes; faults stay faults. Inserted
    /// objects are registered as faults. Deleted objects that are registered here are deleted. Of the notification only IDs are
    /// read. Costs no store access where rows are cached, else one for each store. Where a store cannot be read, objects
    /// stay as they are, and the next read or save meets the error; `tryReading(_:)` throws it.
    ///
    /// - Parameter notification: a notification of a save, with objects or with IDs.
    open func mergeChanges(fromContextDidSave notification: Notification) { onQueue().adopt(notification) }

    /// Merges what was saved outside of these contexts: by another process, another coordinator or a batch request.
    ///
    /// Runs on each context's queue and waits for it; parent contexts come before their children. IDs of unknown stores
    /// and of deleted rows are ignored. Costs one access to each affected store for each context. Objects whose store
    /// cannot be read stay as they are, and the other contexts merge all the same; `tryReading(_:)` throws the error.
    ///
    /// - Parameters:
    ///   - changeNotificationData: IDs, or their URIs, under the keys of a save's notification.
    ///   - contexts: the contexts that merge the changes.
    open class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
        into contexts: [NSManagedObjectContext]
    ) { adoptRemoteSave(changeNotificationData, into: contexts) }

    // MARK: Query generations

    /// The state of the stores that the context reads; nil while it is not pinned, and until a read has chosen a state.
    open var queryGenerationToken: NSQueryGenerationToken? { pinnedGeneration }

    /// Pins all reads of the context to one state of its stores, whatever others save; nil lets them read the newest
    /// state.
    ///
    /// With `current`, the next read chooses the state that is newest then. With the token of another context, both
    /// contexts read the same state. The context's own unsaved changes stay visible. Objects with values keep them
    /// until they are refreshed. The context moves to the newest state when a save writes or meets conflicts, when it
    /// merges, and when it is reset. Children read the state of their root. Each state's rows are read from the store
    /// once, and not from the coordinator's row cache. The store's `-wal` file grows while an old state is in use.
    ///
    /// - Parameter generation: `current`, a token of the same coordinator, or nil.
    /// - Throws: 134070 for a token whose state is gone, of another coordinator, or of an archive; `CoreDataException`
    ///   for a context with a parent or without a coordinator.
    ///
    /// ## Compatibility
    /// Stores in memory and stores without a WAL are not pinned: their newest state is read, without an error.
    open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        try onQueue().pin(to: generation)
    }

    // MARK: Observing

    /// Called when an observed property changes; stops the process unless overridden.
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
