// SPDX-License-Identifier: Apache-2.0
// What a copy takes over of the source's metadata: the program's own, while what describes the store itself is the new store's.

import PerdurePropertyList
import PerdureSQLite

enum CopiedMetadata {
    /// Set while a copy is under way: a store with it has no objects yet, and another copy may take its place.
    static let mark = "PerdureUnfinishedCopy"
    private static let prefixes = ["NSStore", "NSPersistence", "_NS"]

    static func merged(
        _ source: [String: PropertyListValue], into new: [String: PropertyListValue]
    ) -> [String: PropertyListValue] {
        var result = new
        result[mark] = nil
        for (key, value) in source where result[key] == nil && key != mark {
            guard !SQLiteStoreFile.ownKeys.contains(key), !prefixes.contains(where: key.hasPrefix) else {
                continue
            }
            result[key] = value
        }
        return result
    }
}
