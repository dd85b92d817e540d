// SPDX-License-Identifier: Apache-2.0
// A store in an SQLite file: one state of it is read, in place or from a private copy (PerdureSQLite/Looking).

import Foundation
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// A file.
package struct FilePlace: StorePlace {
    package let shown: String
    package let kind = "SQLite"
    package let isPrivate = true
    /// What all reads go through.
    package let look: StoreLook

    /// Begins to look at a file.
    ///
    /// - Throws: `InspectionError` and `StoreError`.
    package init(_ path: String, _ copying: PrivateCopying = PrivateCopying()) throws {
        shown = path
        try Self.requireFile(path)
        var copying = copying
        // Who looks at a file has it not open.
        copying.sharesBlocks = true
        do {
            look = try StoreLook(at: path, copying: copying)
        } catch StoreError.cannotOpen(_, EFBIG, let reason) {
            throw InspectionError("\(path): \(reason): allow more with --copy-limit")
        } catch StoreError.cannotOpen(_, ENOSPC, let reason) {
            throw InspectionError("\(path): \(reason)", .cannotWrite)
        } catch {
            throw Self.naming(path, error)
        }
    }

    /// - Throws: `InspectionError` for anything but a file with content.
    package static func requireFile(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason =
                errno == ENOENT
                ? "there is no such file" : "cannot be read: \(String(cString: strerror(errno)))"
            throw InspectionError("\(path): \(reason)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw InspectionError("\(path): is a folder, not a store")
        case S_IFREG: break
        default: throw InspectionError("\(path): is no plain file, so no store")
        }
        guard status.st_size > 0 else { throw InspectionError("\(path): is empty, not a store") }
    }

    package func metadata() throws -> [String: PropertyListValue] { try look.metadata() }
    package func counts() throws -> [EntityCount] { try look.counts() }
    package func modelArchive() throws -> Data? { try look.modelArchive() }
    package func problems(_ schema: Schema) throws -> [StoreProblem] { try look.problems(schema) }

    package func engine(_ schema: Schema, _ reading: EngineReading) throws -> any CopyableEngine {
        var own = StoreLook.Reading()
        own.isExamining = reading.isExamining
        own.hasHistory = reading.hasHistory
        own.onUnreadable = reading.onUnreadable
        do { return try look.engine(schema, own) } catch { throw naming(error) }
    }

    /// The error with the path of the store in place of the copy's path.
    package func naming(_ error: any Error) -> any Error { Self.naming(shown, error) }

    package static func naming(_ path: String, _ error: any Error) -> any Error {
        switch error {
        case StoreError.notAStore(_, let reason): StoreError.notAStore(path: path, reason: reason)
        case StoreError.cannotOpen(_, let code, let reason):
            StoreError.cannotOpen(path: path, code: code, reason: reason)
        case StoreError.invalidMetadata(_, let reason):
            StoreError.invalidMetadata(path: path, reason: reason)
        case StoreError.schemaMismatch(_, let entity, let property, let reason):
            StoreError.schemaMismatch(path: path, entity: entity, property: property, reason: reason)
        case let error as StoreError: InspectionError("\(path): \(ErrorText.describe(error))")
        default: error
        }
    }
}
