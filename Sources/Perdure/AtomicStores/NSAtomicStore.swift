// SPDX-License-Identifier: Apache-2.0
// The base class of stores that programs write for their own formats. Such a store reads and writes its file as a whole.
// NSAtomicStore+Saving.swift has saves, AtomicStoreOpener.swift opens a store.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePredicates
import PerdureStore

/// A store in a program's own format; all its objects are in memory while it is open.
///
/// Register a subclass with `NSPersistentStoreCoordinator.registerStoreClass(_:type:)`. Override `type` and `load()`, which
/// makes the nodes of the file's objects and adds them. Override `save()`, which writes `cacheNodes()`. Override
/// `newReferenceObject(for:)` when the file has its own names for its objects. Fetches search the nodes in memory, with the
/// rules of in-memory stores. A save that throws leaves nodes and objects unchanged.
///
/// ## Compatibility
/// `init(persistentStoreCoordinator:configurationName:at:options:)` is `required`. Where code for Apple's systems has
/// `override init`, write `required init`. The methods that make and fill nodes work without being overridden. A positive
/// integer as a reference object is the number in the object's URI. For any other reference object, the URI has a number
/// computed from it.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
    // Sendable because a lock guards all mutable state. Nodes change only during a save, and saves run one at a time.

    /// The lock is recursive, because overridable methods are called while nodes are replaced.
    private let lock = NSRecursiveLock()
    private var guarded = Contents()

    private struct Contents {
        var nodes: [ObjectKey: NSAtomicStoreCacheNode] = [:]
        /// Nodes that relationships refer to before the nodes have been made.
        var expected: [ObjectKey: NSAtomicStoreCacheNode] = [:]
        var references = AtomicReferences()
        var metadata: [String: Any] = [:]
        var isLoaded = false
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

    deinit {
        for node in guarded.nodes.values { node.letGoOfNodes() }
    }

    // MARK: To override

    /// Reads the file: makes a node for each object and adds the nodes.
    ///
    /// The base class reads nothing.
    ///
    /// - Throws: the error when the file cannot be read; the store is then not added.
    open func load() throws {}

    /// Writes all nodes and the metadata atomically.
    ///
    /// The base class writes nothing.
    ///
    /// - Throws: the error when the file cannot be written; the context's save then throws it.
    open func save() throws {}

    /// Reads the metadata of the file, if there is a file.
    ///
    /// - Throws: the errors of the class's `metadataForPersistentStore(with:)`.
    open override func loadMetadata() throws {
        guard let url, url.isFileURL, (metadata ?? [:]).isEmpty,
            FileManager.default.fileExists(atPath: url.path)
        else { return }
        metadata = try Self.metadataForPersistentStore(with: url)
    }

    /// The metadata of a file, which need not be open; the base class knows no format and returns no entries.
    open override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

    /// Writes metadata into a file; the base class knows no format.
    ///
    /// - Parameters:
    ///   - metadata: the metadata.
    ///   - url: the file.
    /// - Throws: from the base class, always, an error with code 134000.
    open override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreInvalidTypeError,
            userInfo: [
                NSFilePathErrorKey: url.path,
                NSLocalizedDescriptionKey:
                    "\(self) does not say how metadata are written. Override setMetadata(_:forPersistentStoreAt:).",
            ])
    }

    /// A reference object for a new object, unique within its entity; a UUID unless overridden.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

    /// Makes the node of a new object; called once for each in a save, before `save()`.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        let node = node(for: managedObject.objectID)
        updateCacheNode(node, from: managedObject)
        return node
    }

    /// Copies a changed object's values into its node; called once for each object in a save, before `save()`.
    ///
    /// - Parameters:
    ///   - node: the object's node.
    ///   - managedObject: the object with the values to save.
    open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        fill(node, from: managedObject)
    }

    /// Called in a save with the nodes of deleted objects, before they are removed.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    // MARK: Nodes

    /// All nodes.
    public final func cacheNodes() -> Set<NSAtomicStoreCacheNode> {
        lock.withLock { Set(guarded.nodes.values) }
    }

    /// Adds nodes; for `load()`.
    ///
    /// The process stops when it is called after `load()` has ended: from then on, only saves add objects to a store.
    public final func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        lock.withLock {
            if guarded.isLoaded {
                CoreDataException.internalInconsistency(
                    "addCacheNodes(_:) was called after load(). Insert objects into a context and save it instead."
                ).stop()
            }
            for node in cacheNodes { guarded.nodes[node.objectID.key] = node }
        }
    }

    /// The node of an object; nil when there is none.
    public final func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
        lock.withLock { guarded.nodes[(objectID.permanent ?? objectID).key] }
    }

    /// The ID of the object with a reference object.
    ///
    /// The process stops while the store is not open.
    ///
    /// - Parameters:
    ///   - entity: the object's entity.
    ///   - data: the reference object: a number or a text, as `newReferenceObject(for:)` returns it.
    /// - Returns: the same ID each time.
    public final func objectID(for entity: NSEntityDescription, withReferenceObject data: Any)
        -> NSManagedObjectID
    {
        guard let namespace = engineStore?.namespace else {
            CoreDataException.internalInconsistency(
                "\(Swift.type(of: self)) has no object IDs before it was added to a coordinator."
            ).stop()
        }
        let layout = entity.layout
        let number = lock.withLock { guarded.references.number(of: data, layout) }
        return namespace.id(ObjectKey(entity: layout.number, root: layout.root, number: number))
    }

    /// The reference object of an object.
    public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
        let key = (objectID.permanent ?? objectID).key
        return lock.withLock { guarded.references.reference(of: key) } ?? NSNumber(value: key.number)
    }

    // MARK: The face of a store

    open override var identifier: String! {
        get { engineStore?.identifier ?? metadata?[NSStoreUUIDKey] as? String ?? "" }
        set { metadata = (metadata ?? [:]).merging([NSStoreUUIDKey: newValue as Any]) { $1 } }
    }

    open override var metadata: [String: Any]! {
        get { engineStore?.metadata ?? lock.withLock { guarded.metadata } }
        set {
            guard let engineStore else { return lock.withLock { guarded.metadata = newValue ?? [:] } }
            engineStore.metadata = newValue
        }
    }

    // MARK: Inside

    /// The store that does the work; nil while this store is not open.
    final var engineStore: EngineStore? {
        get { lock.withLock { guarded.engineStore } }
        set { lock.withLock { guarded.engineStore = newValue } }
    }

    /// Ends the phase in which nodes may be added.
    final func finishLoading() { lock.withLock { guarded.isLoaded = true } }

    /// The node of an object; an empty node, which is filled later, when the object has none.
    final func node(for id: NSManagedObjectID) -> NSAtomicStoreCacheNode {
        lock.withLock {
            let id = id.permanent ?? id
            if let node = guarded.nodes[id.key] ?? guarded.expected[id.key] { return node }
            let node = NSAtomicStoreCacheNode(objectID: id)
            guarded.expected[id.key] = node
            return node
        }
    }

    /// Inserts the node of a new object; it replaces the empty node that relationships already refer to.
    final func insert(_ node: NSAtomicStoreCacheNode) {
        lock.withLock {
            let key = node.objectID.key
            guarded.nodes[key] = node
            if let expected = guarded.expected.removeValue(forKey: key), expected !== node {
                expected.propertyCache = node.propertyCache
            }
        }
    }

    /// All nodes by key, saved so that a failed save can restore them.
    final var nodesByKey: [ObjectKey: NSAtomicStoreCacheNode] {
        get { lock.withLock { guarded.nodes } }
        set {
            lock.withLock {
                guarded.nodes = newValue
                guarded.expected = [:]
            }
        }
    }
}
