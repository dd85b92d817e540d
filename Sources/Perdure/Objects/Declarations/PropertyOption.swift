// SPDX-License-Identifier: Apache-2.0
// Options of a declared property besides its name and type: the arguments of @Attribute and similar macros.
// PropertyOption+Applying.swift applies them to the description.

import Foundation
import PerdurePredicates

/// One option of a property in the model.
///
/// ```swift
/// @Attribute(.unique, .maximumLength(40)) var title: String = ""
/// @Attribute(.type(.integer16AttributeType), .range(1...5)) var stars: Int = 1
/// ```
public struct PropertyOption: Sendable {
    enum Kind: Sendable {
        case unique, indexed, externalStorage, spotlight, externalRecord, cloudEncryption
        case preservedOnDeletion, optional, required, noDefault, transient, readOnly
        case type(NSAttributeType)
        case valueClass(String)
        case originalName(String)
        case hashModifier(String)
        case userInfo([String: String])
        case limit(Limit)
        case validation(String, Warning)
    }

    enum Limit: Sendable {
        case range(ConstantValue, ConstantValue)
        case minimum(ConstantValue)
        case maximum(ConstantValue)
        case minimumLength(Int)
        case maximumLength(Int)
        case pattern(String)
    }

    enum Warning: Sendable {
        case text(String)
        case code(Int)
    }

    let kind: Kind

    /// No two objects may have the same value.
    public static let unique = PropertyOption(kind: .unique)
    /// The store keeps an index on the property.
    public static let indexed = PropertyOption(kind: .indexed)
    /// A store may keep a large value in an external file.
    public static let externalStorage = PropertyOption(kind: .externalStorage)
    /// Stored and returned, without effect.
    public static let spotlight = PropertyOption(kind: .spotlight)
    /// Stored and returned, without effect.
    public static let externalRecord = PropertyOption(kind: .externalRecord)
    /// Stored and returned, without effect.
    public static let cloudEncryption = PropertyOption(kind: .cloudEncryption)
    /// The last value of a deleted object stays in the history.
    public static let preservedOnDeletion = PropertyOption(kind: .preservedOnDeletion)
    /// The model allows nil although the Swift type does not.
    public static let optional = PropertyOption(kind: .optional)
    /// The model does not allow nil at save although the Swift type does.
    public static let required = PropertyOption(kind: .required)
    /// The property's initial value is what nil reads as; the model has no default value.
    public static let noDefault = PropertyOption(kind: .noDefault)
    /// The value lives in memory only.
    public static let transient = PropertyOption(kind: .transient)

    /// Stored and returned, without effect.
    public static let readOnly = PropertyOption(kind: .readOnly)

    /// The attribute's type in the model, for a Swift type that fits several: Integer 16 for an Int.
    public static func type(_ type: NSAttributeType) -> PropertyOption { PropertyOption(kind: .type(type)) }

    /// The class name that the model gives for the values of a transformable attribute.
    public static func valueClass(_ name: String) -> PropertyOption {
        PropertyOption(kind: .valueClass(name))
    }

    /// The property's name in the previous version of the model.
    public static func originalName(_ name: String) -> PropertyOption {
        PropertyOption(kind: .originalName(name))
    }

    /// A text that is mixed into the version hash.
    public static func hashModifier(_ modifier: String) -> PropertyOption {
        PropertyOption(kind: .hashModifier(modifier))
    }

    /// Free entries of the application.
    public static func userInfo(_ entries: [String: String]) -> PropertyOption {
        PropertyOption(kind: .userInfo(entries))
    }
}

extension PropertyOption {

    /// The length of the shortest valid text.
    public static func minimumLength(_ length: Int) -> PropertyOption {
        PropertyOption(kind: .limit(.minimumLength(length)))
    }

    /// The length of the longest valid text.
    public static func maximumLength(_ length: Int) -> PropertyOption {
        PropertyOption(kind: .limit(.maximumLength(length)))
    }

    /// The regular expression that a valid text must match.
    public static func pattern(_ expression: String) -> PropertyOption {
        PropertyOption(kind: .limit(.pattern(expression)))
    }

    /// A predicate that a valid value must satisfy, with the value as SELF, and the message for invalid values.
    public static func validation(_ format: String, _ warning: String) -> PropertyOption {
        PropertyOption(kind: .validation(format, .text(warning)))
    }

    /// A predicate that a valid value must satisfy, with the value as SELF, and the error code for invalid values.
    public static func validation(_ format: String, code: Int) -> PropertyOption {
        PropertyOption(kind: .validation(format, .code(code)))
    }
}

/// The name of the option type for attributes.
public typealias AttributeOption = PropertyOption
