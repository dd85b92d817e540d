// SPDX-License-Identifier: Apache-2.0
// How strictly a connection is encrypted (PG-8). ClientConfiguration+TLS.swift decides which level a connection has.

#if PostgreSQL
/// What a connection demands of encryption; a later case demands more.
package enum TLSLevel: String, CaseIterable, Comparable, Sendable {
    /// Never encrypted.
    case disable
    /// Plain first; only what the environment may say of local hosts.
    case allow
    /// Encrypted if the server can; only for local hosts.
    case prefer
    /// Encrypted, by whoever answers.
    case require
    /// Encrypted, by a server with a certificate of a known authority.
    case verifyCA = "verify-ca"
    /// As `verifyCA`, and the certificate is for the host's name.
    case verifyFull = "verify-full"

    /// Whether a level demands less than another one.
    package static func < (left: TLSLevel, right: TLSLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// What the parameter `tls` may be.
    static let selectable: [TLSLevel] = [.verifyFull, .verifyCA, .require, .disable]

    /// Whether all hosts are on this machine: sockets, and the names and addresses of the machine itself.
    static func areLocal(_ hosts: [String]) -> Bool {
        hosts.allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@")
                || ["127.0.0.1", "::1", "localhost"].contains(host.lowercased())
        }
    }
}
#endif
