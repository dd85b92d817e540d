// SPDX-License-Identifier: Apache-2.0
// Makes change sets from objects: below this file there are only values. ChangeSetBuilder+Relationships.swift has
// to-many relationships.

import Foundation
import PerdureStore

/// Builds the change sets of a save.
struct ChangeSetBuilder {
    let pending: UnwrittenChanges
    private let coordinator: NSPersistentStoreCoordinator
    private let stores: [EngineStore]
    /// The namespace of all IDs, if there is only one store.
    private let onlyNamespace: ObjectIDNamespace?
    private var sets: [StoreChanges] = []
    private var layouts: [SaveLayout?]
    /// The entity of the last object, and its layout; not counted, because objects of one entity follow each other: the object holds
    /// the former, and `layouts` the latter.
    private var last: (binding: Unmanaged<EntityBinding>, layout: Unmanaged<SaveLayout>)?
    /// The slots of the update that is being built.
    private var slots: [Int] = []
    /// The author of the save, for stores that keep a history.
    var author = CommitAuthor()
    /// The earlier attempts of the save that may have been committed.
    var unsettled = InDoubtSaves()
    /// The objects whose values a merge policy chose.
    ///
    /// `touched` has the rows that the save writes or checks anyway.
    private let resolved: Set<ObjectIdentifier>
    private let touched: Set<ObjectKey>
    /// Links of many-to-many relationships, for each store; a set, because both ends report the same link.
    var links: [Set<LinkChange>] = []

    init(_ pending: UnwrittenChanges, coordinator: NSPersistentStoreCoordinator) {
        self.pending = pending
        self.coordinator = coordinator
        stores = coordinator.engineStores
        resolved = Set(pending.resolvedObjects.map(ObjectIdentifier.init))
        touched = resolved.isEmpty ? [] : pending.keys
        onlyNamespace = stores.count == 1 ? stores[0].namespace : nil
        layouts = Array(repeating: nil, count: coordinator.managedObjectModel.schema.entities.count + 1)
    }

    /// One change set for each store, in their order; some may be empty.
    ///
    /// - Throws: an error for a value that cannot be stored, and for a relationship that leads to another store.
    mutating func build() throws -> [StoreChanges] {
        sets = stores.map(StoreChanges.init)
        if onlyNamespace != nil { sets[0].prepare(for: pending) }
        links = stores.map { _ in [] }
        for index in sets.indices where stores[index].keepsHistory {
            sets[index].changes.history = HistoryNotes(author)
        }
        let pending = pending
        try pending.inserted.forEachWithValues { try insert($0) }
        try pending.updated.forEachWithValues { try update($0) }
        try pending.deleted.forEachWithValues { try delete($0) }
        try pending.locked.forEachWithValues { try check($0) }
        for index in sets.indices { sets[index].changes.links += links[index] }
        return sets
    }

    private mutating func insert(_ object: NSManagedObject) throws {
        let (key, namespace) = pending.address(of: object)
        let index = try index(of: namespace, object)
        let layout = layout(of: object)
        if hasSeveralStores { try requireSameStore(object, layout, index) }
        // A row that is written again after others deleted it has a snapshot.
        let former = object.snapshot.flatMap { $0.key == key ? $0 : nil }
        sets[index].changes.insertions.append(
            RowInsertion(try row(of: object, layout, key, version: former?.versionWrittenAgain ?? 1)))
        if onlyNamespace == nil { sets[index].insertedObjects.append(object) }
        if isResolved(object) { try checkDestinations(of: object, layout.storedSlots, index) }
        for slot in layout.toManySlots { try addMembers(of: object, slot, key, index) }
    }

