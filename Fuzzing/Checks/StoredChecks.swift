// SPDX-License-Identifier: Apache-2.0
// What must hold for the bytes that stand in a store: metadata, the model cache, values in external files.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite

/// Checks values that the fuzzer put into a store.
enum StoredChecks {
    static func check(metadata: [String: PropertyListValue]) throws {
        try ReadingChecks.check(.dictionary(metadata))
    }

    static func check(cache: Data) throws {
        guard let archive = ModelCache.inflate(cache) else { return }
        try ReadingChecks.check(compiled: CompiledModelReader.read(data: archive))
    }

    /// Whatever the stored bytes say, what comes back is what follows the marker or the one file of the folder.
    static func check(external stored: Data) throws {
        let value = try ExternalDataFolder.value(
            of: stored, in: files.folder, entity: "Entity", property: "value")
        ReadingChecks.expect(
            value == stored.dropFirst() || value == files.inside, "a file outside the folder was read")
    }

    private static let files = ExternalFiles()
}

/// A store's folder with one external file, and a file outside that no name may reach.
private struct ExternalFiles {
    let folder: ExternalDataFolder
    let inside = Data("inside".utf8)

    init() {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("PerdureFuzz").path
        folder = ExternalDataFolder(store: root + "/Store.sqlite")
        ReadingChecks.require("make the folder of external files") {
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            let name = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
            try inside.write(to: URL(fileURLWithPath: folder.path + "/" + name))
            try Data("secret".utf8).write(to: URL(fileURLWithPath: root + "/secret"))
        }
    }
}
