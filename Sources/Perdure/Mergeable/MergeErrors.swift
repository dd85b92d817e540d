// SPDX-License-Identifier: Apache-2.0
// The errors of merging attributes: the problem, the attribute, and advice.

import Foundation
import PerdureBase
import PerdureStore

enum MergeErrors {
    static func unknownEntry(_ given: String, _ key: String, known: String, _ path: String)
        -> CoreDataException
    {
        .invalidArgument(
            "The user info of the attribute \"\(path)\" has \"\(given)\" for \"\(key)\". Write one of these: \(known)."
        )
    }

    static func unusableAttribute(_ path: String, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "The attribute \"\(path)\" cannot merge as its user info says: \(reason). Change its type, or the entry \"\(MergeKey.kind)\"."
        )
    }

    static func unacceptable(_ value: Any, _ path: String, wanted: String) -> CoreDataException {
        .invalidArgument(
            "Unacceptable value for the mergeable attribute \"\(path)\": \(value) of the class "
                + "\(type(of: value)). Give it \(wanted).")
    }

    static func uncoded(_ error: any Error) -> CoreDataException {
        let reason = (error as? MergeError).map { words($0.reason) } ?? "\(error)"
        return .invalidArgument("The change of a mergeable attribute has no form as bytes: \(reason).")
    }

    static func notMergeable(_ key: String, of object: NSManagedObject) -> CoreDataException {
        .invalidArgument(
            "The entity \"\(object.entity.name ?? "")\" has no mergeable attribute \"\(key)\". Give the attribute the user "
                + "info entry \"\(MergeKey.kind)\", or use setValue(_:forKey:).")
    }

    /// The error of a change that does not fit the present value, or of a value that cannot be stored.
    static func refused(_ error: any Error, _ property: SlotProperty, of object: NSManagedObject)
        -> any Error
    {
        guard let error = error as? MergeError else { return error }
        let path = "\(object.entity.name ?? "").\(property.name)"
        return CoreDataException.invalidArgument(
            "The change of \"\(path)\" is refused: \(words(error.reason)). The attribute is unchanged.")
    }

    /// Names the attribute whose value cannot be stored.
    static func naming<T>(_ entity: String, _ property: String, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as MergeError {
            throw CoreDataException.invalidArgument(
                "The value of \"\(entity).\(property)\" cannot be stored: \(words(error.reason)). Refresh the object, "
                    + "or take the change back.")
        }
    }

    /// The error of a change that does not fit the stored value: 1610, 1620, 1570 or 1550.
    ///
    /// - Parameters:
    ///   - failure: the store's report.
    ///   - object: the object, if the caller knows it.
    /// - Returns: the error.
    static func unstorable(_ failure: MergeFailure, _ object: NSManagedObject?) -> NSError {
        let property = object?.binding.slotProperties[failure.slot]
        let key = property?.name ?? "slot \(failure.slot)"
        let value = failure.value.flatMap { property?.coding?.value($0) }
        var facts: [String: Any] = [NSValidationKeyErrorKey: key]
        facts[NSValidationObjectErrorKey] = object
        facts[NSValidationValueErrorKey] = value
        let name = "\(object?.entity.name ?? "row \(failure.key.number)").\(key)"
        facts[NSLocalizedDescriptionKey] = text(failure, name, value)
        return NSError(domain: NSCocoaErrorDomain, code: code(failure.reason), userInfo: facts)
    }

    private static func code(_ reason: MergeFailure.Reason) -> Int {
        switch reason {
        case .tooLarge: NSValidationNumberTooLargeError
        case .tooSmall: NSValidationNumberTooSmallError
        case .missing: NSValidationMissingMandatoryPropertyError
        case .invalid: NSManagedObjectValidationError
        }
    }

    private static func text(_ failure: MergeFailure, _ name: String, _ value: Any?) -> String {
        let result = value.map { " (\($0))" } ?? ""
        return
            "The change of \"\(name)\" cannot be applied to what is stored by now: \(words(failure.reason))\(result). "
            + "Nothing was saved; take the change back or refresh the object."
    }

    /// The reason as a text.
    private static func words(_ reason: MergeFailure.Reason) -> String {
        switch reason {
        case .tooLarge: "it would be too large"
        case .tooSmall: "it would be too small"
        case .missing: "it would be nil, and it is mandatory"
        case .invalid(let reason): reason
        }
    }
}

extension StoreChanges {
    /// Adds the object to the error of a change that does not fit the stored value.
    func namingObject<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch StoreError.merge(let failure) {
            let objects = insertedObjects + updatedObjects
            throw MergeErrors.unstorable(failure, objects.first { $0.id.key == failure.key })
        }
    }
}
