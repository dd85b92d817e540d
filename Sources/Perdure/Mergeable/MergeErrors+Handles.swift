// SPDX-License-Identifier: Apache-2.0
// The errors of handles of mergeable attributes and of their arguments. Part of MergeErrors.swift.

import Foundation
import PerdureBase
import PerdureStore

extension MergeErrors {
    static func otherKind(_ key: String, of object: NSManagedObject, wanted: MergeRule.Kind)
        -> CoreDataException
    {
        .invalidArgument(
            "The property \"\(object.entity.name ?? "").\(key)\" does not merge as a \(wanted.rawValue) in this model. "
                + "Give the attribute the user info entry \(MergeKey.kind) = \(wanted.rawValue), or read and set it by "
                + "its plain accessor.")
    }

    static func otherElement(
        _ key: String, of object: NSManagedObject, wanted: MergeRule.Element, actual: MergeRule.Element
    ) -> CoreDataException {
        .invalidArgument(
            "The elements of the set \"\(object.entity.name ?? "").\(key)\" are of the type \(actual.rawValue), and the "
                + "code takes them for \(wanted.rawValue). Correct the code, or the user info entry \(MergeKey.elements)."
        )
    }

    static func unusableChange(_ path: String, _ reason: String) -> CoreDataException {
        .invalidArgument("The attribute \"\(path)\" cannot be changed so: \(reason).")
    }
}
