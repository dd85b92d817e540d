// SPDX-License-Identifier: Apache-2.0
// Files that are good for something, but not for what the command line names them for.

import Foundation

enum MistakenFile {
    /// Whether a file is an SQLite database, as stores are; what comes through a pipe is left for its reader.
    static func isDatabase(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let handle = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? handle.close() }
        return isDatabase((try? handle.read(upToCount: 16)) ?? Data())
    }

    static func isDatabase(_ data: Data) -> Bool { data.starts(with: "SQLite format 3\0".utf8) }

    /// The error of a store where a model is expected.
    static func storeAsModel(_ path: String) -> ToolError {
        ToolError(
            "\(path): is a store, not a model; '\(Program.name) store model \(path) --output NAME.xcdatamodeld' writes the model that "
                + "a store keeps")
    }

    /// What to write where a store's path stands in the place of a command; nothing for other words.
    static func hint(forCommand word: String) -> String {
        isDatabase(word) ? "; did you mean '\(Program.name) store show \(word)'?" : ""
    }
}
