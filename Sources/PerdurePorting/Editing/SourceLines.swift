// SPDX-License-Identifier: Apache-2.0
// The lines of a source: where they begin, how they are indented, how they end.

/// Questions about the lines around a place.
struct SourceLines: Sendable {
    let bytes: [UInt8]
    /// What ends lines in this file.
    let lineEnd: String
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let feed = bytes.firstIndex(of: 0x0A)
        lineEnd = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0D } == true ? "\r\n" : "\n"
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The line of a place, counted from 1.
    func number(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    func start(of offset: Int) -> Int { starts[number(of: offset) - 1] }

    /// The place behind the last byte of a line that is no part of its end.
    func end(of offset: Int) -> Int {
        var end = bytes[min(offset, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
        if end > offset, bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    /// The place where the next line begins, or the end of the file.
    func next(after offset: Int) -> Int {
        bytes[min(offset, bytes.count)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }

    /// The space in front of a line.
    func indent(of offset: Int) -> String {
        let start = start(of: offset)
        return text(start..<skipSpace(start))
    }

    /// Whether only space stands before a place on its line.
    func begins(_ offset: Int) -> Bool { bytes[start(of: offset)..<offset].allSatisfy(Self.isSpace) }

    /// Whether nothing but space stands behind a place on its line.
    func ends(_ offset: Int) -> Bool { bytes[offset..<end(of: offset)].allSatisfy(Self.isSpace) }

    /// The place behind the space that follows a place on its line.
    func skipSpace(_ offset: Int) -> Int {
        bytes[min(offset, bytes.count)...].firstIndex { !Self.isSpace($0) } ?? bytes.count
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The line of a place without the space around it.
    func trimmed(_ offset: Int) -> String {
        let start = skipSpace(start(of: offset))
        var end = max(end(of: start), start)
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return text(start..<end)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
