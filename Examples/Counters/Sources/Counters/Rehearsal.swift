// SPDX-License-Identifier: Apache-2.0
// Two terminals without two people: this program starts itself twice, types into both in turns, and shows what they print.

import Foundation

/// Two processes on one file.
final class Rehearsal {
    /// A terminal in another process.
    private final class Terminal {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        private var unread = Data()

        init(_ file: URL) throws {
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = [file.path]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// Types a line and waits for what it prints; `help` alone would tell when that is all, so a mark does.
        func type(_ line: String) throws -> [String] {
            try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n#\n".utf8))
            var lines: [String] = []
            while let line = nextLine(), line != "#" { lines.append(line) }
            return lines
        }

        private func nextLine() -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: unread[unread.startIndex..<end], as: UTF8.self)
                    unread.removeSubrange(...end)
                    return line
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                unread += more
            }
        }

        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    private var terminals: [String: Terminal] = [:]
    private var last = ""

    init(file: URL) throws {
        for name in ["A", "B"] { terminals[name] = try Terminal(file) }
    }

    static let lines = [
        "A: +10", "A: tag new", "A: set theme light", "A: save",
        "B: refresh", "B: show",
        // Both change the same attributes at the same time.
        "A: +3", "A: tag hot", "A: set theme dark", "A: add visits 1", "A: show",
        "B: +4", "B: untag new", "B: set font serif", "B: add visits 2", "B: show",
        "A: save", "B: save", "B: show", "A: refresh", "A: show",
        // Undo of what is saved takes back this terminal's part only.
        "A: +100", "A: save", "B: +5", "B: save", "A: undo", "A: show", "A: save", "A: show",
        // What does not fit is refused: here the maximum of the model.
        "B: +2000000", "B: save", "B: discard", "B: refresh", "B: show",
    ]

    /// Types all lines.
    ///
    /// - Returns: whether the file holds in the end what it must.
    func run() throws -> Bool {
        for line in Self.lines {
            say(line)
            guard let terminal = terminals[String(line.prefix(1))] else { continue }
            for answer in try terminal.type(String(line.dropFirst(3))) {
                say("   \(answer)")
                last = answer
            }
        }
        for terminal in terminals.values { try terminal.end() }
        return last == "count 22  tags [hot]  notes [font=serif theme=dark visits=3]"
    }
}