    private mutating func update(_ object: NSManagedObject) throws {
        let (key, namespace) = pending.address(of: object)
        let index = try index(of: namespace, object)
        let layout = layout(of: object)
        if hasSeveralStores { try requireSameStore(object, layout, index) }
        slots.removeAll(keepingCapacity: true)
        // The mask of written slots excludes most slots without a look at their values.
        let (written, isNew) = (object.slots.written, object.snapshot == nil)
        for slot in layout.storedSlots
        where (isNew || written.contains(slot)) && object.isChanged(storedSlot: slot) {
            slots.append(slot)
        }
        if isResolved(object) { try checkDestinations(of: object, slots, index) }
        let applied = try layout.appliedSlots.isEmpty || isNew ? .none : addChanges(of: object, layout)
        if !applied.isEmpty { identify(index) }
        // A value that the program gave to a derived attribute is not written; only the version rises.
        var isWritten = !slots.isEmpty || object.hasAssignedComputedValues
        for slot in layout.toManySlots where try addMembers(of: object, slot, key, index) {
            isWritten = true
            sets[index].changes.history?.members[key, default: []].append(slot.slot)
        }
        guard isWritten || !applied.isEmpty else { return sets[index].unwrittenObjects.append(object) }
        // Updates of one kind share the list of slots: the engine sees at once that they use the same prepared
        // statement.
        if layout.lastSlots != slots { layout.lastSlots = slots }
        sets[index].changes.updates.append(
            RowUpdate(
                try changedRow(of: object, layout, key, applied), slots: layout.lastSlots,
                expectedVersion: isWritten ? object.snapshot?.version : nil, applying: applied,
                isWhole: isWritten))
        sets[index].updatedObjects.append(object)
    }

    /// Gives a change set with applied changes an identifier, by which its commit can be recognised.
    private mutating func identify(_ index: Int) {
        guard sets[index].changes.identifier == nil else { return }
        sets[index].changes.identify(after: unsettled[sets[index].store])
    }

    /// The changes that the store applies to its own values; replaces the written values of these slots (MRG-90).
    private mutating func addChanges(of object: NSManagedObject, _ layout: SaveLayout) throws
        -> AppliedChanges
    {
        slots.removeAll(where: layout.appliedSlots.contains)
        return try object.appliedChanges(at: layout.appliedSlots)
    }

    private mutating func delete(_ object: NSManagedObject) throws {
        // An object that was never saved has no row.
        let key = object.key
        guard key.number >= 0 else { return }
        let index = try index(of: object.namespace, object)
        sets[index].changes.deletions.append(
            RowDeletion(key: key, expectedVersion: object.snapshot?.version))
        sets[index].deletedObjects.append(object)
        checkMembers(of: object, key, index)
    }

    private mutating func check(_ object: NSManagedObject) throws {
        guard let row = object.snapshot else { return }
        let index = try index(of: object.namespace, object)
        sets[index].changes.checks.append(VersionCheck(key: row.key, expectedVersion: row.version))
        sets[index].checkedObjects.append(object)
    }

    // MARK: Values

    private func index(of namespace: ObjectIDNamespace?, _ object: NSManagedObject) throws -> Int {
        if let onlyNamespace, namespace === onlyNamespace { return 0 }
        guard let index = sets.firstIndex(where: { $0.store.namespace === namespace }) else {
            throw SaveErrors.lostStore(object)
        }
        return index
    }

    /// Makes the row of an object from its values.
    private func row(of object: NSManagedObject, _ layout: SaveLayout, _ key: ObjectKey, version: Int64)
        throws -> Row
    {
        // The values are filled in place: nothing else refers to the block yet.
        let block = RowBlock.make(key: key, version: version, count: layout.count)
        for slot in layout.storedSlots { block.slots[slot] = try value(of: object, at: slot) }
        return Row(block)
    }

    /// The row of an object with its changes in `slots`; this is the object's next snapshot.
    private func changedRow(
        of object: NSManagedObject, _ layout: SaveLayout, _ key: ObjectKey, _ applied: AppliedChanges
    ) throws -> Row {
        let old = object.snapshot
        let block = RowBlock.make(
            key: key, version: (old?.version ?? 0) &+ 1, count: old?.count ?? layout.count)
        if let old { block.slots.update(from: old.block.slots, count: old.count) }
        for slot in slots { block.slots[slot] = try value(of: object, at: slot) }
        // A change that does not fit the snapshot may fit the stored value: the store decides.
        for slot in applied.slots { block.slots[slot] = (try? value(of: object, at: slot)) ?? .null }
        return Row(block)
    }

    private func value(of object: NSManagedObject, at slot: Int) throws -> StoredValue {
        guard case .stored(let value) = object.slots[slot] else {
            return try convertedValue(of: object, at: slot)
        }
        switch value {
        // Most values are stored unchanged.
        case .null, .integer, .string, .data, .uuid, .decimal: return value
        default: return try convertedValue(of: object, at: slot)
        }
    }

