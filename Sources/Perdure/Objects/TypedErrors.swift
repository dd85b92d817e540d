// SPDX-License-Identifier: Apache-2.0
// The wording of errors in declared entities and properties.

import Foundation
import PerdureBase

/// The errors of declarations, by cause.
enum TypedErrors {
    static func noDeclaration(_ type: NSManagedObject.Type) -> CoreDataException {
        .invalidArgument(
            "The class \(type) declares no entity. Write @ManagedObject before it, or leave it out of the model."
        )
    }

    static func sameName(_ name: String, _ first: NSManagedObject.Type, _ second: NSManagedObject.Type)
        -> CoreDataException
    {
        .invalidArgument(
            "The classes \(String(reflecting: first)) and \(String(reflecting: second)) both declare the entity "
                + "\"\(name)\". Give one of them another name: @ManagedObject(\"…\").")
    }

    static func at(_ fault: CoreDataException, entity: String) -> CoreDataException {
        .invalidArgument("The entity \"\(entity)\": \(fault.reason)")
    }

    static func attributeOption(_ kind: PropertyOption.Kind, property: String) -> CoreDataException {
        .invalidArgument(
            "The property \"\(property)\" is no attribute and cannot have the option \(kind). Remove the option."
        )
    }

    static func cannotMerge(_ property: String) -> CoreDataException {
        .invalidArgument(
            "The property \"\(property)\" cannot merge: only attributes can that are neither composite nor derived. "
                + "Remove @Mergeable, or make a composite value Codable instead of CompositeValue.")
    }

    static func unreadable(_ format: String, of property: String, _ error: any Error) -> CoreDataException {
        let reason = (error as? CoreDataException)?.reason ?? "\(error)"
        return .invalidArgument(
            "The text \"\(format)\" of the property \"\(property)\" cannot be read: \(reason)")
    }

    static func notComposite(_ type: Any.Type, property: String?, _ error: any Error) -> CoreDataException {
        let reason = (error as? EncodingError).map(text) ?? "\(error)"
        let place = property.map { " of the property \"\($0)\"" } ?? ""
        return .invalidArgument(
            "The type \(type)\(place) cannot be a composite attribute: \(reason). Make its members plain values, "
                + "or the type Codable instead of CompositeValue.")
    }

    private static func text(_ error: EncodingError) -> String {
        if case .invalidValue(_, let context) = error { return context.debugDescription }
        return "\(error)"
    }

    static func wrongCount(_ property: String, isToMany: Bool) -> CoreDataException {
        .invalidArgument(
            isToMany
                ? "The to-many relationship \"\(property)\" has the maximum 1. Give it the type of one object."
                : "The to-one relationship \"\(property)\" has a maximum other than 1. Make it a Set or an array."
        )
    }

    static func sameTransformer(_ name: String, entity: String, property: String) -> CoreDataException {
        .invalidArgument(
            "The attribute \"\(entity).\(property)\" is of a type whose name another type of the program has, so "
                + "both would be transformed by \"\(name)\". Rename one, or name a transformer.")
    }

    static func cannotEncode(_ value: Any, entity: String, property: String) -> CoreDataException {
        .invalidArgument(
            "The value \(value) of the attribute \"\(entity).\(property)\" cannot be written as JSON, which has no "
                + "form for it. Change the value, or name a transformer.")
    }

    static func unknownValue(_ value: Any, type: String, name: String) -> String {
        "\(name) has the value \(value), which is no \(type)."
    }
}
