// SPDX-License-Identifier: Apache-2.0
// Writes a model with its versions as a .momd folder. Part of ModelBundle.swift.

import Foundation
import PerdurePropertyList

extension ModelBundle {
    /// Writes the model as a `.momd` folder: one `.mom` per version and VersionInfo.plist.
    ///
    /// This method makes the folder under another name beside its place and moves it there when it is complete. Other
    /// processes therefore never find half a folder.
    ///
    /// - Parameter url: the folder. An existing one is replaced.
    /// - Throws: `ModelFormatError`; the old folder then stays as it was.
    package func write(to url: URL) throws {
        try Self.writeFolder(at: url, naming: "the compiled model") { folder in
            for (name, data) in try files() { try data.write(to: folder.appendingPathComponent(name)) }
        }
    }

    /// Writes the model as `write(to:)` does, unless the folder already has the same contents.
    ///
    /// - Parameter url: the folder.
    /// - Throws: `ModelFormatError`.
    package func writeIfChanged(to url: URL) throws {
        let present = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        let files = try files()
        let isSame =
            Set(present) == Set(files.keys)
            && files.allSatisfy { (try? Data(contentsOf: url.appendingPathComponent($0.key))) == $0.value }
        if !isSame { try write(to: url) }
    }

    private func files() throws -> [String: Data] {
        var files = ["VersionInfo.plist": try BinaryPropertyList.write(versionInfo)]
        for version in versions {
            files[version.name + ".mom"] = try CompiledModelWriter.write(version.document)
        }
        return files
    }

    /// The contents of VersionInfo.plist.
    var versionInfo: PropertyListValue {
        var hashes: [String: PropertyListValue] = [:]
        var checksums: [String: PropertyListValue] = [:]
        for version in versions {
            let own = VersionHash.entityHashes(of: version.document)
            hashes[version.name] = .dictionary(own.mapValues { .data($0) })
            checksums[version.name] = .string(VersionHash.checksum(of: own))
        }
        return .dictionary([
            VersionInfo.currentVersionName: .string(currentVersionName),
            VersionInfo.versionHashes: .dictionary(hashes),
            VersionInfo.versionChecksums: .dictionary(checksums),
        ])
    }

    /// Lets a function fill a folder beside a place, and moves it there.
    ///
    /// - Parameters:
    ///   - url: the place. A folder that is there is replaced.
    ///   - subject: what is written, for errors.
    ///   - fill: writes the files into a new folder.
    /// - Throws: `ModelFormatError`; the old folder then stays as it was.
    static func writeFolder(at url: URL, naming subject: String, _ fill: (URL) throws -> Void) throws {
        let manager = FileManager.default
        let mark = ".\(url.lastPathComponent).\(UUID().uuidString)"
        let temporary = url.deletingLastPathComponent().appendingPathComponent(mark)
        defer { try? manager.removeItem(at: temporary) }
        do {
            try manager.createDirectory(at: temporary, withIntermediateDirectories: true)
            try fill(temporary)
            try replace(url, with: temporary)
        } catch let error as ModelFormatError { throw error } catch {
            throw ModelFormatError(
                .unreadable, "\(subject) cannot be written: \(error.localizedDescription)", path: url.path)
        }
    }

    /// Moves a folder into the place of another folder; puts the old folder back if the move fails.
    private static func replace(_ url: URL, with new: URL) throws {
        let manager = FileManager.default
        guard manager.fileExists(atPath: url.path) else { return try manager.moveItem(at: new, to: url) }
        let old = new.appendingPathExtension("old")
        try manager.moveItem(at: url, to: old)
        do { try manager.moveItem(at: new, to: url) } catch {
            try manager.moveItem(at: old, to: url)
            throw error
        }
        try? manager.removeItem(at: old)
    }
}
