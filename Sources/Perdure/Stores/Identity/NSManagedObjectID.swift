// SPDX-License-Identifier: Apache-2.0
// The public identity of an object: two words and a pointer, so that 200,000 of them stay cheap. ObjectIDNamespace.swift has
// the facts that all IDs of a store share. NSManagedObjectID+URI.swift has the text form,
// TemporaryObjectID.swift the IDs of new objects.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

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
