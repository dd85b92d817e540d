// SPDX-License-Identifier: Apache-2.0
// The values of a property list. Read and written by BinaryPropertyList.swift; a keyed archive's
// object table (KeyedArchive.swift) is made of them too.

import Foundation

/// A value of a property list, with the references (`uid`) that keyed archives add.
package indirect enum PropertyListValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case set([PropertyListValue])
    case dictionary([String: PropertyListValue])
    case uid(Int)
}
