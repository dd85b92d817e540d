// SPDX-License-Identifier: Apache-2.0
// What the compiler needs beside the modules of this build, for tests that compile sources: the modules of the system's libraries.

import Foundation

/// The C modules of the package.
public enum SystemModules {
    /// The options of `swiftc` by which it finds them.
    public static var options: [String] {
        names.flatMap { ["-I", Fixtures.packageRoot.appendingPathComponent("Sources/\($0)").path] } + headers
    }

    // The modules that tests compile against are those of `make build`, which has the store on servers where libpq is; the tests
    // themselves may be of another build.
    private static let names = ["CSQLite", "CZlib", "CSwiftRuntime", "CPerdureSymbols", "CPostgreSQL"]

    /// Where libpq's headers are: Debian's lie in a folder of their own.
    private static var headers: [String] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--cflags-only-I", "libpq"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return [] }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
