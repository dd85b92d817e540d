// SPDX-License-Identifier: Apache-2.0
// Property lists of either format. The binary one is in BinaryPropertyList.swift, the XML one in
// XML/XMLPropertyList.swift.

import Foundation

/// Reads property lists of either format; the data show which one it is.
package enum PropertyList {
    /// Reads a binary or an XML property list.
    package static func read(
        _ data: Data, limits: PropertyListLimits = .standard
    ) throws -> PropertyListValue {
        if BinaryPropertyList.isBinaryPropertyList(data) {
            return try BinaryPropertyList.read(data, limits: limits)
        }
        guard !data.isEmpty else { throw PropertyListError("the property list is empty") }
        let tree = try XMLTree.parse(data, depth: limits.depth, allowsDocumentType: true)
        return try XMLPropertyList.value(of: tree)
    }
}
