// SPDX-License-Identifier: Apache-2.0
// Structs whose members are the elements of a composite attribute. What the members are is found by encoding one
// value (CompositeEncoder.swift); CompositeDecoder.swift makes values again.

import Foundation
import PerdurePredicates

/// A struct that a composite attribute holds, one column for each member.
///
/// Members are plain values, enumerations with plain raw values, and composite values; each may be optional. The
/// initial values are the elements' default values.
///
/// ```swift
/// struct Address: CompositeValue {
///     var street = ""
///     var zip: String?
/// }
/// @ManagedObject final class Person: NSManagedObject { var address = Address() }
/// ```
///
/// A value of which every member is nil is stored as nil.
///
/// ## Compatibility
/// The model describes the attribute as an app's model does: element names are the coding keys, in their order.
public protocol CompositeValue: Codable {
    /// Makes the value whose members are the elements' defaults.
    init()

    /// What the model says about elements besides their names and types, by name.
    static var elementOptions: [String: [PropertyOption]] { get }
}

extension CompositeValue {
    /// Nothing.
    public static var elementOptions: [String: [PropertyOption]] { [:] }
}

/// A member of a composite value.
struct CompositeMember {
    let name: String
    let type: NSAttributeType
    let isOptional: Bool
    /// As key-value coding gives it; a dictionary for a composite value; nil for nil.
    let value: Any?
    /// The type of a member that is itself a composite value.
    let nested: (any CompositeValue.Type)?
}

/// What is known about a composite type, found once.
final class CompositeLayout: @unchecked Sendable {
    // Sendable because nothing changes after init, and the defaults are plain values.

    let members: [CompositeMember]
    /// The values of the members of `init()`.
    let defaults: [String: Any]

    private init(_ type: any CompositeValue.Type) throws {
        members = try CompositeEncoder.members(of: type.init())
        defaults = CompositeEncoder.dictionary(members)
    }

    private static let known = Lock<[ObjectIdentifier: CompositeLayout]>([:])

    /// The layout of a type.
    ///
    /// - Throws: `EncodingError` for a member that is no plain value.
    static func of(_ type: any CompositeValue.Type) throws -> CompositeLayout {
        let id = ObjectIdentifier(type)
        if let layout = known.withLock({ $0[id] }) { return layout }
        let made = try CompositeLayout(type)
        known.withLock { $0[id] = made }
        return made
    }

    /// The descriptions of the elements, made anew.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - hasDefaults: whether elements have default values, which make an initial value of the attribute.
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
