// SPDX-License-Identifier: Apache-2.0
// The reader that a store's connections use for values that may lie in files (Connection/ExternalValueSource.swift).

import Foundation

/// Reads the values for the bytes of columns.
struct ExternalValueReader: ExternalValueSource {
    /// The folder of the files; nil for a store in memory.
    let folder: ExternalDataFolder?

    init(_ folder: ExternalDataFolder?) { self.folder = folder }

    func value(of stored: Data, entity: String, property: String) throws -> Data {
        try ExternalDataFolder.value(of: stored, in: folder, entity: entity, property: property)
    }
}

extension SQLiteConnection {
    /// The folder of large values; nil for a store in memory.
    var externalData: ExternalDataFolder? { (externalValueSource as? ExternalValueReader)?.folder }
}
