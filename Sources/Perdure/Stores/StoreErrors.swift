// SPDX-License-Identifier: Apache-2.0
// Translates the errors of engines for the coordinator. Errors/ErrorTranslation.swift has the messages.

import Foundation

extension NSPersistentStoreCoordinator {
    /// Runs work of an engine; translates its errors into Apple's domains and codes.
    ///
    /// - Parameters:
    ///   - url: the URL of the work's store.
    ///   - body: the work.
    /// - Returns: what the work returns.
    /// - Throws: `NSError` or `CoreDataException`.
    package static func translatingErrors<T>(_ url: URL?, _ body: () throws -> T) throws -> T {
        try ErrorTranslation.translating(url: url, body)
    }

    package final func translatingErrors<T>(_ url: URL?, _ body: () throws -> T) throws -> T {
        try Self.translatingErrors(url, body)
    }
}
