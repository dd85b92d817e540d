// SPDX-License-Identifier: Apache-2.0
// Finds programs beside the test bundle, reads what they write, and reads the counts that decide how much tests do.

import Foundation

/// Finds the programs that the build put beside the tests.
public enum Executables {
    struct Missing: Error { let path: String }

    /// The place of a program.
    ///
    /// - Parameter name: the product's name.
    /// - Returns: its file.
    /// - Throws: when the program was not built.
    public static func url(_ name: String) throws -> URL {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let found = own.deletingLastPathComponent().appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: found.path) else {
            throw Missing(path: found.path)
        }
        return found
    }
}

extension URL {
    /// The text of a file that may be empty.
    ///
    /// Foundation's readers of whole files never release the buffer of an empty one, and a search for leaks would find it.
    ///
    /// - Returns: the text.
    /// - Throws: the error of opening or reading the file.
    func writtenText() throws -> String {
        let file = try FileHandle(forReadingFrom: self)
        defer { try? file.close() }
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// Counts that are small in every run and large by environment variable.
public enum Counts {
    /// A count.
    ///
    /// - Parameters:
    ///   - variable: the environment variable that may set it.
    ///   - standard: the count without the variable.
    /// - Returns: the count.
    public static func number(_ variable: String, standard: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? standard
    }

    /// Divides kills among stores: a store is read after each of them and grows meanwhile, so many kills need many stores.
    ///
    /// - Parameters:
    ///   - kills: how many kills there are.
    ///   - body: kills writers of a new store so often.
    /// - Throws: what the body throws.
    public static func dividedAmongStores(_ kills: Int, _ body: (Int) throws -> Void) rethrows {
        for start in stride(from: 0, to: kills, by: 50) { try body(min(50, kills - start)) }
    }
}
