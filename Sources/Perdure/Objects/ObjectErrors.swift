// SPDX-License-Identifier: Apache-2.0
// The texts of the errors that objects report.

import Foundation
import PerdureBase
import PerdureFoundationGaps

/// The errors of objects, by cause.
package enum ObjectErrors {
    static func unusableModel(_ entity: NSEntityDescription, _ error: any Error) -> CoreDataException {
        .internalInconsistency("The model of the entity \"\(entity.name ?? "")\" cannot be used: \(error)")
    }

    package static func abstractEntity(_ entity: NSEntityDescription) -> CoreDataException {
        .invalidArgument(
            "The entity \"\(entity.name ?? "")\" is abstract: insert an object of one of its subentities.")
    }

    static func unacceptableValue(_ value: Any, attribute: String, desired: String) -> CoreDataException {
        .invalidArgument(
            "Unacceptable type of value for attribute: property = \"\(attribute)\"; desired type = \(desired); "
                + "given type = \(type(of: value)); value = \(value).")
    }

    static func unknownElement(_ element: String, attribute: String) -> CoreDataException {
        .invalidArgument("The composite attribute \"\(attribute)\" has no element \"\(element)\".")
    }

    static func cannotArchive(_ value: Any, entity: String, property: String, _ reason: String?)
        -> CoreDataException
    {
        .invalidArgument(
            "The transformable attribute \"\(entity).\(property)\" holds a \(type(of: value)), which its transformer "
                + "cannot archive: \(reason ?? "it gave no data"). Use values that it allows, or a subclass of "
                + "NSSecureUnarchiveFromDataTransformer with the class among its allowedTopLevelClasses.")
    }

    static func cannotOpen(entity: String, property: String, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "The archive in the transformable attribute \"\(entity).\(property)\" cannot be opened: \(reason). Its "
                + "bytes stay as they are until the attribute is set; a subclass of "
                + "NSSecureUnarchiveFromDataTransformer allows more classes.")
    }

    static func obsoleteTransformer(_ name: String, entity: String, property: String) -> NSError {
        let text =
            "The transformable attribute \"\(entity).\(property)\" names the transformer \(name), which makes objects "
            + "of any class and is out of use: leave the name empty, or use NSSecureUnarchiveFromData."
        return NSError(
            domain: NSCocoaErrorDomain, code: NSCoreDataError,
            userInfo: [NSLocalizedDescriptionKey: text, ErrorKeys.reason: text])
    }

    static func unknownTransformer(_ name: String, entity: String, property: String) -> CoreDataException {
        .invalidArgument(
            "No value transformer is known by the name \"\(name)\", which the attribute \"\(entity).\(property)\" "
                + "asks for. Register it with ValueTransformer.setValueTransformer(_:forName:).")
    }

}
