// SPDX-License-Identifier: Apache-2.0
// Turns descriptors into requests: key paths become names, predicates and orders those of managed objects.

import Foundation
import Perdure
import PerdureBase
import PerdurePredicates

extension ModelContext {
    /// The request of a descriptor.
    ///
    /// - Throws: `SwiftDataError` that names the class, or the part without a form.
    func request<T: PersistentModel>(for descriptor: FetchDescriptor<T>) throws -> NSFetchRequest<
        NSManagedObject
    > {
        let name = Schema.entityName(for: T.self)
        guard let entity = container.coordinator.managedObjectModel.entitiesByName[name],
            Self.fits(entity, T.self)
        else {
            throw SwiftDataError(
                .unknownSchema,
                "The container's schema does not have the class \(String(reflecting: T.self)): give it to "
                    + "ModelContainer(for:).")
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.entity = entity
        request.predicate = try descriptor.predicate.map { try Self.translated($0) }
        request.sortDescriptors = try descriptor.sortBy.map { try Self.translated($0) }
        request.fetchLimit = descriptor.fetchLimit ?? 0
        request.fetchOffset = descriptor.fetchOffset ?? 0
        request.includesPendingChanges = descriptor.includePendingChanges
        request.returnsObjectsAsFaults = false
        if !descriptor.propertiesToFetch.isEmpty {
            request.propertiesToFetch = try descriptor.propertiesToFetch.map {
                try Self.name(of: $0, in: T.self)
            }
            request.returnsObjectsAsFaults = true
        }
        request.relationshipKeyPathsForPrefetching =
            try descriptor.relationshipKeyPathsForPrefetching.map { try Self.name(of: $0, in: T.self) }
        return request
    }

    private static func name<T: PersistentModel>(of keyPath: PartialKeyPath<T>, in type: T.Type) throws
        -> String
    {
        if let name = ModelFacts.of(type).name(of: keyPath) { return name }
        throw SwiftDataError(.unsupportedKeyPath, "\(keyPath) is no persisted property of \(type).")
    }

    private static func translated<T: PersistentModel>(_ predicate: Predicate<T>) throws -> NSPredicate {
        ModelKeyPaths.prepare()
        do {
            return try ExceptionTrap.catching { NSPredicate.predicate(of: try PredicateNode(predicate)) }
        } catch {
            throw SwiftDataError(
                .unsupportedPredicate, "A predicate of \(T.self) has no form in a store.", underlying: error)
        }
    }

    private static func translated<T: PersistentModel>(_ sort: SortDescriptor<T>) throws -> NSSortDescriptor {
        guard let keyPath = sort.keyPath, let name = ModelFacts.of(T.self).name(of: keyPath) else {
            throw SwiftDataError(
                .unsupportedSortDescriptor,
                "A sort descriptor of \(T.self) names no persisted property: \(sort).")
        }
        return NSSortDescriptor(key: name, ascending: sort.order == .forward)
    }
}
