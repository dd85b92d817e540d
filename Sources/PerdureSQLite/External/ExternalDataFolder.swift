// SPDX-License-Identifier: Apache-2.0
// Large binary values in files of their own:
//
//     .<store name without extension>_SUPPORT/_EXTERNAL_DATA/<UUID>
//
// The column of an attribute that allows external storage starts with a marker byte: 01 = the bytes
// follow, 02 = the 36 characters of a UUID and a zero byte follow, the bytes are in the file of that
// name. ExternalDataFolder+Opening.swift finds the way there, ExternalFile.swift opens the files, ExternalDataJournal.swift
// keeps them in step with commits.

import Foundation
import PerdureStore

/// The folder of a store's large values.
package struct ExternalDataFolder: Sendable {
    /// Values with more bytes go to a file.
    static let threshold = 100 * 1024
    static let inlineMarker: UInt8 = 1
    static let fileMarker: UInt8 = 2

    package let path: String
    /// No larger file is read or written: what is read stands in memory, and a small store may name a huge file.
    package var limit = usualLimit
    /// Whether files are read in pieces only to see that they can be: their values are empty then.
    package var isOnlyExamined = false

    package static let usualLimit = 1 << 30

    /// The folder of the store at a path.
    package init(store: String) {
        let url = URL(fileURLWithPath: store)
        let name = url.deletingPathExtension().lastPathComponent
        path = url.deletingLastPathComponent().path + "/.\(name)_SUPPORT/\(Self.name)"
    }

    /// The folder around it, which is removed with the store.
    var supportPath: String { String(path.dropLast(Self.name.count + 1)) }

    /// The bytes that stand in the column for a small value.
    static func inline(_ value: Data) -> Data {
        var stored = Data(capacity: value.count + 1)
        stored.append(inlineMarker)
        stored.append(value)
        return stored
    }

    /// The bytes that stand in the column for the file of a name.
    static func reference(to name: String) -> Data {
        var stored = Data([fileMarker])
        stored.append(contentsOf: name.utf8)
        stored.append(0)
        return stored
    }

    /// The file's name when a stored value is a reference to one.
    ///
    /// - Throws: `StoreError.externalData` when it is meant as a reference, but its name is no UUID.
    package static func fileName(in stored: Data, entity: String, property: String) throws -> String? {
        guard stored.first == fileMarker else { return nil }
        let name = String(decoding: stored.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // Only names of this form are ever written, and none of them leaves the folder.
        guard stored.count == 38, name.utf8.count == 36, UUID(uuidString: name) != nil else {
            throw StoreError.externalData(
                entity: entity, property: property, name: name,
                reason: "the reference to the file is damaged")
        }
        return name
    }

    /// The value behind a stored one.
    ///
    /// - Throws: `StoreError.externalData` when the marker is unknown, or the file cannot be read.
    package static func value(
        of stored: Data, in folder: ExternalDataFolder?, entity: String, property: String
    )
        throws
        -> Data
    {
        if stored.first == inlineMarker { return stored.count > 1 ? Data(stored.dropFirst()) : Data() }
        guard let name = try fileName(in: stored, entity: entity, property: property) else {
            let marker = stored.first.map { String($0) } ?? "none"
            throw StoreError.externalData(
                entity: entity, property: property, name: "",
                reason: "the value starts with an unknown marker (\(marker))")
        }
        guard let folder else {
            throw StoreError.externalData(
                entity: entity, property: property, name: name, reason: "a store in memory has no files")
        }
        do {
            let file = ExternalFile(folder: folder, name: name)
            guard folder.isOnlyExamined else { return try file.read() }
            try file.examine()
            return Data()
        } catch let error as ExternalFile.Failure {
            throw StoreError.externalData(
                entity: entity, property: property, name: name, reason: error.reason)
        }
    }
}
