// SPDX-License-Identifier: Apache-2.0
// What a command reads where a path is "-".

import Foundation

enum StandardInput {
    /// The largest input; no model and no part of an import is larger.
    private static let largest = 1 << 30

    /// Reads everything.
    ///
    /// - Throws: `ToolError` for a terminal's or a pipe's error, and for more than a GiB.
    static func read() throws -> Data {
        var data = Data()
        do {
            while let piece = try FileHandle.standardInput.read(upToCount: 1 << 20), !piece.isEmpty {
                data += piece
                guard data.count <= largest else {
                    throw ToolError("standard input: is longer than 1 GiB; write it to a file")
                }
            }
        } catch let error as CocoaError {
            throw ToolError("standard input: cannot be read: \(error.localizedDescription)")
        }
        return data
    }
}
