// SPDX-License-Identifier: Apache-2.0
// A new store in a file: it is made in a folder beside its place, and moved there when it is complete.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore

/// A file that is being made.
struct NewFile: NewStore {
    let shown: String
    private let destination: URL
    private let folder: URL
    private var file: URL { folder.appendingPathComponent(destination.lastPathComponent) }

    /// - Throws: `ToolError` when something is there already.
    init(_ path: String) throws {
        shown = path
        destination = URL(fileURLWithPath: path)
        folder = destination.deletingLastPathComponent()
            .appendingPathComponent(".\(destination.lastPathComponent).\(UUID().uuidString)")
        try Self.requireFree(destination)
    }

    /// The parts of a store: its file and what lies beside it.
    private static func parts(of name: String) -> [String] {
        let base = (name as NSString).deletingPathExtension
        return [".\(base)_SUPPORT", "\(name)-wal", name]
    }

    /// - Throws: `ToolError` when a store or a part of one is in a place.
    static func requireFree(_ destination: URL) throws {
        let parent = destination.deletingLastPathComponent()
        for part in parts(of: destination.lastPathComponent)
        where FileManager.default.fileExists(atPath: parent.appendingPathComponent(part).path) {
            throw ToolError(
                "\(parent.appendingPathComponent(part).path): exists already: name a file that does not exist yet",
                .cannotWrite)
        }
    }

    /// Makes the folder, which goes when the process is ended by a signal.
    private func begin() throws {
        Interruption.removeOnInterrupt(folder.path)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw ToolError("\(shown): \((error as NSError).localizedDescription)", .cannotWrite)
        }
    }

    /// Lets somebody else make the file, and moves it to its place.
    ///
    /// - Throws: What the body throws, and `ToolError` for a place that cannot be used; nothing is left then.
    func fill(_ body: (String) throws -> Void) throws {
        try begin()
        do {
            try body(file.path)
            try finish()
        } catch {
            abandon()
            throw error
        }
    }

    func create(_ model: NSManagedObjectModel, configuration: String?) throws {
        try begin()
        do {
            try create(
                model, configuration: configuration, type: NSSQLiteStoreType, at: file, options: nil)
        } catch {
            abandon()
            throw naming(error)
        }
    }

    func engine(_ schema: Schema, entities: Set<Int32>?, isReadOnly: Bool) throws -> any CopyableEngine {
        var options = SQLiteOptions(path: file.path)
        options.isReadOnly = isReadOnly
        return try SQLiteEngine.open(options, schema: schema, entities: entities)
    }

    func finish() throws {
        // Somebody may have made a store there meanwhile.
        try Self.requireFree(destination)
        let parent = destination.deletingLastPathComponent()
        // The file itself comes last: without it there is no store.
        for part in Self.parts(of: destination.lastPathComponent) {
            let made = folder.appendingPathComponent(part)
            guard let facts = try? FileManager.default.attributesOfItem(atPath: made.path) else { continue }
            // A connection that reads leaves an empty log.
            if part.hasSuffix("-wal"), facts[.size] as? Int == 0 { continue }
            try FileManager.default.moveItem(at: made, to: parent.appendingPathComponent(part))
        }
        abandon()
    }

    func abandon() { try? FileManager.default.removeItem(at: folder) }

    func naming(_ error: any Error) -> any Error { FilePlace.naming(shown, error) }
}
