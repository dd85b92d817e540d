// SPDX-License-Identifier: Apache-2.0
// What a disk does to a file that nobody writes: bits turn, and the file's time stays.

import Foundation

/// A file whose bits turn.
public struct TurnedBits {
    private let url: URL

    /// - Parameter url: The file; no connection of this process may have it open.
    public init(_ url: URL) { self.url = url }

    /// Turns one bit, and leaves the time of the file as it is.
    ///
    /// - Parameter bit: the number of the bit in the file.
    /// - Throws: the system's errors.
    public func turn(_ bit: Int) throws {
        try keepingTime {
            let file = try FileHandle(forUpdating: url)
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(bit / 8))
            let byte = try file.read(upToCount: 1)?.first ?? 0
            try file.seek(toOffset: UInt64(bit / 8))
            try file.write(contentsOf: Data([byte ^ 1 << UInt8(bit % 8)]))
        }
    }

    /// Lets a body change the file, and gives it back the time that it had.
    ///
    /// - Parameter body: what changes the file.
    /// - Throws: the errors of the body and the system.
    public func keepingTime(_ body: () throws -> Void) throws {
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
        try body()
        guard utimensat(AT_FDCWD, url.path, [status.st_atim, status.st_mtim], 0) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }
}

extension TurnedBits {
    /// How many bits a test turns: `PERDURE_FLIPS`, or few.
    public static var count: Int {
        ProcessInfo.processInfo.environment["PERDURE_FLIPS"].flatMap { Int($0) } ?? 100
    }
}
