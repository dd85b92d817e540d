// SPDX-License-Identifier: Apache-2.0
// The values that a secure transformable attribute may hold without a class of its own. Archived and
// unarchived in KeyedArchive+PlainValues.swift and KeyedArchiveBuilder+PlainValues.swift.

import Foundation

/// A value of Foundation's property list classes, `NSUUID`, `NSURL`, `NSDecimalNumber`, `NSNull` and sets.
package indirect enum PlainValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Only above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    case decimal(Decimal)
    case string(String)
    case data(Data)
    case date(Date)
    case uuid(UUID)
    case url(URL)
    case array([PlainValue])
    case set(Set<PlainValue>)
    case orderedSet([PlainValue])
    case dictionary([PlainValue: PlainValue])
}
