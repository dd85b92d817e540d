// SPDX-License-Identifier: Apache-2.0
// Which types stores can keep.

/// The kinds of attribute types that the rules tell apart.
package enum RuledType: Sendable {
    case none, objectID, value
}

/// Checks one attribute.
package enum AttributeRules {
    /// Checks the type of a stored attribute, or of an element of one.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - path: the attribute's name, or the path of the element.
    ///   - entity: the entity that declares it.
    ///   - report: takes the fault.
    package static func checkStored(
        _ type: RuledType, _ path: String, of entity: String?, _ report: (ModelFault) throws -> Void
    ) rethrows {
        switch type {
        case .none:
            try report(
                ModelFault(
                    .typedAttribute, entity, path,
                    "the attribute is stored but has no type; give it one, or make it transient"))
        case .objectID:
            try report(
                ModelFault(
                    .storableType, entity, path,
                    "an object ID cannot be stored as an attribute; use a relationship"))
        case .value: break
        }
    }
}
