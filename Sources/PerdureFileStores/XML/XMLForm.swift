// SPDX-License-Identifier: Apache-2.0
// XML stores, as the sources of mapping models have them: a header, then one element for each object. XMLStoreReader.swift reads the
// objects, XMLStoreWriter.swift writes them, XMLStoreHeader.swift has the header.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureStore

/// The form of XML stores.
package struct XMLForm: FileForm {
    package let type = NSXMLStoreType
    package let keepsDanglingReferences = false

    package init() {}

    package func begins(_ data: Data) -> Bool {
        let text = String(decoding: data.prefix(512), as: UTF8.self)
        return text.contains("<!DOCTYPE database") || text.contains("<database")
    }

    package func metadata(in data: Data) throws -> [String: PropertyListValue] {
        try header(in: data).header.metadata
    }

    package func lastNumber(in data: Data) throws -> Int64 { try header(in: data).header.lastNumber }

    /// The header, which stands before the objects, and its bytes.
    private func header(in data: Data) throws -> (header: XMLStoreHeader, bytes: Range<Int>) {
        var found: (XMLStoreHeader, Range<Int>)?
        try Self.parse(data) { part in
            found = (try XMLStoreHeader(part), part.bytes)
            return false
        }
        guard let found else { throw FileDamage("it has no element databaseInfo") }
        return found
    }

    package func replacingMetadata(in data: Data, with metadata: [String: PropertyListValue]) throws -> Data {
        var (header, bytes) = try header(in: data)
        header.metadata = metadata
        let hasMark = data.starts(with: [0xEF, 0xBB, 0xBF])
        let text = data.dropFirst(hasMark ? 3 : 0)
        var result = Data(text.prefix(bytes.lowerBound))
        // The indentation before the element is there already.
        result += Data(try header.text().drop { $0 == " " }.dropLast().utf8)
        result += text.dropFirst(bytes.upperBound)
        return result
    }

    package func read(_ data: Data, _ schema: Schema) throws -> FileContents {
        var reader = XMLStoreReader(schema)
        try Self.parse(data) { part in
            try reader.read(part)
            return true
        }
        return try reader.finished()
    }

    package func write(_ contents: FileContents, _ schema: Schema) throws -> Data {
        try XMLStoreWriter(schema).write(contents)
    }

    private static func parse(_ data: Data, _ body: (XMLPart) throws -> Bool) throws {
        do { try XMLTree.parse(data, eachChild: body) } catch let error as PropertyListError {
            throw FileDamage("it is no XML that can be read: \(error)")
        }
    }
}
