// SPDX-License-Identifier: Apache-2.0
// Turns descriptors into requests: key paths become names, predicates and orders those of managed objects.

import Foundation
import Perdure
import PerdureBase
import PerdurePredicates
import SwiftDataPredicates

extension ModelContext {
    /// The request of a descriptor.
    ///
    /// - Throws: `SwiftDataError` that names the class, or the part without a form.
    func request<T: PersistentModel>(for descriptor: FetchDescriptor<T>) throws -> NSFetchRequest<
        NSManagedObject
    > {
        let name = Schema.entityName(for: T.self)
        guard let entity = stores.coordinator.managedObjectModel.entitiesByName[name],
            Self.fits(entity, T.self)
        else {
            throw SwiftDataError(
                .unknownSchema,
                "The container's schema does not have the class \(String(reflecting: T.self)): give it to "
                    + "ModelContainer(for:).")
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.entity = entity
        let terms = FetchTerms(naming: ModelNames(stores))
        request.predicate = try Self.translated { try descriptor.predicate.map { try terms.predicate($0) } }
        request.sortDescriptors = try Self.translated { try terms.sorting(descriptor.sortBy) }
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

    /// What cannot stand in a fetch, in the words of SwiftData's errors.
    static func translated<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try ExceptionTrap.catching(body)
        } catch let part as UnsupportedFetchPart {
            let kind: SwiftDataError.Kind =
                switch part.place {
                case .predicate, .expression: .unsupportedPredicate
                case .sortDescriptor: .unsupportedSortDescriptor
                case .keyPath: .unsupportedKeyPath
                }
            throw SwiftDataError(kind, part.description)
        }
    }
}
