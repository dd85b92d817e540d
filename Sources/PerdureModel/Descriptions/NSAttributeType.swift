// SPDX-License-Identifier: Apache-2.0
// The types of attributes, in Apple's two spellings: the enum, and NSAttributeDescription.AttributeType.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import PerdureModelFormat
import PerdureStore

/// The type of an attribute's values.
public enum NSAttributeType: UInt, Sendable {
    /// No type: legal for transient attributes only; they may hold any value.
    case undefinedAttributeType = 0
    /// An `Int16`.
    case integer16AttributeType = 100
    /// An `Int32`.
    case integer32AttributeType = 200
    /// An `Int64`.
    case integer64AttributeType = 300
    /// An `NSDecimalNumber`.
    case decimalAttributeType = 400
    /// A `Double`.
    case doubleAttributeType = 500
    /// A `Float`.
    case floatAttributeType = 600
    /// A `String`.
    case stringAttributeType = 700
    /// A `Bool`.
    case booleanAttributeType = 800
    /// A `Date`.
    case dateAttributeType = 900
    /// A `Data`.
    case binaryDataAttributeType = 1000
    /// A `UUID`.
    case UUIDAttributeType = 1100
    /// A `URL`.
    case URIAttributeType = 1200
    /// Any value that a value transformer turns into data.
    case transformableAttributeType = 1800
    /// An `NSManagedObjectID`: for results of requests only.
    case objectIDAttributeType = 2000
    /// A dictionary of the elements of an `NSCompositeAttributeDescription`.
    case compositeAttributeType = 2100
}

extension NSAttributeType {
    /// The same type in the enum that stores use.
    package var storeType: PerdureStore.StoredAttributeType {
        // Both enums list the same raw values; a test compares them case by case.
        PerdureStore.StoredAttributeType(rawValue: Int(rawValue)) ?? .undefined
    }

    /// The class of a value in memory, or nil when any will do.
    package var valueClassName: String? {
        switch self {
        case .objectIDAttributeType: "NSManagedObjectID"
        case .compositeAttributeType: "NSDictionary"
        default: PerdureModelFormat.AttributeType.valueClassName(of: Int(rawValue))
        }
    }
}

extension NSAttributeDescription {
    /// The type of an attribute's values, in the spelling for Swift.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The older spelling.
        public typealias RawValue = NSAttributeType

        /// The same type in the older spelling.
        public var rawValue: NSAttributeType

        /// Makes a type from its older spelling.
        public init(rawValue: NSAttributeType) { self.rawValue = rawValue }

        /// No type: legal for transient attributes only.
        public static let undefined = AttributeType(rawValue: .undefinedAttributeType)
        /// An `Int16`.
        public static let integer16 = AttributeType(rawValue: .integer16AttributeType)
        /// An `Int32`.
        public static let integer32 = AttributeType(rawValue: .integer32AttributeType)
        /// An `Int64`.
        public static let integer64 = AttributeType(rawValue: .integer64AttributeType)
        /// An `NSDecimalNumber`.
        public static let decimal = AttributeType(rawValue: .decimalAttributeType)
        /// A `Double`.
        public static let double = AttributeType(rawValue: .doubleAttributeType)
        /// A `Float`.
        public static let float = AttributeType(rawValue: .floatAttributeType)
        /// A `String`.
        public static let string = AttributeType(rawValue: .stringAttributeType)
        /// A `Bool`.
        public static let boolean = AttributeType(rawValue: .booleanAttributeType)
        /// A `Date`.
        public static let date = AttributeType(rawValue: .dateAttributeType)
        /// A `Data`.
        public static let binaryData = AttributeType(rawValue: .binaryDataAttributeType)
        /// A `UUID`.
        public static let uuid = AttributeType(rawValue: .UUIDAttributeType)
        /// A `URL`.
        public static let uri = AttributeType(rawValue: .URIAttributeType)
        /// Any value that a value transformer turns into data.
        public static let transformable = AttributeType(rawValue: .transformableAttributeType)
        /// An `NSManagedObjectID`: for results of requests only.
        public static let objectID = AttributeType(rawValue: .objectIDAttributeType)
        /// A dictionary of the elements of an `NSCompositeAttributeDescription`.
        public static let composite = AttributeType(rawValue: .compositeAttributeType)
    }
}
