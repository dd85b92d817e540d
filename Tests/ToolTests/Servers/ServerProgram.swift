// SPDX-License-Identifier: Apache-2.0
// PostgreSQL's own programs, as administrators run them.

#if PostgreSQL
import Foundation
import PerdureTestSupport

/// Runs a program of PostgreSQL on the server of the tests.
enum ServerProgram {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program on a database, and waits for its end.
    ///
    /// - Throws: `Failure` with what it wrote to standard error.
    static func run(_ program: String, _ url: String, _ words: String...) throws {
        let folder = try TemporaryFolder()
        let errors = folder.file("errors")
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, "-d", url] + words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: try String(contentsOf: errors, encoding: .utf8))
        }
    }

    /// Runs a script by psql, which ends at the first error.
    static func run(script: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("script.sql")
        try script.write(to: file, atomically: true, encoding: .utf8)
        try run("psql", SharedServer.url ?? "", "-q", "-v", "ON_ERROR_STOP=1", "-f", file.path)
    }
}
#endif
