// SPDX-License-Identifier: Apache-2.0
// The values of a property list. Read and written by BinaryPropertyList.swift; a keyed archive's
// object table (KeyedArchive.swift) is made of them too.

import Foundation

/// A value of a property list, with the references (`uid`) that keyed archives add.
package indirect enum PropertyListValue: Sendable, Hashable {
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

/// Typed access: the value when it has the expected type, else nil.
extension PropertyListValue {
    package var booleanValue: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        default: nil
        }
    }
    package var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .boolean(let value): value ? 1 : 0
        case .real(let value): Int64(exactly: value)
        default: nil
        }
    }
    package var realValue: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        default: nil
        }
    }
    package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    package var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
    package var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
    package var uidValue: Int? { if case .uid(let value) = self { value } else { nil } }
    package var arrayValue: [PropertyListValue]? {
        switch self {
        case .array(let values), .set(let values): values
        default: nil
        }
    }
    package var dictionaryValue: [String: PropertyListValue]? {
        if case .dictionary(let values) = self { values } else { nil }
    }
}
