// SPDX-License-Identifier: Apache-2.0
// Gives a store of CompositeShelf the form of earlier versions of Perdure: the names of elements' columns start with the
// composite's name, and the archived model has a key of our own.

import Foundation
import PerdurePropertyList
import PerdureSQLite

extension CompositeShelf {
    /// Today's columns, each with its former name.
    private static let columns = [
        ("ZID", "ZAUTHOR_ID"), ("ZPLACE", "ZAUTHOR_PLACE"), ("ZYEAR", "ZAUTHOR_YEAR"), ("ZID1", "ZID"),
        ("ZREADER", "ZKEEPER_READER"), ("ZHEIGHT", "ZSIZE_HEIGHT"), ("ZKIND", "ZSIZE_COVER_KIND"),
        ("ZID2", "ZSIZE_COVER_ID"), ("ZREADER1", "ZREADER"),
    ]

    /// Makes a store as earlier versions did.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - options: options of the store.
    /// - Throws: the error of writing the store.
    public static func createFormerStore(at url: URL, options: [AnyHashable: Any]? = nil) throws {
        try createStore(at: url, options: options)
        let database = try RawDatabase(url, isReadOnly: false)
        for (new, former) in columns {
            try database.rows("ALTER TABLE ZBOOK RENAME COLUMN \(new) TO \(former)")
        }
        try database.rows("DROP INDEX ZBOOK_ZREADER1_INDEX")
        try database.rows("CREATE INDEX ZBOOK_ZREADER_INDEX ON ZBOOK (ZREADER)")
        guard let archive = try SQLiteStoreFile.readModelArchive(at: url.path),
            let content = ModelCache.deflate(try former(archive))
        else { return }
        let bytes = content.map { String(format: "%02x", $0) }.joined()
        try database.rows("UPDATE Z_MODELCACHE SET Z_CONTENT = x'\(bytes)'")
        database.close()
    }

    /// An archive of a model with the key of earlier versions.
    ///
    /// - Parameter archive: an archive of today.
    /// - Returns: the same archive with the former key.
    /// - Throws: the error of reading the archive.
    public static func former(_ archive: Data) throws -> Data {
        try BinaryPropertyList.write(former(try BinaryPropertyList.read(archive)))
    }

    private static func former(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .array(let elements): return .array(elements.map(former))
        case .dictionary(let entries):
            let pairs = entries.map { ($0 == "NSCompositeElements" ? "NSElements" : $0, former($1)) }
            return .dictionary(Dictionary(pairs, uniquingKeysWith: { $1 }))
        default: return value
        }
    }
}
