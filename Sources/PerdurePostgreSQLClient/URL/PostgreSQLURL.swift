// SPDX-License-Identifier: Apache-2.0
// The URL of a server, read by a parser of our own: libpq's messages would repeat it, with the password.

#if PostgreSQL
import Foundation

/// What a URL says of a server, a database and the way to it.
///
/// Its description has only what may be shown. The form is libpq's: `postgresql://user:password@host:port,host:port/database?name=value`.
package struct PostgreSQLURL: Sendable, Equatable {
    /// By the names of libpq and ours; a later one of the same name has replaced an earlier one.
    package private(set) var values: [String: String] = [:]

    /// Reads a URL.
    ///
    /// - Throws: `PostgreSQLError.configuration` that names what is wrong, and repeats no value.
    package init(_ text: String) throws {
        var scanner = URLScanner(text)
        try scanner.readScheme()
        let authority = scanner.prefix(before: "/?")
        // Part of a password, and a message would name it as a parameter.
        guard authority.contains("@") || !scanner.rest.contains("@") else {
            throw PostgreSQLError.configuration(
                "an @ stands behind the URL's host; write / ? # and @ of names and passwords as %2F %3F %23 and %40"
            )
        }
        let path = scanner.prefix(before: "?")
        try read(authority: authority)
        try set("dbname", URLScanner.decoded(path.dropFirst(), "database"))
        try read(query: scanner.rest)
    }

    /// A value, if the URL has one that is not empty.
    package subscript(name: String) -> String? { values[name] }

    private mutating func set(_ name: String, _ value: String) throws {
        guard !value.utf8.contains(0) else {
            throw PostgreSQLError.configuration("the URL's \(name) contains U+0000")
        }
        values[name] = value.isEmpty ? nil : value
    }

    private mutating func read(authority: Substring) throws {
        var hosts = authority
        // The last one: a password may have been written with an @ in it.
        if let at = authority.lastIndex(of: "@") {
            hosts = authority[authority.index(after: at)...]
            let parts = authority[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            try set("user", URLScanner.decoded(parts[0], "user"))
            if parts.count > 1 { try set("password", URLScanner.decoded(parts[1], "password")) }
        }
        guard !hosts.isEmpty else { return }
        let places = try hosts.split(separator: ",", omittingEmptySubsequences: false).map(
            URLScanner.hostAndPort)
        try set("host", places.map(\.host).joined(separator: ","))
        if places.contains(where: { !$0.port.isEmpty }) {
            try set("port", places.map(\.port).joined(separator: ","))
        }
    }

    private mutating func read(query: Substring) throws {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try URLScanner.decoded(parts[0], "query")
            guard parts.count == 2 else {
                throw PostgreSQLError.configuration(
                    "a parameter of the URL has no value; write name=value")
            }
            let value = try URLScanner.decoded(parts[1], name)
            if name == "ssl", value == "true" {
                try set("sslmode", "require")
            } else {
                try read(name, value)
            }
        }
    }

    private mutating func read(_ name: String, _ value: String) throws {
        guard ConnectionParameter.ofLibpq.contains(name) || ConnectionParameter.own.contains(name) else {
            throw PostgreSQLError.configuration(
                "the URL has the unknown parameter \"\(name)\"; its own ones are \(ConnectionParameter.own.sorted().joined(separator: ", ")), all others are libpq's"
            )
        }
        try set(name, value)
    }
}

extension PostgreSQLURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL in one canonical form, without anything that may not be shown; Foundation's `URL` reads it for several hosts too.
    ///
    /// Two URLs of the same description mean the same store.
    package var description: String {
        Self.text(values.filter { ConnectionParameter.shown.contains($0.key) })
    }

    /// The description.
    package var debugDescription: String { description }

    /// What may be shown: `dump` prints what a mirror has.
    package var customMirror: Mirror { Mirror(self, children: ["url": description]) }

    /// The whole URL, secrets included, in the form that `URL` reads.
    package var completeText: String { Self.text(values) }

    private static func text(_ values: [String: String]) -> String {
        let pairs = values.filter { $0.key != "dbname" }.sorted { $0.key < $1.key }
        let query = pairs.map { "\($0.key)=\(encoded($0.value))" }.joined(separator: "&")
        return "postgresql:///" + encoded(values["dbname"] ?? "") + (query.isEmpty ? "" : "?" + query)
    }

    private static func encoded(_ text: String) -> String {
        // Letters, digits and these need no percent sign in a query.
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,/:".utf8)
        return text.utf8.map {
            plain.contains($0) ? String(UnicodeScalar($0)) : String(format: "%%%02X", $0)
        }
        .joined()
    }
}
#endif
