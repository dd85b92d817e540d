// SPDX-License-Identifier: Apache-2.0
// The files of the measurements: each is made once, when something asks for it, and copied for each run.

import CoreData
import Foundation

/// A file that runs start from.
struct Seed: Sendable {
    let name: String
    let make: @Sendable (URL, Workspace) throws -> Void
}

/// A folder of files.
package struct Workspace {
    package let folder: URL
    let model: NSManagedObjectModel
    package let rows: Int64
    /// What `PRAGMA synchronous` says on both sides.
    var synchronous = Workspace.standardSynchronous

    /// What stores have without options.
    static let standardSynchronous = "FULL"

    /// The options of a store; nil where nothing is to be said.
    var options: [String: Any]? {
        guard synchronous != Self.standardSynchronous else { return nil }
        return [NSSQLitePragmasOption: ["synchronous": synchronous] as NSDictionary]
    }

    /// - Parameters:
    ///   - rows: How many rows the files have.
    ///   - folder: A folder with files of as many rows; nil for a new one.
    /// - Throws: What making the folder reports.
    package init(rows: Int64, folder: URL? = nil) throws {
        self.rows = rows
        model = Item.makeModel()
        self.folder =
            folder
            ?? FileManager.default.temporaryDirectory.appendingPathComponent(
                "perdure-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    /// A workspace beside this one, with another number of rows.
    func resized(_ rows: Int64) throws -> Workspace {
        try Workspace(rows: rows, folder: folder.appendingPathComponent("\(rows)"))
    }

    /// How many owners there are, with ten parts each.
    var owners: Int64 { max(100, rows / 20) }

    /// The file of a seed.
    func file(_ seed: Seed) throws -> URL {
        let file = folder.appendingPathComponent("\(seed.name).sqlite")
        if !FileManager.default.fileExists(atPath: file.path) { try seed.make(file, self) }
        return file
    }

    /// A fresh copy of a seed's file, with its side files.
    func copy(of seed: Seed) throws -> URL {
        let original = try file(seed).path
        let copy = folder.appendingPathComponent("copy.sqlite")
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: copy.path + suffix)
            if FileManager.default.fileExists(atPath: original + suffix) {
                try FileManager.default.copyItem(atPath: original + suffix, toPath: copy.path + suffix)
            }
        }
        return copy
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension Seed {
    /// A store without rows.
    static let empty = Seed(name: "empty") { file, workspace in
        try Stack(file, model: workspace.model).close()
    }

    /// As many items as the workspace says; the C program inserts them, so that this process stays as it was.
    static let full = Seed(name: "full") { file, workspace in
        try Stack(file, model: workspace.model).close()
        _ = try Baseline("insert", file, workspace.rows, rows: workspace.rows).run()
    }
}
