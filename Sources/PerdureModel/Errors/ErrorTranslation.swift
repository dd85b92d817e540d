// SPDX-License-Identifier: Apache-2.0
// Translates errors of the lower modules into Apple's domains and codes, with facts in userInfo. ErrorMessages+Stores.swift has
// the wording, CoreDataErrorCode.swift the codes.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

/// Translates errors on their way up.
package enum ErrorTranslation {
    /// The error that callers of Core Data expect: an `NSError`, or a `CoreDataException` where Apple raises an exception.
    ///
    /// - Parameters:
    ///   - error: Any error; errors that do not come from the lower modules stay unchanged.
    ///   - url: The store or other file, when the error itself does not name it.
    /// - Returns: The translated error, with the original under `NSUnderlyingErrorKey`.
    package static func translate(_ error: any Error, storeURL url: URL? = nil) -> any Error {
        switch error {
        case let error as StoreError: translate(error, url: url)
        case let error as UnsupportedRequest: CoreDataException.invalidArgument(error.reason)
        case let error as ModelFormatError: translate(error, url: url)
        case let error as PropertyListError:
            make(NSFileReadCorruptFileError, error.description, error, path: place(url))
        default: error
        }
    }

    /// Runs a closure and translates its errors.
    package static func translating<Value>(url: URL? = nil, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw translate(error, storeURL: url)
        }
    }

    private static func translate(_ error: ModelFormatError, url: URL?) -> NSError {
        let code =
            switch error.kind {
            case .unreadable: NSFileReadNoSuchFileError
            case .malformed, .inconsistent: NSFileReadCorruptFileError
            case .unsupported: NSFileReadUnsupportedSchemeError
            }
        var error = error
        error.path = error.path ?? url?.path
        return make(
            code, error.description, error, path: error.path,
            facts: [ErrorKeys.entity: error.entity, ErrorKeys.property: error.property])
    }

    package static func make(
        _ code: Int, _ message: String, _ underlying: any Error, path: String? = nil,
        facts: [String: Any?] = [:]
    ) -> NSError {
        var userInfo: [String: Any] = facts.compactMapValues { $0 }
        userInfo[NSLocalizedDescriptionKey] = message
        userInfo[ErrorKeys.reason] = message
        userInfo[NSUnderlyingErrorKey] = underlying
        if let path { userInfo.merge(place(path)) { $1 } }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
    }

    /// A file's path, or a server's URL as it may be shown.
    private static func place(_ path: String) -> [String: Any] {
        guard path.contains("://") else {
            return path.isEmpty
                ? [:] : [NSFilePathErrorKey: path, NSURLErrorKey: URL(fileURLWithPath: path)]
        }
        return URL(string: path).map { [NSURLErrorKey: $0] } ?? [:]
    }

    /// The text of a place: a file's path, a server's URL.
    static func place(_ url: URL?) -> String? {
        url.map { $0.isFileURL || $0.scheme == nil ? $0.path : $0.absoluteString }
    }
}
