// SPDX-License-Identifier: Apache-2.0
// Binary property lists, read and written. The file's structure is in BinaryPropertyListTable.swift,
// the reader's recursion in BinaryPropertyListExpansion.swift, the writer in BinaryPropertyListWriter.swift.

import Foundation

/// Reads and writes binary property lists ("bplist00").
///
/// Foundation's reader on Linux crashes on crafted files and follows references without bound; files are
/// hostile until proved otherwise, so this one refuses cycles, overlapping objects, lengths and offsets outside
/// the file, deep nesting and containers that are shared until they explode.
package enum BinaryPropertyList {
    /// The bytes that every binary property list starts with.
    static let magic = Array("bplist00".utf8)

    /// Tells whether the data start like a binary property list.
    package static func isBinaryPropertyList(_ data: Data) -> Bool { data.starts(with: magic) }

    /// Reads a whole property list.
    package static func read(
        _ data: Data, limits: PropertyListLimits = .standard
    ) throws -> PropertyListValue {
        let table = try BinaryPropertyListTable(data, limits: limits)
        var expansion = BinaryPropertyListExpansion(table: table, limits: limits)
        return try expansion.value(at: table.top)
    }

    /// Writes a property list; equal leaves are stored once.
    ///
    /// Throws when the value nests deeper than the readers accept.
    package static func write(_ value: PropertyListValue) throws -> Data {
        var writer = BinaryPropertyListWriter()
        return try writer.write(value)
    }
}
