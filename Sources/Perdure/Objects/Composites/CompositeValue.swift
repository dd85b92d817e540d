// SPDX-License-Identifier: Apache-2.0
// Structs whose members are the elements of a composite attribute. CompositeEncoder.swift finds the members by encoding one
// value. CompositeDecoder.swift makes values again.

import Foundation

/// A struct that a composite attribute holds, one column for each member.
///
/// Members are plain values, enumerations with plain raw values, and composite values. Each member may be optional. The initial
/// values are the default values of the elements.
///
/// ```swift
/// struct Address: CompositeValue {
///     var street = ""
///     var zip: String?
/// }
/// @ManagedObject final class Person: NSManagedObject { var address: Address = Address() }
/// ```
///
/// A value whose members are all nil is stored as nil.
///
/// ## Compatibility
/// The model describes the attribute as an app's model does: element names are the coding keys, in their order.
public protocol CompositeValue: Codable {
    /// Makes the value whose members have the default values.
    init()

    /// Further options of the elements in the model, by name.
    static var elementOptions: [String: [PropertyOption]] { get }
}

extension CompositeValue {
    /// No options.
    public static var elementOptions: [String: [PropertyOption]] { [:] }
}

/// A member of a composite value.
struct CompositeMember {
    let name: String
    let type: NSAttributeType
    let isOptional: Bool
    /// The value in the form of key-value coding; a composite value is a dictionary, and nil stays nil.
    let value: Any?
    /// The type of a member that is itself a composite value.
    let nested: (any CompositeValue.Type)?
}
