// SPDX-License-Identifier: Apache-2.0
// The one place where the coordinator meets errors from below the line. The wording is in
// Errors/ErrorTranslation.swift.

import Foundation
import PerdurePredicates

extension NSPersistentStoreCoordinator {
    /// Runs work below the line; its errors come out with Apple's domains and codes.
    ///
    /// - Parameters:
    ///   - url: the store that the work is about.
    ///   - body: the work.
    /// - Returns: what the work returns.
    /// - Throws: `NSError` or `CoreDataException`.
    static func translatingErrors<T>(_ url: URL?, _ body: () throws -> T) throws -> T {
        try ErrorTranslation.translating(url: url, body)
    }

    final func translatingErrors<T>(_ url: URL?, _ body: () throws -> T) throws -> T {
        try Self.translatingErrors(url, body)
    }
}
