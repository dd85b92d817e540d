// SPDX-License-Identifier: Apache-2.0
// The public identity of an object: two words and a pointer, so that 200,000 of them stay cheap. ObjectIDNamespace.swift has
// the facts that all IDs of a store share. NSManagedObjectID+URI.swift has the text form.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore
import Synchronization

/// The identity of a managed object: equal in all contexts of one coordinator.
///
/// A new object has a temporary ID until it is saved, or until `obtainPermanentIDs(for:)` is called.
/// An ID never changes; an object changes its ID. IDs may be used on any thread.
public class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
    // Sendable because nothing changes after init; the namespace guards its own state.

    /// Names the object within its store; a temporary ID's number is negative.
    package final let key: ObjectKey
    /// The store's shared facts; nil while no store is assigned.
    package final let namespace: ObjectIDNamespace?

    init(key: ObjectKey, namespace: ObjectIDNamespace?) {
        self.key = key
        self.namespace = namespace
    }

    /// The entity of the object, as precisely as it is known.
    public var entity: NSEntityDescription {
        guard let namespace else {
            CoreDataException.internalInconsistency("A permanent object ID lost its store's model.").stop()
        }
        return namespace.entity(key.entity)
    }

    /// The store that holds the object; nil for a new object without a store, and after the store was removed.
    public final var persistentStore: NSPersistentStore? { namespace?.store?.publicStore }

    /// The store that holds the object, with its engine.
    final var engineStore: EngineStore? { namespace?.store }

    /// The ID that replaces this one, once a save has chosen it; nil for a permanent ID.
    var permanent: NSManagedObjectID? { nil }

    /// The ID that replaced this one in the root context; nil for a permanent ID, and before the save.
    package var permanentSuccessor: NSManagedObjectID? { nil }

    /// Whether the ID is temporary: a store has not given it a key.
    public final var isTemporaryID: Bool { key.number < 0 }

    public final override var hash: Int {
        // Sets and dictionaries hash the value once more, so it only has to differ between keys.
        Int(truncatingIfNeeded: key.number) ^ Int(truncatingIfNeeded: key.root) << 48
    }

    public final override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        return isSame(as: other)
    }

    /// The URI, for people who debug.
    public final override var description: String { "<\(uriRepresentation())>" }

    /// Equality without a dynamic cast, for the identity map.
    final func isSame(as other: NSManagedObjectID) -> Bool {
        if self === other { return true }
        guard key == other.key else { return false }
        if isTemporaryID || namespace === other.namespace { return true }
        guard let namespace, let second = other.namespace else { return false }
        return namespace.identifier == second.identifier
    }

    /// An ID never changes: returns the receiver.
    public final func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The ID of an object that was never saved; it holds its entity, because it may have no store.
final class TemporaryObjectID: NSManagedObjectID, @unchecked Sendable {
    // Sendable because entities of a frozen model never change, and a lock guards the successor.
    private let knownEntity: NSEntityDescription
    private static let counter = Atomic<Int64>(0)
    private static let successions = Atomic<Int>(0)
    /// Guarded by the ID's lock.
    private var successor = Successor()
    /// Locks that IDs share: one lock per ID would cost a block of memory per inserted object.
    private static let locks = (0..<16).map { _ in NSLock() }
    /// The same object's ID before a store was assigned; children may still use it.
    private let former: TemporaryObjectID?

    private struct Successor {
        /// The ID that a save has chosen; the save may still fail.
        var id: NSManagedObjectID?
        /// Whether the object has this ID by now.
        var isBorne = false
    }

    /// Makes an ID with a number that no other object of this process has.
    ///
    /// - Parameters:
    ///   - entity: the object's entity.
    ///   - namespace: the store that the object is assigned to, if any.
    convenience init(entity: NSEntityDescription, namespace: ObjectIDNamespace? = nil) {
        let number = Self.counter.subtract(1, ordering: .relaxed).newValue
        self.init(entity: entity, number: number, namespace: namespace)
    }

    init(
        entity: NSEntityDescription, number: Int64, namespace: ObjectIDNamespace?,
        former: TemporaryObjectID? = nil
    ) {
        knownEntity = entity
        self.former = former
        // A temporary number is unique in the process, so the entity numbers are not needed.
        super.init(key: ObjectKey(entity: 0, root: 0, number: number), namespace: namespace)
    }

    override var entity: NSEntityDescription { knownEntity }
    override var permanent: NSManagedObjectID? { withSuccessor { $0.id } }
    override var permanentSuccessor: NSManagedObjectID? { withSuccessor { $0.isBorne ? $0.id : nil } }

    private func withSuccessor<Result>(_ body: (inout Successor) -> Result) -> Result {
        Self.locks[Int(truncatingIfNeeded: key.number & 15)].withLock { body(&successor) }
    }

    /// How many temporary IDs were replaced in this process; when it grows, children look for their objects again.
    static var successionCount: Int { successions.load(ordering: .acquiring) }

    /// Chooses the ID that takes this one's place.
    func become(_ id: NSManagedObjectID) { withSuccessor { $0.id = id } }

    /// Notes that the object has its permanent ID from now on.
    func succeed(by id: NSManagedObjectID) {
        let isNew = withSuccessor { successor in
            defer { successor = Successor(id: id, isBorne: true) }
            return !successor.isBorne
        }
        former?.succeed(by: id)
        if isNew { Self.successions.add(1, ordering: .releasing) }
    }

    /// The same temporary object, now assigned to a store.
    func assigned(to namespace: ObjectIDNamespace) -> TemporaryObjectID {
        TemporaryObjectID(entity: knownEntity, number: key.number, namespace: namespace, former: self)
    }
}
