// SPDX-License-Identifier: Apache-2.0
// The parts of a server's URL as texts. PostgreSQLURL.swift gives them their meaning.

#if PostgreSQL
/// Cuts a URL into pieces, from front to back.
struct URLScanner {
    /// What has not been cut off yet.
    private(set) var rest: Substring
    private static let schemes = ["postgresql:", "postgres:"]

    init(_ text: String) { rest = text[...] }

    /// Cuts off the scheme and the slashes behind it.
    mutating func readScheme() throws {
        guard let scheme = Self.schemes.first(where: { rest.lowercased().hasPrefix($0) }) else {
            throw PostgreSQLError.configuration(
                "the URL of a PostgreSQL store begins with postgresql: or postgres:")
        }
        rest = rest.dropFirst(scheme.count)
        guard rest.hasPrefix("//") else {
            throw PostgreSQLError.configuration(
                "the URL has no // behind its scheme; write postgresql://host/database")
        }
        rest = rest.dropFirst(2)
        // A fragment means nothing to a server, and a "#" of a password must be written as %23.
        guard !rest.contains("#") else {
            throw PostgreSQLError.configuration("the URL has a fragment; write # as %23")
        }
    }

    /// Cuts off what stands before the first of some characters, which stays unless it is a question mark.
    mutating func prefix(before stops: String) -> Substring {
        let piece = rest.prefix { !stops.contains($0) }
        rest = rest.dropFirst(piece.count)
        if rest.first == "?", stops == "?" { rest = rest.dropFirst() }
        return piece
    }

    /// A host and a port; an IPv6 address stands in brackets.
    static func hostAndPort(_ text: Substring) throws -> (host: String, port: String) {
        var host = text
        var port: Substring = ""
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else {
                throw PostgreSQLError.configuration("the URL has a [ without a ]")
            }
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[colon...]
        }
        if !port.isEmpty {
            guard port.first == ":" else {
                throw PostgreSQLError.configuration("the URL has something between ] and the port")
            }
            port = port.dropFirst()
        }
        guard port.isEmpty || isPort(port) else {
            throw PostgreSQLError.configuration("the URL's port is no number between 1 and 65535")
        }
        return (try decoded(host, "host"), String(port))
    }

    /// Whether a text is a port's number.
    static func isPort(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { 48...57 ~= $0 } && (UInt16(text) ?? 0) > 0
    }

    /// The text with each %XX as its byte.
    ///
    /// - Parameters:
    ///   - text: a piece of the URL.
    ///   - name: names the piece in errors, which do not repeat it.
    /// - Returns: the text that is meant.
    /// - Throws: `PostgreSQLError.configuration` for a % without two digits, and bytes that are no UTF-8.
    static func decoded(_ text: Substring, _ name: String) throws -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = hexadecimal(rest.prefix(2)) else {
                throw PostgreSQLError.configuration(
                    "the URL's \(name) has a % without two digits; write % as %25")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw PostgreSQLError.configuration("the URL's \(name) is no UTF-8")
        }
        return decoded
    }

    private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
        guard digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return nil }
        return UInt8(Substring(digits), radix: 16)
    }
}
#endif
