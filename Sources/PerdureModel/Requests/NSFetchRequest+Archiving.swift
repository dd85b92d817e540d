// SPDX-License-Identifier: Apache-2.0
// Requests as data, without NSCoding. Foundation's archiver on Linux stops the process for classes with a generic parameter.
// These methods therefore replace NSCoding.

import Foundation

extension NSFetchRequest {
    /// The request as data: a keyed archive.
    ///
    /// ## Compatibility
    /// The method replaces `NSCoding`. The entity is kept by its name, and `affectedStores` is left out.
    ///
    /// - Returns: The data that `init(archivedData:)` reads.
    /// - Throws: An error for parts that cannot be archived: objects, blocks, comparators and computed columns.
    public final func archivedData() throws -> Data {
        try FetchRequestTranslation.archived(fetchValues)
    }

    /// Reads a request from data, which may be untrusted.
    ///
    /// - Parameter archivedData: The data that `archivedData()` wrote.
    /// - Throws: 259 for data that is no archive of a request.
    public convenience init(archivedData: Data) throws {
        self.init(try FetchRequestTranslation.values(inArchive: archivedData))
    }
}
