// SPDX-License-Identifier: Apache-2.0
// The errors of files, with Cocoa's codes and what can be done.

import Foundation
import PerdureFoundationGaps

/// Makes errors of a store's file.
enum DocumentErrors {
    /// A file that is no store, or is damaged.
    static func damaged(_ path: String, _ reason: String) -> NSError {
        make(
            NSFileReadCorruptFileError, path,
            "The store at \"\(path)\" cannot be read: \(reason). Put back a copy of it, or remove the "
                + "file; nothing has been changed."
        )
    }

    /// A file that somebody else has replaced, changed or removed.
    static func changed(_ path: String) -> NSError {
        make(
            NSPersistentStoreSaveError, path,
            "The store at \"\(path)\" was changed by somebody else since it was read, so nothing was saved. Remove it from the "
                + "coordinator, add it again, and repeat the changes.")
    }

    /// A file in which no number is left for a new object.
    static func usedUp(_ path: String) -> NSError {
        make(
            NSPersistentStoreSaveError, path,
            "The store at \"\(path)\" has no numbers left for new objects, because its last number is wrong. Put back a copy of "
                + "it, or copy its objects to a new store.")
    }

    /// A file that is missing where it must exist.
    static func missing(_ path: String, isOpened: Bool = false) -> NSError {
        make(
            isOpened ? NSPersistentStoreOpenError : NSFileReadNoSuchFileError, path,
            "There is no store at \"\(path)\". Check the path\(isOpened ? ", or open it for writing, which makes one" : "")."
        )
    }

    /// An error of the system.
    static func failure(_ path: String, _ operation: String, _ code: Int32) -> NSError {
        let cocoa =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: NSFileWriteOutOfSpaceError
            case EACCES, EPERM, EROFS:
                operation == "read" ? NSFileReadNoPermissionError : NSFileWriteNoPermissionError
            case ENOENT, ENOTDIR: NSFileNoSuchFileError
            default: operation == "read" ? NSFileReadUnknownError : NSFileWriteUnknownError
            }
        var facts: [String: Any] = make(
            cocoa, path,
            "The store at \"\(path)\" cannot be used: to \(operation) failed with \"\(String(cString: strerror(code)))\". "
                + "Check its folder, the permissions and the free space."
        ).userInfo
        facts[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        return NSError(domain: NSCocoaErrorDomain, code: cocoa, userInfo: facts)
    }

    private static func make(_ code: Int, _ path: String, _ text: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [
                NSFilePathErrorKey: path, NSURLErrorKey: URL(fileURLWithPath: path),
                NSLocalizedDescriptionKey: text,
            ])
    }
}
