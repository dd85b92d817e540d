// SPDX-License-Identifier: Apache-2.0
// `Counters FILE` is a terminal; without a file two terminals rehearse in a temporary folder.

import Foundation

/// Reads commands until there are no more.
func runTerminal(_ file: URL) throws {
    let session = try Session(file: file)
    let isInteractive = isatty(STDIN_FILENO) != 0
    if isInteractive { say(Command.usage) }
    while true {
        if isInteractive { say("> ", end: "") }
        guard let line = readLine() else { return }
        // A remark is repeated: so whoever types knows that all before it is done.
        if line.hasPrefix("#") { say(line) } else if !session.run(line) { return }
    }
}

func runRehearsal() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "counters-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Rehearsal(file: folder.appending(path: "Counters.sqlite")).run()
}

do {
    if CommandLine.arguments.count == 2 {
        try runTerminal(URL(filePath: CommandLine.arguments[1]))
    } else if try !runRehearsal() {
        FileHandle.standardError.write(Data("Counters: the last line is not what it must be\n".utf8))
        exit(1)
    }
} catch {
    FileHandle.standardError.write(Data("Counters: \(error)\n".utf8))
    exit(1)
}
