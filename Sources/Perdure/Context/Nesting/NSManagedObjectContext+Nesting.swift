// SPDX-License-Identifier: Apache-2.0
// Parents and children: the order of contexts, and the object for an ID. Objects of a child may still bear temporary
// IDs that the root has replaced. ParentSource.swift has a parent's answers.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    /// The context above this one.
    final var upperContext: NSManagedObjectContext? { (connection as? ParentSource)?.parent }

    /// The context and its ancestors, root first.
    final var ancestry: [NSManagedObjectContext] { (upperContext?.ancestry ?? []) + [self] }

    /// The author of commits by batch requests of this context: stores know the root context as author (PRG-57).
    package final var rootAuthor: CommitAuthor {
        guard let parent = upperContext else {
            return CommitAuthor(author: transactionAuthor, contextName: name)
        }
        return parent.queue.run { parent.rootAuthor }
    }

    final func connect(toParent context: NSManagedObjectContext?) {
        if context === upperContext { return }
        guard identities.isEmpty, connection == nil || hasParent else {
            return ExceptionTrap.raise(ContextErrors.contextInUse)
        }
        guard !(context?.ancestry.contains { $0 === self } ?? false) else {
            return ExceptionTrap.raise(ContextErrors.parentCycle)
        }
        replaceSource(with: context.map { ParentSource($0, of: self) })
    }

    final func replaceSource(with newSource: (any RowSource)?) {
        connection?.followers.remove(self)
        connection = newSource
        environments = ObjectEnvironments()
        knownClasses = KnownClasses()
        hasParent = newSource is ParentSource
        connection?.followers.connect(self)
        if automaticallyMergesChangesFromParent { connection?.followers.add(self) }
    }

    // MARK: One object per ID

    /// The object for an ID; in a child also an object that still bears the temporary ID before this permanent one.
    ///
    /// Such an object takes the permanent ID now, so that the context makes no second object.
    final func registered(_ id: NSManagedObjectID) -> NSManagedObject? {
        if let object = identities[id] { return object }
        guard hasParent else { return nil }
        if let successor = id.permanentSuccessor { return registered(successor) }
        guard let object = temporaryIDLookup.object(bearing: id, in: identities) else { return nil }
        replaceID(of: object, with: id)
        return object
    }

    /// Gives a child's object the permanent ID of its counterpart in the root, if that has one.
    final func adoptPermanentID(_ object: NSManagedObject) {
        if hasParent, let id = object.objectID.permanentSuccessor { replaceID(of: object, with: id) }
    }

    /// The object that a child's object stands for: registered here, or a fault of a stored object.
    final func counterpart(of id: NSManagedObjectID) -> NSManagedObject? {
        let id = id.permanentSuccessor ?? id
        if let object = registered(id) { return object }
        // A parent has registered its unsaved objects. An intermediate context may have released its own object.
        if id.isTemporaryID, temporaryID(id.key.number) == nil, !isKnownAbove(id) { return nil }
        return registerFault(id)
    }

    private func isKnownAbove(_ id: NSManagedObjectID) -> Bool {
        guard let parent = upperContext else { return false }
        return parent.queue.run(asking: queue) { parent.registered(id) != nil || parent.isKnownAbove(id) }
    }

    /// The ID for a temporary number in a row.
    final func temporaryID(_ number: Int64) -> NSManagedObjectID? {
        identities[temporary: number]?.objectID ?? source?.temporaryID(number)
    }

    // MARK: Own saves

    /// Remembers the row that this context wrote for an object, before the object takes it over.
    final func recordOwnSave(of object: NSManagedObject, _ row: Row) {
        let former = object.snapshot?.version ?? 0
        // A save of merging changes alone keeps the version: others may have written the row's other values.
        guard row.version != former, let namespace = object.namespace else { return }
        ownSaves?.note(row, after: former, in: namespace)
    }

    /// Whether only this context has written the row of an object since the row had a version.
    final func hasOnlyOwnSaves(of object: NSManagedObject, since version: Int64) -> Bool {
        guard let row = object.snapshot, let namespace = object.namespace else { return false }
        return ownSaves?.have(row, since: version, in: namespace) ?? false
    }

    // MARK: What children ask

    /// The result of a child's fetch: this context's unsaved changes count as stored.
    final func found(_ query: ObjectFetch) throws -> FetchedObjects {
        guard let pending = try unsavedChangesOverlay(query) else {
            return try connectedSource().fetchObjects(query)
        }
        return .list(try objects(query, pending).map { FetchedObject(id: $0.objectID, row: nil) })
    }

    /// The IDs of a relationship's members, with this context's unsaved changes.
    final func memberIDs(
        of relationship: NSRelationshipDescription, for id: NSManagedObjectID, _ maximumAge: TimeInterval
    ) throws -> [NSManagedObjectID] {
        guard let object = registered(id), !object.isFault,
            let slot = object.binding.layout.slots[relationship.name],
            object.slots.row == nil || object.knows(slot)
        else {
            let ids = try source?.members(of: relationship, for: id, maximumAge: maximumAge) ?? []
            return ids.filter { registered($0)?.staysAlive ?? true }
        }
        return object.loadedToMany(at: slot).list.filter(\.staysAlive).map {
            $0.objectID.permanentSuccessor ?? $0.objectID
        }
    }
}

extension NSManagedObject {
    /// Whether a to-many relationship has been read or changed.
    fileprivate final func knows(_ slot: Int) -> Bool {
        guard let many = knownMembers(at: slot) else { return false }
        return many.isLoaded || many.hasChanges
    }
}
