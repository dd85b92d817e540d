// SPDX-License-Identifier: Apache-2.0
// Structs whose members are the elements of a composite attribute. CompositeEncoder.swift finds the members by encoding one
// value. CompositeDecoder.swift makes values again.

import Foundation
import PerdureBase
import PerdurePredicates

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
/// @ManagedObject final class Person: NSManagedObject { var address = Address() }
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

/// The members of a composite type, found once per type.
final class CompositeLayout: @unchecked Sendable {
    // Sendable because nothing changes after init and the defaults are plain values.

    let members: [CompositeMember]
    /// The values that the members have after `init()`.
    let defaults: [String: Any]

    private init(_ type: any CompositeValue.Type) throws {
        members = try CompositeEncoder.members(of: type.init())
        defaults = CompositeEncoder.dictionary(members)
    }

    private static let known = Lock<[ObjectIdentifier: CompositeLayout]>([:])

    /// The layout of a type.
    ///
    /// - Throws: `EncodingError` for a member of a type that a composite cannot hold.
    static func of(_ type: any CompositeValue.Type) throws -> CompositeLayout {
        let id = ObjectIdentifier(type)
        if let layout = known.withLock({ $0[id] }) { return layout }
        let made = try CompositeLayout(type)
        known.withLock { $0[id] = made }
        return made
    }

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
