// SPDX-License-Identifier: Apache-2.0
// Collects results as bytes and writes them in large pieces: a dump has millions of values. CSVText.swift and JSONValue.swift
// have the rules of the forms.

import Foundation
import PerdureModelFormat

/// Standard output, or a new file.
final class ByteOutput {
    private var bytes: [UInt8] = []
    private let descriptor: Int32
    private let name: String
    /// Whether people see the bytes, so that controls in values must be escaped in every form.
    let isTerminal: Bool
    private static let piece = 64 << 10

    /// Standard output.
    init() {
        (descriptor, name) = (STDOUT_FILENO, "standard output")
        isTerminal = Console.outputIsTerminal
        bytes.reserveCapacity(Self.piece + 4_096)
    }

    /// A file that does not exist yet.
    ///
    /// - Throws: `ToolError` when it cannot be made.
    init(creating path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        name = path
        isTerminal = false
        guard descriptor >= 0 else {
            throw ToolError("\(path): cannot be created: \(String(cString: strerror(errno)))", .cannotWrite)
        }
    }

    deinit { if descriptor != STDOUT_FILENO, descriptor >= 0 { close(descriptor) } }

    func append(_ byte: UInt8) { bytes.append(byte) }

    func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a text as JSON.
    func appendQuoted(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard utf8.allSatisfy(Self.needsNoEscape) else { return false }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: utf8)
            bytes.append(UInt8(ascii: "\""))
            return true
        }
        if !isPlain { append(JSONValue.quoted(text)) }
    }

    /// Whether a byte never begins what JSON or a terminal must not have plain: C2 and E2 begin controls among other things.
    private static func needsNoEscape(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
            && byte != 0xC2
            && byte != 0xE2
    }

    /// Writes what has come together, once it is enough.
    ///
    /// - Throws: `BrokenPipe`, `ToolError`.
    func flushIfFull() throws { if bytes.count >= Self.piece { try flush() } }

    /// Writes everything.
    ///
    /// - Throws: `BrokenPipe`, `ToolError`.
    func flush() throws {
        defer { bytes.removeAll(keepingCapacity: true) }
        try Console.require(Console.write(bytes, to: descriptor), name)
    }
}
