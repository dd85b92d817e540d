// SPDX-License-Identifier: Apache-2.0
// Registers objects in a context: makes faults for IDs, looks objects up, and removes objects.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    final func connect(to coordinator: NSPersistentStoreCoordinator?) {
        if hasParent ? coordinator == nil : coordinator === source?.coordinator { return }
        guard identities.isEmpty, !hasParent else {
            return ExceptionTrap.raise(ContextErrors.contextInUse)
        }
        replaceSource(with: coordinator)
    }

    /// The registered object for an ID, or a new fault.
    final func registerFault(_ id: NSManagedObjectID) -> NSManagedObject {
        if let object = registered(id) { return object }
        let id = concrete(hasParent ? id.permanentSuccessor ?? id : id)
        return identities[id] ?? makeFault(id, EntityBinding.of(id.entity))
    }

    /// The registered object or a new fault, for an ID with a certain entity: that of a row.
    final func registerFault(_ id: NSManagedObjectID, _ bindings: inout BindingCache) -> NSManagedObject {
        registered(id) ?? makeFault(id, bindings[id])
    }

    /// The registered object or a new fault, for the key of a row; makes no ID.
    final func registerFault(_ key: ObjectKey, in namespace: ObjectIDNamespace) -> NSManagedObject {
        if let object = identities[key, namespace] { return object }
        let environment = environment(key.entity, in: namespace)
        // An ID knows what a parent calls the object, what a store of the program's own hears, and which entity a row has.
        guard !hasParent, !namespace.isNamed, !environment.binding.isAbstract else {
            return registerFault(namespace.id(key))
        }
        let object = FaultMaker.fault(key.number, in: environment)
        identities.insert(object)
        return object
    }

    private func makeFault(_ id: NSManagedObjectID, _ binding: EntityBinding) -> NSManagedObject {
        let blueprint = ObjectBlueprint(
            environment: environment(binding, in: id.namespace), number: id.key.number, id: id, isFault: true)
        let object = blueprint.makeObject()
        identities.insert(object)
        if id.namespace?.isNamed == true { tellRegistered(id) }
        return object
    }

    /// The ID with the object's own entity, if its row can be read: no object belongs to an abstract entity.
    private func concrete(_ id: NSManagedObjectID) -> NSManagedObjectID {
        guard let namespace = id.namespace, !id.isTemporaryID, id.entity.isAbstract,
            let row = try? source?.row(for: id, maximumAge: stalenessInterval)
        else { return id }
        return row.key.number == id.key.number ? namespace.id(row.key) : id
    }

    final func loadObject(_ id: NSManagedObjectID) throws -> NSManagedObject {
        if let object = registered(id) {
            guard object.slots.isFault else { return object }
            // A new object has no row, also as a fault.
            if object.isInserted {
                try object.realize()
                return object
            }
            guard try source?.row(for: object.objectID, maximumAge: stalenessInterval) != nil else {
                throw ContextErrors.noSuchObject(id)
            }
            try object.realize()
            return object
        }
        guard let row = try source?.row(for: id, maximumAge: stalenessInterval) else {
            throw ContextErrors.noSuchObject(id)
        }
        // The row has the object's own entity. The row of a parent's unsaved object has no key.
        let hasKey = !id.isTemporaryID && row.key.number == id.key.number
        let object = registerFault(hasKey ? id.namespace?.id(row.key) ?? id : id)
        if object.slots.isFault { object.fill(with: row) }
        return object
    }

    /// Removes an object from the context for good.
    final func detach(_ object: NSManagedObject) {
        identities.remove(object)
        journal.unmark(object, [.inserted, .updated, .deleted])
        journal.noteFreedObject()
        object.state.subtract([.leaving, .propagated, .locked, .gone])
        if !newFaults.isEmpty { newFaults[ObjectIdentifier(object)] = nil }
        object.link = nil
    }

    /// Gives an object a permanent ID.
    final func replaceID(of object: NSManagedObject, with id: NSManagedObjectID) {
        identities.remove(object)
        // When a new object replaces a stored one, the former object with this ID leaves the context.
        if let former = identities[id], former !== object { detach(former) }
        if !id.isTemporaryID { (object.id as? TemporaryObjectID)?.succeed(by: id) }
        object.changeID(id, environment(object.binding, in: id.namespace))
        identities.insert(object)
        if !id.isTemporaryID, id.namespace?.isNamed == true { tellRegistered(id) }
    }

    final func makePermanent(_ objects: [NSManagedObject]) throws {
        // An object that is listed twice gets one ID: parents and children know it by the successor of its temporary ID.
        var seen: Set<ObjectIdentifier> = []
        let temporary = objects.filter {
            $0.objectID.isTemporaryID && $0.link === link && seen.insert(ObjectIdentifier($0)).inserted
        }
        guard !temporary.isEmpty else { return }
        guard let source else { throw ContextErrors.noCoordinator }
        for (object, id) in zip(temporary, try source.permanentIDs(for: temporary)) {
            replaceID(of: object, with: id)
        }
    }

    final func assignObject(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject else { return }
        guard let id = object.objectID as? TemporaryObjectID else {
            return ExceptionTrap.raise(ContextErrors.reassigned)
        }
        guard let assigned = store.temporaryID(assigning: id) else {
            return ExceptionTrap.raise(ContextErrors.wrongStore)
        }
        replaceID(of: object, with: assigned)
    }

    final func lockObject(_ object: NSManagedObject) {
        guard object.link === link, !object.state.contains(.locked) else { return }
        object.state.insert(.locked)
        locked.append(object)
    }

    /// Clears the list of detectConflicts.
    final func unlockAll() {
        for object in locked { object.state.remove(.locked) }
        locked = []
    }
}

/// The binding of the last entity: a fetch's result has objects of few entities.
struct BindingCache {
    private var last: EntityBinding?

    subscript(id: NSManagedObjectID) -> EntityBinding {
        mutating get {
            if let last, !id.isTemporaryID, last.layout.number == id.key.entity { return last }
            let binding = EntityBinding.of(id.entity)
            last = binding
            return binding
        }
    }
}

extension NSManagedObject {
    /// The context that has registered the object; nil without a context, after a saved deletion, and when the context
    /// is gone.
    public final var managedObjectContext: NSManagedObjectContext? { link?.sink as? NSManagedObjectContext }
}
