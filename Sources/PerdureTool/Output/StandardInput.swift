// SPDX-License-Identifier: Apache-2.0
// What a command reads where a path is "-".

import Foundation

enum StandardInput {
    /// The largest input; no model and no part of an import is larger.
    private static let largest = 1 << 30

    /// Reads everything, of standard input or of a file that may be a pipe.
    ///
    /// - Throws: `ToolError` for an error of the system, and for more than a GiB.
    static func read(_ handle: FileHandle = .standardInput, _ name: String = "standard input") throws -> Data
    {
        var data = Data()
        do {
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                data += piece
                guard data.count <= largest else {
                    throw ToolError("\(name): is longer than 1 GiB; split it")
                }
            }
        } catch let error as CocoaError {
            throw ToolError("\(name): cannot be read: \(error.localizedDescription)")
        }
        return data
    }
}
