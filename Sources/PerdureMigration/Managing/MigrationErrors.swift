// SPDX-License-Identifier: Apache-2.0
// The errors of migrations by mapping models: codes, facts and wording.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping

/// Makes the errors of a migration.
enum MigrationErrors {
    /// An error whose description and "reason" are the same text.
    static func make(
        _ code: Int, _ reason: String, _ facts: [String: Any?] = [:], underlying: (any Error)? = nil
    ) -> NSError {
        var userInfo: [String: Any] = facts.compactMapValues { $0 }
        userInfo[NSLocalizedDescriptionKey] = reason
        userInfo["reason"] = reason
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
    }

    private static func facts(_ mapping: NSEntityMapping, _ property: String? = nil) -> [String: Any?] {
        [
            "entityMapping": mapping.name, "property": property,
            "entity": mapping.destinationEntityName ?? mapping.sourceEntityName,
        ]
    }

    // MARK: Before anything is made

    static func unknownPolicy(_ name: String, _ mapping: NSEntityMapping) -> NSError {
        make(
            NSMigrationError,
            "The entity mapping \"\(mapping.name ?? "")\" names the policy class \"\(name)\", which this program does not have. "
                + "Add a policy class with that name, or correct the mapping.",
            facts(mapping))
    }

    static func badExpression(
        _ text: String, _ problem: String, _ mapping: NSEntityMapping, _ property: String?
    )
        -> NSError
    {
        let place = property.map { "of the property \"\($0)\"" } ?? "that gives the source objects"
        return make(
            NSMigrationError,
            "The expression \(place) in the entity mapping \"\(mapping.name ?? "")\", \(text), cannot be used: \(problem). "
                + "Correct the mapping model.",
            facts(mapping, property))
    }

    static func unknownProperty(_ name: String, _ kind: String, _ mapping: NSEntityMapping) -> NSError {
        make(
            NSMigrationError,
            "The entity mapping \"\(mapping.name ?? "")\" sets \"\(name)\", but the entity "
                + "\"\(mapping.destinationEntityName ?? "")\" has no such \(kind). Correct the mapping model.",
            facts(mapping, name))
    }

    static func unfit(_ mapping: NSEntityMapping?, _ problem: String) -> NSError {
        let place = mapping.map { "The entity mapping \"\($0.name ?? "")\"" } ?? "The mapping model"
        return make(
            NSMigrationMissingMappingModelError,
            "\(place) does not fit both models: \(problem). Make a mapping model for these two versions.",
            mapping.map { facts($0) } ?? [:])
    }

    static func noMapping() -> NSError {
        make(
            NSMigrationMissingMappingModelError,
            "There is no mapping model for these two versions of the model. Give one, or infer it with "
                + "NSMappingModel.inferredMappingModel(forSourceModel:destinationModel:).")
    }

    static func source(_ url: URL, _ problem: String, underlying: any Error) -> NSError {
        make(
            NSMigrationManagerSourceStoreError, "The store at \"\(url.path)\" cannot be migrated: \(problem)",
            [NSURLErrorKey: url, NSFilePathErrorKey: url.path], underlying: underlying)
    }

    static func destination(_ url: URL, _ problem: String, underlying: (any Error)? = nil) -> NSError {
        make(
            NSMigrationManagerDestinationStoreError,
            "The store at \"\(url.path)\" cannot take the migrated objects: \(problem)",
            [NSURLErrorKey: url, NSFilePathErrorKey: url.path], underlying: underlying)
    }

    // MARK: On the way

    static func badValue(_ error: any Error, _ mapping: NSEntityMapping, _ property: String) -> NSError {
        make(
            NSMigrationError,
            "The property \"\(property)\" of the entity mapping \"\(mapping.name ?? "")\" cannot get its value: "
                + "\(text(error)) Correct the mapping's expression, or set the property in a policy.",
            facts(mapping, property), underlying: error)
    }

    static func badSources(_ problem: String, _ mapping: NSEntityMapping, underlying: (any Error)?) -> NSError
    {
        make(
            NSMigrationError,
            "The source objects of the entity mapping \"\(mapping.name ?? "")\" cannot be found: \(problem) "
                + "Correct its source expression.", facts(mapping), underlying: underlying)
    }

    static func hook(_ name: String, _ error: any Error, _ mapping: NSEntityMapping) -> NSError {
        var facts = facts(mapping)
        facts["hook"] = name
        return make(
            NSEntityMigrationPolicyError,
            "The policy \"\(mapping.entityMigrationPolicyClassName ?? "")\" of the entity mapping "
                + "\"\(mapping.name ?? "")\" failed in \(name): \(text(error))",
            facts, underlying: error)
    }

    static func invalid(_ error: any Error) -> NSError {
        make(
            NSMigrationError,
            "The migrated objects are not valid: \(text(error)) Set what is missing in the mapping model or in a policy.",
            underlying: error)
    }

    /// A save that the destination refused: 134111 for constraints, under 134110; a full disk stays 640.
    static func refused(_ error: any Error) -> NSError {
        if (error as NSError).code == NSFileWriteOutOfSpaceError { return error as NSError }
        let isConstraint =
            (error as NSError).code == NSManagedObjectConstraintMergeError
            || (error as NSError).code == NSManagedObjectConstraintValidationError
        guard isConstraint else {
            return make(
                NSMigrationError, "The migrated objects cannot be saved: \(text(error))", underlying: error)
        }
        let reason = "constraint violation during attempted migration"
        let cause = make(NSMigrationConstraintViolationError, reason, underlying: error)
        return make(
            NSMigrationError, "Cannot migrate the store: \(reason). \(text(error))", underlying: cause)
    }

    /// A hook that resets the destination's context before its objects are written.
    static var droppedObjects: CoreDataException {
        .invalidArgument(
            "The destination context of a migration has objects that are not written yet, and reset() would lose them. "
                + "Leave them to the manager, or save the context first.")
    }

    /// A migration whose `Progress` was cancelled.
    static func cancelled() -> NSError {
        make(
            NSMigrationCancelledError,
            "The migration was cancelled, and the store is as it was. Add the store again to migrate it.",
            [cancellationKey: true])
    }

    static func isCancellation(_ error: NSError) -> Bool { error.userInfo[cancellationKey] != nil }

    private static let cancellationKey = "PerdureCancelledByProgress"

    static func failed(_ error: any Error, _ url: URL) -> NSError {
        make(
            NSMigrationError, "The store at \"\(url.path)\" could not be migrated: \(text(error))",
            [NSURLErrorKey: url, NSFilePathErrorKey: url.path], underlying: error)
    }

    static func text(_ error: any Error) -> String {
        let text = (error as? CoreDataException)?.reason ?? (error as NSError).localizedDescription
        return text.hasSuffix(".") ? text : text + "."
    }
}

/// The wording of functions that nobody knows.
enum FunctionTexts {
    static func unknown(_ name: String, of receiver: AnyObject) -> CoreDataException {
        .invalidArgument(
            "-[\(type(of: receiver)) \(name)]: there is no such function. Override callFunction(_:arguments:) in "
                + "\(type(of: receiver)), and answer \"\(name)\" there.")
    }
}
