// SPDX-License-Identifier: Apache-2.0
// Keyed archives as property lists in XML, as old tools wrote them: made binary, so that KeyedArchive.swift reads them.

import Foundation

/// Keyed archives in XML.
package enum XMLKeyedArchive {
    /// Whether data begin as a property list in XML does.
    package static func isPropertyList(_ data: Data) -> Bool {
        String(decoding: data.prefix(1024), as: UTF8.self).contains("<plist")
    }

    /// The same archive as a binary property list.
    ///
    /// - Throws: `PropertyListError`.
    package static func binary(_ data: Data) throws -> Data {
        try BinaryPropertyList.write(references(in: PropertyList.read(data), depth: 0))
    }

    /// References have a form of their own in XML: a dictionary with one key.
    private static func references(in value: PropertyListValue, depth: Int) throws -> PropertyListValue {
        guard depth < PropertyListLimits.standard.depth else {
            throw PropertyListError("the archive nests too deeply")
        }
        switch value {
        case .dictionary(let entries):
            if entries.count == 1, case .integer(let number)? = entries["CF$UID"] {
                guard let uid = Int(exactly: number), uid >= 0, uid <= Int32.max else {
                    throw PropertyListError("the archive refers to object \(number), which does not exist")
                }
                return .uid(uid)
            }
            return .dictionary(try entries.mapValues { try references(in: $0, depth: depth + 1) })
        case .array(let values): return .array(try values.map { try references(in: $0, depth: depth + 1) })
        default: return value
        }
    }
}
