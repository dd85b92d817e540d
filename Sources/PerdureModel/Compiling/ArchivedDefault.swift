// SPDX-License-Identifier: Apache-2.0
// The default of a transformable attribute as stores keep it, for rows that a migration gives a value.

import Foundation
import PerdureFoundationGaps
import PerdurePredicates

/// Archives the default of one transformable attribute.
struct ArchivedDefault {
    let attribute: NSAttributeDescription

    init(_ attribute: NSAttributeDescription) { self.attribute = attribute }

    /// The bytes; nil without a default, and for one that cannot be archived, which the first new object reports.
    var constant: ConstantValue? {
        guard let value = attribute.defaultValue, !(value is NSNull) else { return nil }
        let name = attribute.valueTransformerName
        guard !StandardTransformers.readOnlyNames.contains(name ?? "") else { return nil }
        return ValueTransformer.named(name)?.data(of: value, as: attribute.archivedClass).map { .data($0) }
    }
}

extension NSAttributeDescription {
    /// The class of values that archive themselves, by a declaration or by the model's value class name; the default transformer
    /// must know it.
    package var archivedClass: AnyClass? {
        guard valueTransformerName?.isEmpty != false else { return nil }
        let type: AnyClass? =
            attributeFacts.swiftType?.archived ?? attributeValueClassName.flatMap(ProgramModules.type)
        return type is any NSSecureCoding.Type ? type : nil
    }
}
