// SPDX-License-Identifier: Apache-2.0
// Works in a temporary folder and removes it at the end; ends with 1 when the two ways differ.

import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "merging-\(UUID().uuidString)")

do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let story = Story(stage: try Stage(file: folder.appending(path: "Merging.sqlite")))
    let byHand = try story.play(HandShape.self, HandRecord.self, HandTally.self)
    let builtIn = try story.play(MergingShape.self, MergingRecord.self, MergingTally.self)
    for line in builtIn.lines { print(line) }
    print("by hand: \(byHand.conflicts) conflicts, tried again; built in: \(builtIn.conflicts)")
    if byHand.lines != builtIn.lines || builtIn.conflicts > 0 {
        FileHandle.standardError.write(Data("Merging: by hand it was\n\(byHand.lines)\n".utf8))
        exit(1)
    }
} catch {
    FileHandle.standardError.write(Data("Merging: \(error)\n".utf8))
    exit(1)
}
