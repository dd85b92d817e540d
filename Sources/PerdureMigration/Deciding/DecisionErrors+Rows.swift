// SPDX-License-Identifier: Apache-2.0
// The errors of rows that do not fit the next version: 134110 with the error of the property below. Part of
// DecisionErrors.swift.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModel
import PerdureStore

extension DecisionErrors {
    /// Rows do not fit; the store is as before.
    static func misfit(
        _ failure: MigrationFailure, in store: DifferingStore, from source: SourceModel
    ) -> NSError {
        let url = store.specification.url
        let inner = cause(failure, objectIDs(of: failure, in: store, source))
        return NSError(
            domain: NSCocoaErrorDomain, code: NSMigrationError,
            userInfo: [
                "sourceURL": url, "destinationURL": url, NSURLErrorKey: url, NSFilePathErrorKey: url.path,
                ErrorKeys.reason: "Cannot migrate store in-place: \(failure.text)",
                NSLocalizedDescriptionKey: "An error occurred during persistent store migration.",
                NSLocalizedRecoverySuggestionErrorKey: failure.advice, NSUnderlyingErrorKey: inner,
            ])
    }

    private static func cause(_ failure: MigrationFailure, _ ids: [NSManagedObjectID]) -> NSError {
        let place = failure.property.map { "\(failure.entity).\($0)" } ?? failure.entity
        let rows = ids.map { $0.uriRepresentation().absoluteString }.joined(separator: ", ")
        var facts: [String: Any] = [
            ErrorKeys.entity: failure.entity, ErrorKeys.reason: failure.text,
            NSLocalizedDescriptionKey:
                "\"\(place)\": \(failure.text)" + (rows.isEmpty ? "" : " (\(rows))") + ". \(failure.advice)",
        ]
        if !ids.isEmpty {
            facts[ErrorKeys.objectID] = ids[0]
            facts[ErrorKeys.objectIDs] = ids
        }
        switch failure.reason {
        case .missingMember: facts["relationship"] = failure.property
        case .duplicates(let attributes): facts[ErrorKeys.constraint] = attributes
        case .missingValue, .outOfRange, .abstractEntity: facts["attribute"] = failure.property
        }
        let code = failure.isConstraint ? NSMigrationConstraintViolationError : NSMigrationError
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: facts)
    }

    /// The rows as the older version of the program knows them.
    private static func objectIDs(
        of failure: MigrationFailure, in store: DifferingStore, _ source: SourceModel
    ) -> [NSManagedObjectID] {
        guard case .string(let identifier) = store.metadata[NSStoreUUIDKey],
            let model = try? source.model.compiled()
        else { return [] }
        let namespace = ObjectIDNamespace(
            identifier: identifier, entities: model.schema.entities.map { model.entity(number: $0.number) })
        return failure.rows.map { row in
            namespace.id(
                ObjectKey(entity: row.entity, root: source.schema[row.entity].root, number: row.key))
        }
    }
}

extension MigrationFailure {
    fileprivate var isConstraint: Bool {
        if case .duplicates = reason { return true }
        return false
    }

    /// What is wrong; the words of Apple's errors where they are known.
    fileprivate var text: String {
        switch reason {
        case .missingValue:
            "Validation error missing attribute values on mandatory destination attribute"
        case .missingMember:
            "Validation error missing attribute values on mandatory destination relationship"
        case .outOfRange: "A number does not fit the type of the destination attribute"
        case .abstractEntity: "There are objects of an entity that is abstract in the destination"
        case .duplicates: "constraint violation during attempted migration"
        }
    }

    /// What to do.
    fileprivate var advice: String {
        switch reason {
        case .missingValue:
            "Give the attribute a default value or make it optional in the new version, or fill it with the old one."
        case .missingMember:
            "Make the relationship optional in the new version, or fill it with the old one, or delete those objects."
        case .outOfRange: "Keep a type that holds the number, or change it with the old version."
        case .abstractEntity: "Keep the entity concrete, or delete its objects with the old version."
        case .duplicates(let attributes):
            "Leave out the constraint on \(attributes.joined(separator: ", ")), or make the objects differ with the old "
                + "version."
        }
    }
}