    private func convertedValue(of object: NSManagedObject, at slot: Int) throws -> StoredValue {
        switch try object.storedValue(at: slot) {
        case .live(let value):
            guard let destination = value.asDestination else { return .null }
            let key = pending.address(of: destination).key
            if key.number < 0 { throw SaveErrors.unsavedDestination(object, slot, destination) }
            return replaced(key)
        case .stored(.reference(let key)) where !pending.replacements.isEmpty: return replaced(key)
        case .stored(let value): return value
        }
    }

    /// A reference to an object, or to the object that replaced it.
    private func replaced(_ key: ObjectKey) -> StoredValue {
        guard let replacement = pending.replacements[key] else { return .reference(key) }
        return replacement.map { .reference($0) } ?? .null
    }

    /// Whether objects can be in another store than those that they lead to.
    var hasSeveralStores: Bool { sets.count > 1 }

    /// STO-22: a relationship cannot lead from one store to another.
    private func requireSameStore(_ object: NSManagedObject, _ layout: SaveLayout, _ index: Int) throws {
        for slot in layout.storedSlots {
            guard let destination = object.slots[slot].destination else { continue }
            try requireSameStore(object, slot, [destination], index)
        }
    }

    /// Members too: their keys would name rows of the owner's store.
    func requireSameStore(
        _ object: NSManagedObject, _ slot: Int, _ others: [NSManagedObject], _ index: Int
    ) throws {
        let namespace = sets[index].store.namespace
        for other in others where pending.address(of: other).namespace !== namespace {
            throw SaveErrors.externalRelationship(object, slot, other)
        }
    }

    private mutating func layout(of object: NSManagedObject) -> SaveLayout {
        let binding = Unmanaged.passUnretained(object.binding)
        if let last, last.binding.toOpaque() == binding.toOpaque() {
            return last.layout.takeUnretainedValue()
        }
        let compiled = object.binding.layout
        let number = Int(compiled.number)
        let layout = layouts[number] ?? SaveLayout(compiled)
        layouts[number] = layout
        last = (binding, Unmanaged.passUnretained(layout))
        return layout
    }

    private func isResolved(_ object: NSManagedObject) -> Bool {
        !resolved.isEmpty && resolved.contains(ObjectIdentifier(object))
    }

    /// Whether the save writes, deletes or checks a row.
    func isTouched(_ key: ObjectKey) -> Bool { touched.contains(key) }

    /// Changes the change set of one store; for the extensions with deletions and relationships.
    mutating func change(_ index: Int, _ body: (inout ChangeSet) -> Void) { body(&sets[index].changes) }
    mutating func append(_ order: OrderChange, to index: Int) { sets[index].changes.orders.append(order) }
    mutating func append(_ link: LinkChange, to index: Int) { sets[index].changes.links.append(link) }
}

extension StoreChanges {
    /// Prepares the only set: all that is inserted will be inserted here.
    fileprivate mutating func prepare(for pending: UnwrittenChanges) {
        changes.insertions.reserveCapacity(pending.inserted.count)
        insertedObjects = pending.inserted
        changes.updates.reserveCapacity(pending.updated.count)
        updatedObjects.reserveCapacity(pending.updated.count)
        changes.deletions.reserveCapacity(pending.deleted.count)
        deletedObjects.reserveCapacity(pending.deleted.count)
    }
}

/// The slots of an entity, grouped by their part in a save.
final class SaveLayout {
    let count: Int
    /// Attributes and to-one relationships that are stored; the store computes derived ones itself.
    let storedSlots: [Int]
    let toManySlots: [ToManySlot]
    /// The stored slots whose changes the store applies to its own values.
    let appliedSlots: [Int]
    /// The slots of the last update.
    var lastSlots: [Int] = []

    init(_ layout: EntityLayout) {
        count = layout.properties.count
        storedSlots = layout.properties.filter(\.isSaved).map(\.slot)
        appliedSlots = layout.properties.filter { $0.isSaved && !$0.isWrittenWhole }.map(\.slot)
        toManySlots = layout.properties.compactMap { property in
            guard !property.isTransient, let relationship = property.relationship, relationship.isToMany
            else {
                return nil
            }
            return ToManySlot(slot: property.slot, relationship: relationship)
        }
    }
}

/// A to-many relationship of an entity.
struct ToManySlot {
    let slot: Int
    let relationship: RelationshipLayout

    var isLinked: Bool { relationship.hasPairs }
}
