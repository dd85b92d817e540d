// SPDX-License-Identifier: Apache-2.0
// A shop with typed classes. Works in a temporary folder and removes it at the end.

import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shop-\(UUID().uuidString)")

do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Tour(file: folder.appendingPathComponent("Shop.sqlite")).run()
} catch {
    FileHandle.standardError.write(Data("Shop: \(error)\n".utf8))
    exit(1)
}
