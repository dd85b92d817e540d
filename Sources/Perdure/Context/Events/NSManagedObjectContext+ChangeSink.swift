// SPDX-License-Identifier: Apache-2.0
// The messages of objects to their context: the other side of Objects/ChangeSink.swift.

import CPerdureSymbols
import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

extension NSManagedObjectContext: ChangeSink {
    final func didChange(_ object: NSManagedObject, slot: Int?, from oldValue: consuming SlotValue) {
        let isFirst = !object.state.contains(.updated)
        if isFirst { journal.mark(object, .updated) }
        note(object, .updated)
        if let slot { journal.note(object, slot: slot, from: oldValue) }
        if isFirst { tellHasChanges() }
    }

    /// The link from a context's objects to the context.
    final class Link: ContextLink {
        private let context: WeakObjectReference<NSManagedObjectContext>

        init(_ context: NSManagedObjectContext) {
            self.context = WeakObjectReference(context)
            super.init(context)
        }

        override func didChange(_ object: NSManagedObject, slot: Int, from oldValue: consuming SlotValue) {
            context.object?.didChange(object, slot: slot, from: oldValue)
        }
    }

    /// Notes what the context reads; call it after the connection has changed.
    final func followConnection() {
        readsNewest = connection is NSPersistentStoreCoordinator
        tellLink()
    }

    /// Tells the link whether faults may take the rows that the stores' caches know, of any age, without asking the context.
    final func tellLink() {
        // A subclass may compute its interval, another one for each fault.
        let takesKnownRows =
            readsNewest && unreadBatches.isEmpty && stalenessInterval < 0
            && !OverriddenMethods.isOverridden(
                perdure_staleness_interval_of, in: type(of: self), of: NSManagedObjectContext.self)
        link.takesKnownRows.store(takesKnownRows, ordering: .relaxed)
    }

    final func keep(_ view: AnyObject) { if eventViews.last !== view { eventViews.append(view) } }

    final func didSaveOtherValue(_ object: NSManagedObject, _ key: String) {
        savedValues.append((object, key))
    }

    /// Tells observers of the properties that a save changed.
    final func tellOfSavedValues() {
        let told = savedValues
        savedValues = []
        for (object, key) in told { object.tellObservers(didChange: key) }
    }

    final func environment(_ binding: EntityBinding, in namespace: ObjectIDNamespace?) -> ObjectEnvironment {
        environments.environment(binding, in: namespace, link)
    }

    /// The environment of stored objects, by the number of their entity in the store.
    final func environment(_ entity: Int32, in namespace: ObjectIDNamespace) -> ObjectEnvironment {
        environments.known(entity, in: namespace) ?? environments.environment(entity, in: namespace, link)
    }

    final func oldValues(of object: NSManagedObject) -> [SlotContent] {
        let notes = reportedEvent?.notes(of: object) ?? journal.notes(of: object)
        return notes.map { SlotContent(slot: $0.slot, value: $0.oldValue) }
    }

    final func row(forFault object: NSManagedObject) throws -> Row? {
        if !unreadBatches.isEmpty, let row = batchRow(for: object) { return row }
        guard object.number > 0, let namespace = object.namespace else {
            return try source?.row(for: object.id, maximumAge: stalenessInterval)
        }
        // The fault has asked the store's cache itself, where any row that is known will do.
        if link.takesKnownRows.load(ordering: .relaxed) {
            return try source?.row(for: object.key, in: namespace, maximumAge: stalenessInterval)
        }
        return try row(for: object.key, in: namespace, maximumAge: stalenessInterval)
    }

    final func row(for key: ObjectKey, in namespace: ObjectIDNamespace, maximumAge: TimeInterval) throws
        -> Row?
    {
        // The usual case goes directly to the store's row cache: the source would ask the same cache.
        if readsNewest, let row = namespace.rows.row(for: key, maximumAge: maximumAge) { return row }
        return try source?.row(for: key, in: namespace, maximumAge: maximumAge)
    }

