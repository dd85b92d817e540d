// SPDX-License-Identifier: Apache-2.0
// The elements of a composite attribute in a model. Part of CompositeLayout.swift.

import Foundation

extension CompositeLayout {
    /// New descriptions of the elements.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - hasDefaults: whether elements have default values, which together make the attribute's initial value.
    /// - Returns: the elements in their order.
    /// - Throws: `CoreDataException` for an option that an element cannot have.
    func elements(of type: any CompositeValue.Type, hasDefaults: Bool) throws -> [NSAttributeDescription] {
        try members.map { member in
            let hasDefault = hasDefaults && member.value != nil
            let description = try Self.description(of: member, hasDefaults: hasDefault)
            description.name = member.name
            description.isOptional = member.isOptional
            if hasDefault, member.nested == nil { description.defaultValue = member.value }
            var declaration = PropertyDeclaration(description)
            declaration.apply(type.elementOptions[member.name] ?? [])
            if let fault = declaration.fault { throw fault }
            return description
        }
    }

    private static func description(of member: CompositeMember, hasDefaults: Bool) throws
        -> NSAttributeDescription
    {
        guard let nested = member.nested else {
            let description = NSAttributeDescription()
            description.attributeType = member.type
            return description
        }
        let description = NSCompositeAttributeDescription()
        description.elements = try CompositeLayout.of(nested).elements(of: nested, hasDefaults: hasDefaults)
        description.compositeName = TypeName.bare(nested)
        return description
    }
}
