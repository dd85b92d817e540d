// SPDX-License-Identifier: Apache-2.0
// A container on a store of JSON files. Works in a temporary folder and removes it at the end.

import CoreData

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("json-\(UUID().uuidString)")

do {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Tour(folder: folder).run()
} catch {
    FileHandle.standardError.write(Data("JSONFolder: \(error)\n".utf8))
    exit(1)
}
