// SPDX-License-Identifier: Apache-2.0
// Fetches by class, with Swift's predicates and sort descriptors (Documentation/Decisions/0006-typed-fetches.md). These
// methods make a request and run it by the methods of NSManagedObjectContext+Fetching.swift.

import Foundation
import PerdurePredicates

extension NSManagedObjectContext {
    /// Fetches objects of a class.
    ///
    /// ```swift
    /// let recent = try context.fetch(
    ///     Movie.self, where: #Predicate { $0.year > 2000 }, sortedBy: SortDescriptor(\.title), limit: 20)
    /// ```
    ///
    /// Costs one access to each affected store, and one for each prefetched relationship. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has exactly one entity of this class.
    ///   - predicate: Which objects match; nil matches all.
    ///   - order: The order of the results; the first descriptor counts most.
    ///   - limit: How many results at most; nil is no limit.
    ///   - offset: How many results to leave out at the beginning.
    ///   - batchSize: The number of rows in one batch; 0 reads all rows at once.
    ///   - relationships: Relationships whose destinations are read along with the objects.
    /// - Returns: The objects.
    /// - Throws: `CoreDataException` for a predicate or order that a fetch cannot express; what the stores report.
    public func fetch<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: Predicate<Object>? = nil,
        sortedBy order: SortDescriptor<Object>..., limit: Int? = nil, offset: Int = 0, batchSize: Int = 0,
        prefetching relationships: [PartialKeyPath<Object>] = []
    ) throws -> [Object] {
        let request = try request(type, predicate.map { try NSPredicate(validating: $0) })
        request.sortDescriptors = order.map { NSSortDescriptor($0) }
        if limit == 0 { return [] }
        try request.page(limit, offset: offset, batchSize: batchSize, prefetching: relationships)
        return try fetch(request)
    }

    /// Fetches objects of a class by an `NSPredicate`.
    ///
    /// Costs one access to each affected store, and one for each prefetched relationship. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has exactly one entity of this class.
    ///   - predicate: Which objects match.
    ///   - order: The order of the results; the first descriptor counts most.
    ///   - limit: How many results at most; nil is no limit.
    ///   - offset: How many results to leave out at the beginning.
    ///   - batchSize: The number of rows in one batch; 0 reads all rows at once.
    ///   - relationships: Relationships whose destinations are read along with the objects.
    /// - Returns: The objects.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func fetch<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: NSPredicate, sortedBy order: [NSSortDescriptor] = [],
        limit: Int? = nil, offset: Int = 0, batchSize: Int = 0,
        prefetching relationships: [PartialKeyPath<Object>] = []
    ) throws -> [Object] {
        let request = try request(type, predicate)
        request.sortDescriptors = order
        if limit == 0 { return [] }
        try request.page(limit, offset: offset, batchSize: batchSize, prefetching: relationships)
        return try fetch(request)
    }

    /// Fetches the first matching object of a class.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has exactly one entity of this class.
    ///   - predicate: Which objects match; nil matches all.
    ///   - order: Which object is the first; without an order it may be any.
    /// - Returns: The object; nil when no object matches.
    /// - Throws: `CoreDataException` for a predicate or order that a fetch cannot express; what the stores report.
    public func first<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: Predicate<Object>? = nil,
        sortedBy order: SortDescriptor<Object>...
    ) throws -> Object? {
        let request = try request(type, predicate.map { try NSPredicate(validating: $0) })
        request.sortDescriptors = order.map { NSSortDescriptor($0) }
        request.fetchLimit = 1
        return try fetch(request).first
    }

    /// Fetches the first object of a class that matches an `NSPredicate`.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has exactly one entity of this class.
    ///   - predicate: Which objects match.
    ///   - order: Which object is the first; without an order it may be any.
    /// - Returns: The object; nil when no object matches.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func first<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: NSPredicate, sortedBy order: [NSSortDescriptor] = []
    ) throws -> Object? {
        try fetch(type, where: predicate, sortedBy: order, limit: 1).first
    }

    /// Counts objects of a class; makes no objects.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has exactly one entity of this class.
    ///   - predicate: Which objects match; nil matches all.
    /// - Returns: The number of matching objects.
    /// - Throws: `CoreDataException` for a predicate that a fetch cannot express; what the stores report.
    public func count<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: Predicate<Object>? = nil
    ) throws -> Int {
        try count(for: request(type, predicate.map { try NSPredicate(validating: $0) }))
    }

    /// Counts objects of a class that match an `NSPredicate`; makes no objects.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has exactly one entity of this class.
    ///   - predicate: Which objects match.
    /// - Returns: The number of matching objects.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func count<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: NSPredicate
    ) throws -> Int {
        try count(for: request(type, predicate))
    }

    private func request<Object: NSManagedObject>(
        _ type: Object.Type, _ predicate: NSPredicate?
    ) throws -> NSFetchRequest<Object> {
        let request = NSFetchRequest<Object>()
        request.entity = try entity(of: type)
        request.predicate = predicate
        return request
    }

    /// The one entity of a class in the context's model.
    private func entity(of type: NSManagedObject.Type) throws -> NSEntityDescription {
        guard let coordinator = persistentStoreCoordinator else { throw ContextErrors.noCoordinator }
        let entities = coordinator.managedObjectModel.entities(of: type)
        guard entities.count == 1 else {
            throw ContextErrors.noSingleEntity(type, names: entities.compactMap(\.name).sorted())
        }
        return entities[0]
    }
}
