// SPDX-License-Identifier: Apache-2.0
// Makes rows for children from a parent's objects in memory. Unsaved objects have no key yet: rows refer to them by
// their temporary numbers, which are unique in the process. The source keeps the ID of each number.

import Foundation
import PerdureStore

extension ParentSource {
    func row(for id: NSManagedObjectID, maximumAge: TimeInterval) throws -> Row? {
        try ask { try row(of: id.permanentSuccessor ?? id, nil, maximumAge) }
    }

    func orderedRows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [Row?] {
        try ask {
            let unknown = ids.filter { !$0.isTemporaryID && parent.registered($0) == nil }
            let stored = try parent.source?.rows(for: unknown, maximumAge: maximumAge) ?? [:]
            return try ids.map { try row(of: $0.permanentSuccessor ?? $0, stored[$0], maximumAge) }
        }
    }

    /// The row of an object as the parent has it; on the parent's queue.
    ///
    /// - Parameters:
    ///   - id: the newest known ID of the object.
    ///   - stored: the row from the parent's own source, if it is known.
    ///   - maximumAge: how old a cached row may be.
    /// - Returns: the row; nil for an object that is deleted in the parent or gone.
    /// - Throws: what the stores report; an error for a value that cannot be archived.
    func row(of id: NSManagedObjectID, _ stored: Row?, _ maximumAge: TimeInterval = -1) throws -> Row? {
        if let object = parent.registered(id) {
            guard object.staysAlive else { return nil }
            // A new object has no row, also as a fault: its values are those that it was inserted with.
            if object.isFault, object.isInserted { object.fireFault() }
            if !object.isFault { return try row(madeOf: object) }
        }
        let row = try stored ?? parent.source?.row(for: id, maximumAge: maximumAge)
        if let row { mention(row, id, in: parent) }
        return row
    }

    /// The row of an object with values, unsaved changes included.
    func row(madeOf object: NSManagedObject) throws -> Row {
        let context = object.managedObjectContext ?? parent
        if let row = object.snapshot, !object.differsPersistently {
            mention(row, object.objectID, in: context)
            return row
        }
        let binding = object.binding
        var values = ContiguousArray<StoredValue>(repeating: .null, count: binding.names.count)
        for property in binding.slotProperties where !property.isTransient && !property.isToMany {
            values[property.slot] = try value(of: property, object)
        }
        let row = Row(key: object.rowKey, version: object.snapshot?.version ?? 0, values: values)
        mention(row, object.objectID, in: context)
        return row
    }

    private func value(of property: SlotProperty, _ object: NSManagedObject) throws -> StoredValue {
        let value = object.slots[property.slot]
        if let destination = value.destination {
            remember(destination.objectID, from: object.objectID)
            return .reference(destination.rowKey)
        }
        // NaN stays NaN until the root saves.
        if case .stored(let value) = value { return value }
        return try value.storedForm(object.entity.name ?? "", property.name)
    }

    // MARK: What rows mention

    /// Remembers the IDs of the temporary numbers in a row, and the store of an unsaved object's references.
    private func mention(_ row: Row, _ owner: NSManagedObjectID, in context: NSManagedObjectContext) {
        // A coordinator's row has only references whose store its own key names.
        guard owner.isTemporaryID || context.hasParent else { return }
        for case .reference(let key) in row.values {
            if key.number < 0 {
                guard temporaryID(key.number) == nil else { continue }
                remember(context.temporaryID(key.number), of: key.number)
            } else if owner.isTemporaryID, namespaceOfReferences(from: owner) == nil {
                remember(context.source?.namespaceOfReferences(from: owner), ofReferencesFrom: owner)
            }
        }
    }

    private func remember(_ destination: NSManagedObjectID, from owner: NSManagedObjectID) {
        let destination = destination.permanentSuccessor ?? destination
        if destination.isTemporaryID {
            remember(destination, of: destination.key.number)
        } else if owner.isTemporaryID {
            remember(destination.namespace, ofReferencesFrom: owner)
        }
    }
}

extension NSManagedObject {
    /// The key of the object in rows for children; for an unsaved object, its entity and its temporary number.
    final var rowKey: ObjectKey {
        let id = id.permanentSuccessor ?? id
        guard id.isTemporaryID else { return id.key }
        return ObjectKey(entity: binding.layout.number, root: 0, number: id.key.number)
    }
}
