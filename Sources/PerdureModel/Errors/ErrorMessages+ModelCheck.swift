// SPDX-License-Identifier: Apache-2.0
// Sentences about the faults of models: the place, and the broken rule. Part of ErrorMessages.swift.

import PerdureBase
import PerdurePredicates

extension CoreDataException {
    /// The exception for a model made in code that breaks a model rule.
    package convenience init(_ fault: ModelFault) {
        self.init(name: .invalidArgumentException, reason: ErrorMessages.sentence(fault))
    }
}

extension ErrorMessages {
    /// Where a fault is, what is wrong, and what to do next.
    static func sentence(_ fault: ModelFault) -> String {
        let text = fault.text.quoted("\"")
        if let property = fault.property {
            return "The property \"\(path(fault.entity, property))\": \(text)."
        }
        if let entity = fault.entity { return "The entity \"\(entity)\": \(text)." }
        return "\(text.prefix(1).uppercased())\(text.dropFirst())."
    }

    static func foreignChild(_ entity: String?, of parent: String?) -> CoreDataException {
        .invalidArgument(
            "The entity \(quoted(entity)), subentity of \(quoted(parent)), is not in the model. "
                + "Add it to the model's entities.")
    }

    static func wrongDefault(
        entity: String?, property: String, type: NSAttributeType, given: String
    ) -> CoreDataException {
        .invalidArgument(
            "The default value of \"\(path(entity, property))\" is of the class \(given), but the attribute's type "
                + "asks for \(type.valueClassName ?? "another class"). Set a value of that class.")
    }
}
