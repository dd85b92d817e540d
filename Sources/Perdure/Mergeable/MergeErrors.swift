// SPDX-License-Identifier: Apache-2.0
// The errors of merging attributes: the problem, the attribute, and advice.

import Foundation
import PerdureBase
import PerdureStore

package enum MergeErrors {
    static func unacceptable(_ value: Any, _ path: String, wanted: String) -> CoreDataException {
        .invalidArgument(
            "Unacceptable value for the mergeable attribute \"\(path)\": \(value) of the class "
                + "\(type(of: value)). Give it \(wanted).")
    }

    static func uncoded(_ error: any Error) -> CoreDataException {
        let reason = (error as? MergeError).map { $0.reason.words } ?? "\(error)"
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
            "The change of \"\(path)\" is refused: \(error.reason.words). The attribute is unchanged.")
    }

    /// Names the attribute whose value cannot be stored.
    static func naming<T>(_ entity: String, _ property: String, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as MergeError {
            throw CoreDataException.invalidArgument(
                "The value of \"\(entity).\(property)\" cannot be stored: \(error.reason.words). Refresh the object, "
                    + "or take the change back.")
        }
    }

    /// The error of a change that does not fit the stored value: 1610, 1620, 1570 or 1550.
    ///
    /// - Parameters:
    ///   - failure: the store's report.
    ///   - object: the object; nil when the caller does not know it.
    /// - Returns: the error.
    package static func unstorable(_ failure: MergeFailure, _ object: NSManagedObject?) -> NSError {
        guard let object else { return failure.error() }
        let property = object.binding.slotProperties[failure.slot]
        return failure.error(
            entity: object.entity.name, key: property.name,
            value: failure.value.flatMap { property.coding?.value($0) }, object: object)
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
