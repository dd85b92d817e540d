// SPDX-License-Identifier: Apache-2.0
// Makes the accessors of attributes in generated classes. The first kind of attribute (Kinds/) with an accessor counts.

import PerdureAccessorText
import PerdureModelFormat

/// Makes the accessors of attributes.
struct AttributeAccessors: Sendable {
    let types: TypeNames
    /// The module that code is generated for.
    let module: String

    /// The accessor of an attribute at a slot.
    ///
    /// - Throws: `ModelFormatError` for a text that is no type in Swift.
    func accessor(_ attribute: AttributeDocument, at slot: Int, entity: String) throws -> AccessorCode {
        let slot = types.slot(slot)
        for kind in AttributeCodes.all {
            if let code = try kind.accessor(attribute, at: slot, entity: entity, self) { return code }
        }
        return ObjectCode.accessor(attribute, at: slot, self)
    }

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
