// SPDX-License-Identifier: Apache-2.0
// The base class of stores that programs write for data which are read piece by piece: servers, folders, other databases.
// NSIncrementalStoreNode.swift has an object's values, IncrementalEngine.swift is the way from a coordinator to here.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel

/// A store whose objects a program reads and writes one by one.
///
/// Register a subclass with `NSPersistentStoreCoordinator.registerStoreClass(_:type:)`. Override `type`, `loadMetadata()`,
/// `execute(_:with:)`, `newValuesForObject(with:with:)`, `newValue(forRelationship:forObjectWith:with:)` and
/// `obtainPermanentIDs(for:)`. An object's values are asked for when its fault fires, and stay in the coordinator's row cache; its
/// to-many relationships are asked for when they are read. What an override throws is what the fetch or the save throws.
///
/// A save calls `obtainPermanentIDs(for:)` once with all new objects of the store, then compares the versions of changed, deleted
/// and locked objects with the newest nodes that the store has given, then calls `execute(_:with:)`. After it the nodes of the
/// written objects are asked for, so that objects have the versions and the values that the store gave them.
///
/// ## Compatibility
/// `init(persistentStoreCoordinator:configurationName:at:options:)` is `required`: where code for Apple's systems has
/// `override init`, write `required init`. A to-one relationship that a node lacks is asked for with the node, not later.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
    // Sendable because a lock guards what changes; subclasses guard their own state.

    private let state = Lock(State())

    private struct State {
        var metadata: [String: Any] = [:]
        var newIdentifier: String?
        var references = ObjectReferences()
        weak var engineStore: EngineStore?
    }

    /// Makes a store object; nothing is read yet.
    ///
    /// - Parameters:
    ///   - coordinator: the coordinator that adds it.
    ///   - configurationName: the configuration whose entities the store holds; nil for all entities.
    ///   - url: the URL of the store.
    ///   - options: the options for adding the store.
    public required override init(
        persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?, configurationName: String?,
        at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
            options: options)
    }

    // MARK: To override

    /// Checks that the store can be used, and sets `metadata`; called once while the store is added.
    ///
    /// The metadata need the type under `NSStoreTypeKey` and the UUID under `NSStoreUUIDKey`; for a new store `identifier` has one.
    /// An empty file is a new store.
    ///
    /// - Throws: the error when the store cannot be used; it is then not added. The base class sets no metadata.
    open override func loadMetadata() throws {}

    /// Executes a request.
    ///
    /// - Parameters:
    ///   - request: a fetch request; an `NSSaveChangesRequest`, whose sets are nil when only metadata are to be saved; or a batch
    ///     request.
    ///   - context: the context that asks.
    /// - Returns: for a fetch request, by its result type, an array of objects that `context.object(with:)` has made, of IDs, of
    ///   dictionaries, or with the number of objects; for a save request an empty array; for a batch request an object of its
    ///   class of results.
    /// - Throws: the error of the fetch or the save. The base class executes nothing and throws 134091.
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws
        -> Any
    {
        throw IncrementalErrors.notOverridden(self, "execute(_:with:)")
    }

    /// The values of an object.
    ///
    /// - Parameters:
    ///   - objectID: the object's ID.
    ///   - context: the context that asks.
    /// - Returns: the values and their version.
    /// - Throws: 133000 when there is no such object, so that its fault cannot be fulfilled; any other error when it cannot be
    ///   read. The base class throws 134091.
    open func newValuesForObject(with objectID: NSManagedObjectID, with context: NSManagedObjectContext)
        throws
        -> NSIncrementalStoreNode
    {
        throw IncrementalErrors.notOverridden(self, "newValuesForObject(with:with:)")
    }

    /// The value of a relationship.
    ///
    /// - Parameters:
    ///   - relationship: the relationship.
    ///   - objectID: the ID of the object that has it.
    ///   - context: the context that asks.
    /// - Returns: the ID of a to-one relationship's destination, or `NSNull`; an array or a set of IDs for a to-many relationship,
    ///   in the order of an ordered one.
    /// - Throws: the error when it cannot be read. The base class throws 134091.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        throw IncrementalErrors.notOverridden(self, "newValue(forRelationship:forObjectWith:with:)")
    }

    /// Permanent IDs for new objects.
    ///
    /// Make each with `newObjectID(for:referenceObject:)`. An object gets its ID before it is saved; when the save fails, the next
    /// one does not ask again.
    ///
    /// - Parameter array: new objects.
    /// - Returns: an ID for each object, in their order.
    /// - Throws: the error of the save. The base class throws 134091.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        throw IncrementalErrors.notOverridden(self, "obtainPermanentIDs(for:)")
    }

    /// An identifier for a new store at a URL; a UUID unless overridden.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Called after a context has registered objects of the store; does nothing unless overridden.
    ///
    /// - Parameter objectIDs: the IDs of the objects.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Called after a context has released objects of the store; does nothing unless overridden.
    ///
    /// ## Compatibility
    /// Objects end without a word: the call comes when the context processes changes, saves, refreshes all objects, is reset or
    /// ends, and when it has many new objects.
    ///
    /// - Parameter objectIDs: the IDs of the objects.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// The metadata of a store that need not be open; the base class knows no format and returns no entries.
    open override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

    /// Writes metadata of a store that need not be open; the base class knows no format and throws 134000.
    ///
    /// - Parameters:
    ///   - metadata: the metadata.
    ///   - url: the store.
    /// - Throws: from the base class, always, an error with code 134000.
    open override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        throw IncrementalErrors.noMetadata(self, url)
    }

    // MARK: Identities

    /// The ID of the object with a reference object.
    ///
    /// The process stops while the store is not open.
    ///
    /// - Parameters:
    ///   - entity: the object's entity.
    ///   - data: the store's own name for the object: a number or a text, which becomes a part of the ID's URI. Anything else
    ///     stands there as its description, and comes back from a URI as this text.
    /// - Returns: the same ID each time.
    public final func newObjectID(for entity: NSEntityDescription, referenceObject data: Any)
        -> NSManagedObjectID
    {
        guard let namespace = engineStore?.namespace else {
            CoreDataException.internalInconsistency(
                "\(Swift.type(of: self)) has no object IDs before it was added to a coordinator."
            ).stop()
        }
        // The program's code runs outside of the lock.
        let (text, layout) = (ObjectReferences.text(of: data), entity.layout)
        return namespace.id(state.withLock { $0.references.key(of: data, text, layout) })
    }

    /// The reference object of an object: what `newObjectID(for:referenceObject:)` was called with.
    public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
        let key = objectID.chosen.key
        return state.withLock { $0.references.reference(of: key) } ?? NSNumber(value: key.number)
    }

    // MARK: The face of a store

    open override var identifier: String! {
        get { engineStore?.identifier ?? metadata?[NSStoreUUIDKey] as? String ?? newIdentifier }
        set { metadata = (metadata ?? [:]).merging([NSStoreUUIDKey: newValue as Any]) { $1 } }
    }

    open override var metadata: [String: Any]! {
        get { engineStore?.metadata ?? state.withLock { $0.metadata } }
        set {
            guard let engineStore else { return state.withLock { $0.metadata = newValue ?? [:] } }
            engineStore.metadata = newValue
        }
    }

    // MARK: Inside

    /// The store in its coordinator; nil while this store is not open.
    final var engineStore: EngineStore? {
        get { state.withLock { $0.engineStore } }
        set { state.withLock { $0.engineStore = newValue } }
    }

    /// Runs a body with the reference objects.
    final func withReferences<Result>(_ body: (inout ObjectReferences) -> Result) -> Result {
        state.withLock { body(&$0.references) }
    }

    private var newIdentifier: String {
        if let known = state.withLock({ $0.newIdentifier }) { return known }
        // The class's code runs outside of the lock.
        let identifier = "\(Self.identifierForNewStore(at: url ?? URL(fileURLWithPath: "/")))"
        return state.withLock { state in
            let chosen = state.newIdentifier ?? identifier
            state.newIdentifier = chosen
            return chosen
        }
    }
}
