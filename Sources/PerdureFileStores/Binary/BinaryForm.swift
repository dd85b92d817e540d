// SPDX-License-Identifier: Apache-2.0
// Binary stores in a form of our own, because Apple's is not public: a header with version, length and checksum, and a binary
// property list. BinaryTables.swift has the list.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdurePropertyList
import PerdureStore

/// The form of binary stores.
package struct BinaryForm: FileForm {
    package let type = NSBinaryStoreType
    package let keepsDanglingReferences = true

    /// The header: the magic, the version, the number of bytes that follow it, and their SHA-256.
    private static let magic = Array("PerdureBinStore\0".utf8)
    private static let version: UInt64 = 1
    private static let headerLength = 16 + 8 + 8 + 32

    package init() {}

    package func begins(_ data: Data) -> Bool { data.starts(with: Self.magic) }

    package func metadata(in data: Data) throws -> [String: PropertyListValue] {
        try Self.metadata(of: Self.list(data))
    }

    package func lastNumber(in data: Data) throws -> Int64 {
        try BinaryTables.lastNumber(of: Self.list(data))
    }

    package func replacingMetadata(in data: Data, with metadata: [String: PropertyListValue]) throws -> Data {
        var list = try Self.list(data)
        list[BinaryTables.metadataKey] = .dictionary(metadata)
        return try Self.file(list)
    }

    package func read(_ data: Data, _ schema: Schema) throws -> FileContents {
        let list = try Self.list(data)
        var contents = FileContents(metadata: try Self.metadata(of: list))
        try BinaryTables(schema).read(list, into: &contents)
        return contents
    }

    package func write(_ contents: FileContents, _ schema: Schema) throws -> Data {
        try Self.file(try BinaryTables(schema).list(of: contents))
    }

    // MARK: The header

    private static func metadata(of list: [String: PropertyListValue]) throws -> [String: PropertyListValue] {
        guard let entries = list[BinaryTables.metadataKey]?.dictionaryValue else {
            throw FileDamage("it has no metadata")
        }
        return entries
    }

    private static func list(_ data: Data) throws -> [String: PropertyListValue] {
        let payload = try payload(data)
        var limits = PropertyListLimits.standard
        // A checked file is as large as its store; memory stays in proportion to it.
        limits.objects = .max
        do {
            if let list = try BinaryPropertyList.read(payload, limits: limits).dictionaryValue { return list }
        } catch let error as PropertyListError {
            throw FileDamage("its property list cannot be read: \(error)")
        }
        throw FileDamage("its property list is no dictionary")
    }

    /// The bytes after the header.
    private static func payload(_ data: Data) throws -> Data {
        guard data.starts(with: magic) else {
            throw FileDamage(
                "it is no binary store of Perdure. Binary stores that Apple's frameworks have written cannot be read: their form is "
                    + "not public. Move the store to an SQLite or XML store with migratePersistentStore on an Apple system"
            )
        }
        guard data.count >= headerLength else { throw FileDamage("it is cut off in its header") }
        let header = [UInt8](data.prefix(headerLength))
        let found = number(header[16..<24])
        guard found == version else {
            throw FileDamage(
                "the version \(found) of the form is not known; a newer version of Perdure may read it")
        }
        let payload = data.dropFirst(headerLength)
        guard number(header[24..<32]) == UInt64(payload.count) else {
            throw FileDamage("it has not the length that its header names")
        }
        guard SHA256.hash(payload) == Data(header[32...]) else { throw FileDamage("its checksum is wrong") }
        return Data(payload)
    }

    private static func file(_ list: [String: PropertyListValue]) throws -> Data {
        let payload: Data
        do { payload = try BinaryPropertyList.write(.dictionary(list)) } catch let error as PropertyListError
        {
            throw StoreError.invalidValue(entity: "", property: "", reason: error.reason)
        }
        return Data(magic) + bytes(version) + bytes(UInt64(payload.count)) + SHA256.hash(payload) + payload
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(_ number: UInt64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
}