    final func loseRow(of object: NSManagedObject, reading slot: Int?) throws {
        let property = slot.map { object.binding.slotProperties[$0].description }
        let id = object.objectID
        guard shouldHandleInaccessibleFault(object, for: id, triggeredByProperty: property) else {
            throw ContextErrors.inaccessible(id)
        }
        object.state.formUnion([.inaccessible, .propagated])
        journal.mark(object, .deleted)
        note(object, .deleted)
        tellHasChanges()
    }

    final func memberIDs(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObjectID]
    {
        try source?.members(of: relationship, for: object.objectID, maximumAge: stalenessInterval) ?? []
    }

    final func members(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]
    {
        if let members = try storedMembers(of: relationship, for: object) { return members }
        var bindings = BindingCache()
        return try memberIDs(of: relationship, for: object).map { id in
            // Members come with the entities of their rows; only a parent may not know the exact entity.
            hasParent ? registerFault(id) : registerFault(id, &bindings)
        }
    }

    /// The members of a stored object of a context without a parent; makes no IDs.
    private func storedMembers(of relationship: NSRelationshipDescription, for object: NSManagedObject)
        throws -> [NSManagedObject]?
    {
        guard object.number > 0, !hasParent, let namespace = object.namespace,
            let keys = try memberKeys(of: relationship, for: object, in: namespace)
        else { return nil }
        defer { tellRegistered() }
        // For a few keys, what a registry looks up once costs more than it saves.
        if keys.count < 8 { return keys.map { registerFault($0, in: namespace) } }
        var registry = FaultRegistry(namespace, self, room: keys.count)
        return keys.map { registry.object($0) }
    }

    private func memberKeys(
        of relationship: NSRelationshipDescription, for object: NSManagedObject,
        in namespace: ObjectIDNamespace
    ) throws -> ArraySlice<ObjectKey>? {
        let key = object.environment.key(object.number)
        // As for rows: the source would ask the same cache.
        if readsNewest, let side = side(of: relationship, key, object.environment),
            let keys = namespace.rows.members(side, of: key, maximumAge: stalenessInterval)
        {
            return keys
        }
        return try source?.memberKeys(
            of: relationship, for: key, in: namespace, maximumAge: stalenessInterval)
    }

    /// How the store's cache names a relationship; nil once the store is gone.
    private func side(
        of relationship: NSRelationshipDescription, _ key: ObjectKey, _ environment: ObjectEnvironment
    ) -> MemberSide? {
        environment.memberSide(relationship) {
            guard let schema = environment.namespace?.store?.engine.schema else { return nil }
            return MemberOwner(key, relationship, in: schema)?.side(in: schema)
        }
    }

    package final func objects(of property: NSFetchedPropertyDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]
    {
        guard var values = property.fetchRequest?.fetchValues else { return [] }
        let bound = values.predicate?.withSubstitutionVariables([
            "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
        ])
        values.predicate = try bound.map { NSPredicate.predicate(of: try Self.readingConstants($0.node)) }
        return try fetch(NSFetchRequest<NSManagedObject>(values))
    }

    /// The predicate with values in place of key paths that begin at a constant object: stores cannot follow such key
    /// paths.
    private static func readingConstants(_ node: PredicateNode) throws -> PredicateNode {
        try node.rewritten { expression in
            guard case .keyPath(.constant(.object), _) = expression else { return nil }
            return .constant(ConstantValue(try PredicateEvaluator().value(of: expression, with: nil)))
        }
    }

    final func object(for key: ObjectKey, relatedTo object: NSManagedObject) -> NSManagedObject {
        if key.number < 0 { return unsavedObject(key) ?? object }
        // References come from rows, and the object's ID names the store of its row. For an object that the parent has
        // not saved, the parent knows the store.
        guard let namespace = object.namespace ?? source?.namespaceOfReferences(from: object.objectID) else {
            return object
        }
        return registerFault(key, in: namespace)
    }

    /// The object for a reference to an unsaved object of a parent.
    private func unsavedObject(_ key: ObjectKey) -> NSManagedObject? {
        if let id = temporaryID(key.number) { return registerFault(id) }
        // The context that made the row has named the number's object. An unknown number belongs to a deleted object.
        guard let model = persistentStoreCoordinator?.managedObjectModel else { return nil }
        return registerFault(
            TemporaryObjectID(entity: model.entity(number: key.entity), number: key.number, namespace: nil))
    }
}
