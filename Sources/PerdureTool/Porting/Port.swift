// SPDX-License-Identifier: Apache-2.0
// `perdure port`: hands its words on to the program perdure-port, which lies beside this one. That program is linked with the
// toolchain's parser, and the command stays free of it.

import Foundation
import Glibc

enum Port {
    static let command = Command(
        group: "port", action: nil, summary: "change a program's sources for Linux",
        discussion: """
            Reads the Swift sources and the models below a folder and finds the lines that must change on Linux. Prints a
            patch, and on standard error each line by kind with what to write; --apply changes the files instead.
            Apple's code stays behind '#if canImport(ObjectiveC)' where one text cannot serve both systems. Lines that
            a person has to change are marked with '!', and end the command with exit code 1. Files that cannot be read
            or parsed are named and left alone (3). Links, hidden folders, Pods and Carthage are not followed.
            """,
        operands: [.init(name: "DIR", help: "the folder of the program")],
        options: [
            .init(name: "apply", value: nil, help: "change the files, and print the report"),
            .init(name: "linux-only", value: nil, help: "keep nothing for Apple's systems"),
            .json,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = own.deletingLastPathComponent().appendingPathComponent("perdure-port").path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw ToolError("\(program) is missing: build it with 'swift build --product perdure-port'")
        }
        let options = arguments.switches.sorted().map { "--\($0)" }
        throw replaceProcess([program] + options + ["--", arguments[operand: "DIR"]])
    }

    /// Goes on as another program; comes back only where the system refuses that.
    private static func replaceProcess(_ words: [String]) -> ToolError {
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv(words[0], &pointers)
        let reason = String(cString: strerror(errno))
        for pointer in pointers { free(pointer) }
        return ToolError("\(words[0]) cannot be started: \(reason)")
    }
}
