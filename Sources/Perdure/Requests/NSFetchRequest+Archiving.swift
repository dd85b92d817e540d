// SPDX-License-Identifier: Apache-2.0
// Requests as data. Foundation's archiver on Linux stops the process for classes with a generic parameter, so that
// NSCoding would be a trap: these take its place.

import Foundation
import PerdurePredicates

extension NSFetchRequest {
    /// The request as data: a keyed archive.
    ///
    /// ## Compatibility
    /// In the place of `NSCoding`. The entity is kept by its name, `affectedStores` is left out.
    ///
    /// - Returns: What `init(archivedData:)` reads.
    /// - Throws: What cannot be archived: objects, blocks, comparators and computed columns.
    public final func archivedData() throws -> Data {
        try FetchRequestTranslation.archived(fetch ?? AnyFetchRequest())
    }

    /// Reads a request from data, which may be of any origin.
    ///
    /// - Parameter archivedData: What `archivedData()` wrote.
    /// - Throws: 259 for data that is no archive of a request.
    public convenience init(archivedData: Data) throws {
        self.init(try FetchRequestTranslation.values(inArchive: archivedData))
    }
}
