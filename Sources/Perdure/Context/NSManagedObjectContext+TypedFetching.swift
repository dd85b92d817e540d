// SPDX-License-Identifier: Apache-2.0
// Fetches by class, with Swift's predicates and sort descriptors (Documentation/Decisions/0006-typed-fetches.md). They
// make a request and run it as NSManagedObjectContext+Fetching.swift does.

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
    ///   - type: The class; the context's model has one entity of it.
    ///   - predicate: Which objects match; nil matches all.
    ///   - order: The order of the results; the first descriptor counts most.
    ///   - limit: How many results at most; nil is no limit.
    ///   - offset: How many results to leave out at the beginning.
    ///   - batchSize: In groups of how many the rows are read; 0 reads all at once.
    ///   - relationships: Relationships whose destinations are read along.
    /// - Returns: The objects.
    /// - Throws: `CoreDataException` for what has no form in a fetch; what the stores report.
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

    /// Fetches objects of a class by a predicate in words.
    ///
    /// Costs one access to each affected store, and one for each prefetched relationship. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has one entity of it.
    ///   - predicate: Which objects match.
    ///   - order: The order of the results; the first descriptor counts most.
    ///   - limit: How many results at most; nil is no limit.
    ///   - offset: How many results to leave out at the beginning.
    ///   - batchSize: In groups of how many the rows are read; 0 reads all at once.
    ///   - relationships: Relationships whose destinations are read along.
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

    /// Fetches the first object of a class that matches.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has one entity of it.
    ///   - predicate: Which objects match; nil matches all.
    ///   - order: Which object is the first; without an order it may be any.
    /// - Returns: The object, nil when none matches.
    /// - Throws: `CoreDataException` for what has no form in a fetch; what the stores report.
    public func first<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: Predicate<Object>? = nil,
        sortedBy order: SortDescriptor<Object>...
    ) throws -> Object? {
        let request = try request(type, predicate.map { try NSPredicate(validating: $0) })
        request.sortDescriptors = order.map { NSSortDescriptor($0) }
        request.fetchLimit = 1
        return try fetch(request).first
    }

    /// Fetches the first object of a class that matches a predicate in words.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has one entity of it.
    ///   - predicate: Which objects match.
    ///   - order: Which object is the first; without an order it may be any.
    /// - Returns: The object, nil when none matches.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func first<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: NSPredicate, sortedBy order: [NSSortDescriptor] = []
    ) throws -> Object? {
        try fetch(type, where: predicate, sortedBy: order, limit: 1).first
    }

    /// Counts objects of a class; makes none.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has one entity of it.
    ///   - predicate: Which objects match; nil matches all.
    /// - Returns: How many match.
    /// - Throws: `CoreDataException` for what has no form in a fetch; what the stores report.
    public func count<Object: NSManagedObject>(
        _ type: Object.Type, where predicate: Predicate<Object>? = nil
    ) throws -> Int {
        try count(for: request(type, predicate.map { try NSPredicate(validating: $0) }))
    }

    /// Counts objects of a class that match a predicate in words; makes none.
    ///
    /// Costs one access to each affected store. Unsaved changes count.
    ///
    /// - Parameters:
    ///   - type: The class; the context's model has one entity of it.
    ///   - predicate: Which objects match.
    /// - Returns: How many match.
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
