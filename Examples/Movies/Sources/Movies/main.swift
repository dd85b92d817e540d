// SPDX-License-Identifier: Apache-2.0
// Works in a temporary folder and removes it at the end.

import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")

do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Story(file: folder.appendingPathComponent("Movies.sqlite")).run()
} catch {
    FileHandle.standardError.write(Data("Movies: \(error)\n".utf8))
    exit(1)
}
