// SPDX-License-Identifier: Apache-2.0
// A store in an SQLite file: the tool reads a private copy of it.

import Foundation
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// A file.
struct FilePlace: StorePlace {
    let shown: String
    let kind = "SQLite"
    let isPrivate = true
    private let copy: PrivateCopy

    /// Copies the store.
    ///
    /// - Throws: `ToolError` and `StoreError`.
    init(_ path: String, limit: Int?) throws {
        shown = path
        copy = try PrivateCopy(of: path, limit: limit)
    }

    func metadata() throws -> [String: PropertyListValue] {
        try SQLiteStoreFile.readMetadata(at: copy.path)
    }

    func counts() throws -> [EntityCount] { try SQLiteStoreFile.entityCounts(at: copy.path) }

    func modelArchive() throws -> Data? { try SQLiteStoreFile.readModelArchive(at: copy.path) }

    func problems(_ schema: Schema) throws -> [StoreProblem] {
        try SQLiteStoreChecker.check(path: copy.path, schema: schema, original: shown)
    }

    func engine(_ schema: Schema, examining: Bool) throws -> any CopyableEngine {
        var options = SQLiteOptions(path: copy.path)
        options.isReadOnly = true
        options.original = shown
        options.externalValues.areOnlyExamined = examining
        do { return try SQLiteEngine.open(options, schema: schema) } catch { throw naming(error) }
    }

    /// The error with the path of the store in place of the copy's path.
    func naming(_ error: any Error) -> any Error { Self.naming(shown, error) }

    static func naming(_ path: String, _ error: any Error) -> any Error {
        switch error {
        case StoreError.notAStore(_, let reason): StoreError.notAStore(path: path, reason: reason)
        case StoreError.cannotOpen(_, let code, let reason):
            StoreError.cannotOpen(path: path, code: code, reason: reason)
        case StoreError.invalidMetadata(_, let reason):
            StoreError.invalidMetadata(path: path, reason: reason)
        case StoreError.schemaMismatch(_, let entity, let property, let reason):
            StoreError.schemaMismatch(path: path, entity: entity, property: property, reason: reason)
        case let error as StoreError: ToolError("\(path): \(ErrorText.describe(error))")
        default: error
        }
    }
}
