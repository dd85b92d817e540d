// SPDX-License-Identifier: Apache-2.0
// Usage: ToDo [FILE]. Without a file it works in a temporary folder and removes it at the end.

import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
let file = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }

do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Tour(file: file ?? folder.appendingPathComponent("ToDo.sqlite")).run()
} catch {
    FileHandle.standardError.write(Data("ToDo: \(error)\n".utf8))
    exit(1)
}
