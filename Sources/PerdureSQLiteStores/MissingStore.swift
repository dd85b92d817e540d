// SPDX-License-Identifier: Apache-2.0
// The error for a missing file where nobody asks to open a store: Cocoa's, as other files have it. An opening has its own.

import Foundation
import PerdureFoundationGaps
import PerdureStore

/// Tells a store that is missing from one that cannot be opened.
enum MissingStore {
    /// Looks into a store's file.
    ///
    /// - Throws: 260 when there is no file; what the body throws.
    static func described<T>(_ url: URL, _ body: () throws -> T) throws -> T {
        do { return try body() } catch StoreError.cannotOpen(let path, ENOENT, let reason)
            where !FileManager.default.fileExists(atPath: url.path)
        {
            throw error(path, StoreError.cannotOpen(path: path, code: ENOENT, reason: reason))
        }
    }

    private static func error(_ path: String, _ cause: StoreError) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSFileReadNoSuchFileError,
            userInfo: [
                NSFilePathErrorKey: path, NSURLErrorKey: URL(fileURLWithPath: path),
                NSUnderlyingErrorKey: cause,
                NSLocalizedDescriptionKey: "There is no store at \"\(path)\". Check the path.",
            ])
    }
}
