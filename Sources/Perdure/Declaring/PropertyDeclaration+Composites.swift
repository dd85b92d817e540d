// SPDX-License-Identifier: Apache-2.0
// Composite attributes in macro expansions. Part of PropertyDeclaration+Attributes.swift.

import Foundation

extension PropertyDeclaration {
    /// Declares a composite attribute: each member of the struct is an element.
    @_disfavoredOverload
    public static func attribute<T: CompositeValue>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        composite(name, type, isOptional, value, AttributeNames(originalName, hashModifier), options)
    }

    private static func composite<T: CompositeValue>(
        _ name: String, _ type: T.Type, _ isOptional: Bool, _ value: T?, _ names: AttributeNames,
        _ options: [PropertyOption]
    ) -> PropertyDeclaration {
        let description = NSCompositeAttributeDescription()
        description.compositeName = TypeName.bare(type)
        do {
            let layout = try CompositeLayout.of(type)
            description.elements = try layout.elements(of: type, hasDefaults: value != nil)
            let values = try value.map { try CompositeEncoder.dictionary(of: $0) }
            // When the elements already have these default values, they make the initial value. A value whose members are all
            // nil is stored as nil.
            let isSaid = values.map {
                NSDictionary(dictionary: $0) == NSDictionary(dictionary: layout.defaults)
            }
            let swiftType = AttributeSwiftType(type) {
                ($0 as? [String: Any]).flatMap { CompositeDecoder.value(type, $0) } != nil
            }
            return make(
                description, name, .compositeAttributeType,
                isOptional || layout.members.allSatisfy(\.isOptional),
                isSaid == false ? values : nil, names, swiftType, options)
        } catch {
            var declaration = make(
                description, name, .compositeAttributeType, isOptional, nil, names, nil, options)
            declaration.fault = TypedErrors.notComposite(type, property: name, error)
            return declaration
        }
    }
}
