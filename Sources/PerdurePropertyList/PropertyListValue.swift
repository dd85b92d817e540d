// SPDX-License-Identifier: Apache-2.0
// The values of a property list. Read and written by BinaryPropertyList.swift; a keyed archive's
// object table (KeyedArchive.swift) is made of them too.

import Foundation

/// A value of a property list, with the references (`uid`) that keyed archives add.
///
/// ## Stability
/// May change in any version before 0.1.0.
public indirect enum PropertyListValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`; smaller ones are always `integer`.
    case unsigned(UInt64)
    case real(Double)
    case string(String)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case set([PropertyListValue])
    case dictionary([String: PropertyListValue])
    case uid(Int)
}

extension PropertyListValue {
    /// Whether both values are of one kind and equal; texts by their bytes.
    ///
    /// A list in which two spellings of the same letters were one value would come back with one of them twice.
    public static func == (left: PropertyListValue, right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.string(let left), .string(let right)): areSame(left, right)
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.array(let left), .array(let right)), (.set(let left), .set(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.uid(let left), .uid(let right)): left == right
        default: false
        }
    }

    private static func areSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }
}

/// Typed access: the value when it has the expected type, else nil.
extension PropertyListValue {
    /// The value as a truth value; numbers other than 0 are true.
    public var booleanValue: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        default: nil
        }
    }
    /// The value as a whole number, where it is one without loss.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .boolean(let value): value ? 1 : 0
        case .real(let value): Int64(exactly: value)
        default: nil
        }
    }
    /// The value as a fraction.
    public var realValue: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        default: nil
        }
    }
    /// The text.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// The bytes.
    public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
    /// The date.
    public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
    /// The reference of a keyed archive.
    public var uidValue: Int? { if case .uid(let value) = self { value } else { nil } }
    /// The elements of an array or a set.
    public var arrayValue: [PropertyListValue]? {
        switch self {
        case .array(let values), .set(let values): values
        default: nil
        }
    }
    /// The entries of a dictionary.
    public var dictionaryValue: [String: PropertyListValue]? {
        if case .dictionary(let values) = self { values } else { nil }
    }
}
