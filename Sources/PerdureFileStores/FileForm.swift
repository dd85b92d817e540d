// SPDX-License-Identifier: Apache-2.0
// The two forms of a store that is one file, XML and binary: bytes become contents and contents become bytes. No form knows of
// files and coordinators.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A form of files.
package protocol FileForm: Sendable {
    /// The store's type.
    var type: String { get }

    /// Whether a to-one relationship may lead to an object that is gone, as a checksum proves that no part of the file is missing;
    /// otherwise nothing is written for it.
    var keepsDanglingReferences: Bool { get }

    /// Whether a file begins as files of this form do; nothing else of it is looked at.
    func begins(_ data: Data) -> Bool

    /// Reads the metadata; the objects need no model.
    ///
    /// - Throws: `FileDamage`.
    func metadata(in data: Data) throws -> [String: PropertyListValue]

    /// Reads the highest number that an object ever had; the objects need no model.
    ///
    /// - Throws: `FileDamage`.
    func lastNumber(in data: Data) throws -> Int64

    /// Replaces the metadata, and leaves the objects as they are.
    ///
    /// - Throws: `FileDamage`.
    func replacingMetadata(in data: Data, with metadata: [String: PropertyListValue]) throws -> Data

    /// Reads the whole file.
    ///
    /// - Throws: `FileDamage` for anything that the schema does not have, too.
    func read(_ data: Data, _ schema: Schema) throws -> FileContents

    /// Writes a whole file.
    ///
    /// - Throws: `StoreError.invalidValue`.
    func write(_ contents: FileContents, _ schema: Schema) throws -> Data
}

/// What is wrong with a file, in words that follow its path.
package struct FileDamage: Error, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// What a file holds.
package struct FileContents: Sendable {
    package var metadata: [String: PropertyListValue]
    /// The highest number that an object ever had.
    package var lastNumber: Int64
    package var objects: [FileObject]

    package init(
        metadata: [String: PropertyListValue], lastNumber: Int64 = 0, objects: [FileObject] = []
    ) {
        self.metadata = metadata
        self.lastNumber = lastNumber
        self.objects = objects
    }
}

/// An object, by entity and slots of a schema.
package struct FileObject: Sendable {
    package let entity: Int32
    package let number: Int64
    package var version: Int64 = 1
    /// One value for each slot; relationships have none here.
    package var values: ContiguousArray<StoredValue>
    /// The numbers at the other ends of relationships, by slot.
    package var links: [(slot: Int, numbers: [Int64])] = []

    package init(_ layout: EntityLayout, number: Int64) {
        entity = layout.number
        self.number = number
        values = ContiguousArray(repeating: .null, count: layout.properties.count)
    }
}
