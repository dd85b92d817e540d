// SPDX-License-Identifier: Apache-2.0
// Fetches models, counts them, and goes through many of them. FetchResultsCollection.swift reads by batches.

import Foundation
import Perdure
import PerdureBase

extension ModelContext {
    /// The models that match, in the order that is asked for.
    ///
    /// - Throws: `SwiftDataError` for a descriptor without a form in stores, and the store's errors.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try asking(descriptor) {
            // The request's entity was made of the class, so a cast would only cost time.
            adoptSaves()
            let request = try request(for: descriptor)
            return Self.models(of: try ExceptionTrap.catching { try store.fetch(request) })
        }
    }

    /// The models of objects, which are all of one class.
    ///
    /// The loop has no generic code: that would ask the class how it is copied, for each model.
    private static func models<T: PersistentModel>(of objects: [NSManagedObject]) -> [T] {
        // All threads share the storage of the empty array: making it the way below would write its count.
        if objects.isEmpty { return [] }
        return [T](unsafeUninitializedCapacity: objects.count) { buffer, count in
            guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            var place = start.assumingMemoryBound(to: AnyObject.self)
            for object in objects {
                place.initialize(to: unsafeDowncast(object, to: _ModelObject.self).model)
                place += 1
            }
            count = objects.count
        }
    }

    /// How many models `fetch` would find.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        adoptSaves()
        let request = try request(for: descriptor)
        return try asking(descriptor) { try ExceptionTrap.catching { try store.count(for: request) } }
    }

    /// The identifiers of the models that match, in the order that is asked for.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> [PersistentIdentifier] {
        adoptSaves()
        let request = try request(for: descriptor)
        if store.hasChanges, descriptor.includePendingChanges {
            return try asking(descriptor) {
                try self.found(by: request).map { PersistentIdentifier($0.objectID) }
            }
        }
        request.returnsObjectsAsFaults = true
        request.includesPropertyValues = false
        let objects = try asking(descriptor) { try ExceptionTrap.catching { try store.fetch(request) } }
        return objects.map { PersistentIdentifier($0.objectID) }
    }

    /// The models that match, read by batches when they are asked for.
    ///
    /// - Throws: `includePendingChangesWithBatchSize` where unsaved changes of the class would have to take part.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        adoptSaves()
        let request = try request(for: descriptor)
        try checkPending(descriptor, request)
        request.includesPendingChanges = false
        request.fetchBatchSize = max(batchSize, 1)
        let list = try ExceptionTrap.catching { try store.fetchBatches(request) }
        // A request for models of a class finds no objects of others.
        return FetchResultsCollection(count: list.count) { (list[$0] as! _ModelObject).model as! T }
    }

    /// The identifiers of the models that match.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        let all = try fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: all.count) { all[$0] }
    }

    private func checkPending<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ request: NSFetchRequest<NSManagedObject>
    ) throws {
        guard descriptor.includePendingChanges, let entity = request.entity else { return }
        let pending = store.insertedObjects.union(store.updatedObjects).union(store.deletedObjects)
        guard pending.contains(where: { $0.entity.isKindOf(entity: entity) }) else { return }
        throw SwiftDataError(
            .includePendingChangesWithBatchSize,
            "There are unsaved changes of \(T.self): save first, or set includePendingChanges to false.")
    }

    /// Calls a block with each model that matches, and lets unchanged ones go with their batch.
    ///
    /// - Parameters:
    ///   - fetch: Which models.
    ///   - batchSize: How many are read at once.
    ///   - allowEscapingMutations: Whether the block may leave changes that it has not saved.
    ///   - block: What to do with a model.
    /// - Throws: The block's error; an error where it left changes and may not.
    public func enumerate<T: PersistentModel>(
        _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (_ model: T) throws -> Void
    ) throws {
        let hadChanges = store.hasChanges
        let identifiers = try fetchIdentifiers(fetch)
        for start in stride(from: 0, to: identifiers.count, by: max(batchSize, 1)) {
            let batch = identifiers[start..<min(start + max(batchSize, 1), identifiers.count)]
            let objects = try realized(batch.compactMap(objectID(of:)), T.self)
            for object in objects {
                guard let model = object.model as? T else { continue }
                try block(model)
                if store.hasChanges, !hadChanges, !allowEscapingMutations {
                    throw Self.escapingMutation(T.self)
                }
            }
            for object in objects where !object.hasChanges && object.managedObjectContext === store {
                store.refresh(object, mergeChanges: false)
            }
        }
    }

    private static func escapingMutation(_ type: any Any.Type) -> any Error {
        CoreDataException.invalidArgument(
            "The block of enumerate(_:) left changes of a \(type) that it did not save: save in the block, or pass "
                + "allowEscapingMutations.")
    }

    /// The objects of some IDs, in their order, read with one statement.
    private func realized<T: PersistentModel>(_ ids: [NSManagedObjectID], _ type: T.Type) throws
        -> [_ModelObject]
    {
        let request = try request(for: FetchDescriptor<T>())
        request.predicate = NSPredicate(format: "self IN %@", ids as NSArray)
        let kept = try found(by: request)
        return withExtendedLifetime(kept) {
            ids.compactMap { store.registeredObject(for: $0) as? _ModelObject }
        }
    }

    /// The objects that a request finds.
    func found(by request: NSFetchRequest<NSManagedObject>) throws -> [_ModelObject] {
        adoptSaves()
        // All objects of such a context are behind models.
        return try ExceptionTrap.catching { try store.fetch(request) }.map {
            unsafeDowncast($0, to: _ModelObject.self)
        }
    }
}
