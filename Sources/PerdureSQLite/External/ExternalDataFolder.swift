// SPDX-License-Identifier: Apache-2.0
// Large binary values in files of their own:
//
//     .<store name without extension>_SUPPORT/_EXTERNAL_DATA/<UUID>
//
// The column of an attribute with external storage starts with a marker byte. After 01 follow the bytes of the value. After
// 02 follow the 36 characters of a UUID and a zero byte; the value is in the file of that name.
// ExternalDataFolder+Opening.swift opens the folder, ExternalFile.swift opens the files, and ExternalDataJournal.swift keeps
// the files in step with commits.

import Foundation
import PerdureStore

/// The folder of a store's large values.
package struct ExternalDataFolder: Sendable {
    /// Values with more bytes go to a file.
    static let threshold = 100 * 1024
    static let inlineMarker: UInt8 = 1
    static let fileMarker: UInt8 = 2

    package let path: String
    /// The store's file, which tells the folder's owner: stores of other extensions may share it (SharedSupportFolder.swift).
    ///
    /// For a store that is named by a link, what the folder lies beside (ExternalDataFolder+Linked.swift).
    let store: String
    /// The size limit for reads and writes.
    ///
    /// A value is read into memory, and a small store may name a huge file.
    package var limit = usualLimit
    /// Whether files are only read to check them; their values are then empty.
    package var isOnlyExamined = false

    package static let usualLimit = 1 << 30

    /// The folder of the store at a path.
    package init(store: String) {
        self.store = Self.owner(of: store)
        path = Self.supportPath(beside: self.store) + "/" + Self.name
    }

    /// The parent folder, which is removed with the store.
    var supportPath: String { String(path.dropLast(Self.name.count + 1)) }

    /// The bytes in the column for a small value.
    static func inline(_ value: Data) -> Data {
        var stored = Data(capacity: value.count + 1)
        stored.append(inlineMarker)
        stored.append(value)
        return stored
    }

    /// The bytes in the column for a file.
    static func reference(to name: String) -> Data {
        var stored = Data([fileMarker])
        stored.append(contentsOf: name.utf8)
        stored.append(0)
        return stored
    }

    /// The file's name when a stored value is a reference to one.
    ///
    /// - Throws: `StoreError.externalData` when the marker says reference, but the name is no UUID.
    package static func fileName(in stored: Data, entity: String, property: String) throws -> String? {
        guard stored.first == fileMarker else { return nil }
        let name = String(decoding: stored.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // Only names of this form are ever written, and no such name leaves the folder.
        guard stored.count == 38, name.utf8.count == 36, UUID(uuidString: name) != nil else {
            throw StoreError.externalData(
                entity: entity, property: property, name: name,
                reason: "the reference to the file is damaged")
        }
        return name
    }

    /// The value for the bytes of a column.
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
