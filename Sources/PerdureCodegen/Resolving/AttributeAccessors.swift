// SPDX-License-Identifier: Apache-2.0
// What the kinds of attributes need when they make accessors (Kinds/AttributeCodes.swift).

import PerdureModelFormat

/// The names of types in the sources of one module.
struct AttributeAccessors: Sendable {
    let types: TypeNames
    /// The module that code is generated for.
    let module: String

    /// The text of a type that the model names, after a check.
    ///
    /// - Throws: `ModelFormatError` for a text that is no type.
    func checked(
        _ type: String, _ origin: String, _ attribute: AttributeDocument, _ entity: String
    ) throws -> String {
        guard SwiftName.isType(type) else {
            throw ModelFormatError(
                .inconsistent, "its \(origin) '\(type)' is no type that Swift allows", entity: entity,
                property: attribute.traits.name)
        }
        return type
    }
}
