// SPDX-License-Identifier: Apache-2.0
// Which encryption a connection demands, and whose certificates it trusts (PG-8).

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

extension ClientConfiguration {
    /// The level of all connections.
    ///
    /// Beyond this machine nothing is plain unless the option, `tls` or `sslmode` says "disable". The environment can only
    /// strengthen what the hosts ask for.
    var tlsLevel: TLSLevel {
        let isLocal = TLSLevel.areLocal(hosts)
        if let tls { return tls }
        if let named = url["sslmode"].flatMap(TLSLevel.init) {
            return isLocal || named == .disable ? named : max(named, .require)
        }
        let usual: TLSLevel = isLocal ? .prefer : .verifyFull
        return max(usual, environment["PGSSLMODE"].flatMap(TLSLevel.init) ?? usual)
    }

    /// Names and addresses of the servers, as far as they are known; a service's host is not, and counts as another machine.
    private var hosts: [String] {
        let named = [url["host"], url["hostaddr"]].compactMap { $0 }
        if !named.isEmpty { return named.flatMap(Self.list) }
        if url["service"] != nil || environment["PGSERVICE"] != nil { return ["service"] }
        return [environment["PGHOST"], environment["PGHOSTADDR"]].compactMap { $0 }.flatMap(Self.list)
    }

    /// The parts of a list with commas; empty ones count.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// The file of trusted certificates, "system", or nil where libpq finds one or needs none.
    ///
    /// - Parameter version: libpq's, as `PQlibVersion` says it.
    /// - Returns: what libpq is told; nil when it is told nothing.
    /// - Throws: `PostgreSQLError.configuration` where certificates are to be verified and there is nothing to verify them with.
    func rootCertificate(libpq version: Int) throws -> String? {
        let named = url["sslrootcert"] ?? environment["PGSSLROOTCERT"]
        guard tlsLevel >= .verifyCA else { return nil }
        if let named, named != "system" { return nil }
        if named == nil, hasRootCertificateFile { return nil }
        guard named == nil || version < 160_000 else { return nil }
        if version >= 160_000, tlsLevel == .verifyFull { return "system" }
        throw PostgreSQLError.configuration(
            "the server's certificate cannot be verified: there is no ~/.postgresql/root.crt, and libpq \(version / 10_000) does not know the system's certificates. Name a file by the URL's sslrootcert (Debian: /etc/ssl/certs/ca-certificates.crt)"
        )
    }

    private var hasRootCertificateFile: Bool {
        let home = environment["HOME"] ?? NSHomeDirectory()
        return FileManager.default.fileExists(atPath: home + "/.postgresql/root.crt")
    }
}
#endif
