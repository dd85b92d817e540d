// SPDX-License-Identifier: Apache-2.0
// What libpq is told, by names and values, never as one text. HostAttempts.swift makes one set for each host.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

extension ClientConfiguration {
    /// What libpq is told of every host, without secrets.
    ///
    /// - Throws: `PostgreSQLError.configuration` where certificates cannot be verified, or this libpq is too old.
    func parameters() throws -> [String: String] {
        let version = Int(PQlibVersion())
        guard version >= 140_000 else {
            throw PostgreSQLError.configuration(
                "libpq 14 or newer is needed; this program runs with \(version / 10_000)")
        }
        var values = url.values.filter { ConnectionParameter.ofLibpq.contains($0.key) }
        ConnectionParameter.secret.forEach { values[$0] = nil }
        values.merge(Self.customary) { named, _ in named }
        values["sslmode"] = tlsLevel.rawValue
        if let root = try rootCertificate(libpq: version) { values["sslrootcert"] = root }
        values["client_encoding"] = "UTF8"
        values["application_name"] = values["application_name"] ?? applicationName + " (perdure)"
        if !isReadOnly, values["target_session_attrs"] == nil, hasSeveralHosts {
            values["target_session_attrs"] = "read-write"
        }
        // The loop has a clock of its own for each host.
        values["connect_timeout"] = nil
        return values
    }

    /// What a URL may say otherwise.
    private static let customary = [
        "gssencmode": "disable", "tcp_user_timeout": "20000", "keepalives": "1", "keepalives_idle": "30",
        "keepalives_interval": "10", "keepalives_count": "3",
    ]

    private var hasSeveralHosts: Bool { (url["host"] ?? url["hostaddr"] ?? "").contains(",") }

    /// Seconds for one host: the URL's, else the option's.
    var secondsPerHost: TimeInterval {
        url["connect_timeout"].flatMap(Double.init).flatMap { $0 > 0 ? $0 : nil } ?? connectTimeout
    }

    /// The secrets in libpq's names; the option's closure comes before the URL, the URL before PGPASSWORD; files are libpq's matter.
    ///
    /// - Throws: `PostgreSQLError.configuration` when the closure throws; its error is not repeated, as it may hold what it asked with.
    func secrets() throws -> [String: String] {
        var values = url.values.filter { ConnectionParameter.secret.contains($0.key) }
        // libpq itself would ask a service file first.
        if values["password"] == nil, let text = environment["PGPASSWORD"], !text.isEmpty {
            values["password"] = text
        }
        guard let password else { return values }
        do { values["password"] = try password() } catch {
            throw PostgreSQLError.configuration(
                "the closure of the option PerdurePostgreSQLPassword threw an error of the type \(type(of: error))"
            )
        }
        guard values["password"]?.utf8.contains(0) == false else {
            throw PostgreSQLError.configuration("the password contains U+0000, which libpq cannot send")
        }
        return values
    }

    /// All secrets that are known before connecting.
    var mask: SecretMask {
        SecretMask(
            url.values.filter { ConnectionParameter.secret.contains($0.key) }.map(\.value)
                + [environment["PGPASSWORD"] ?? ""])
    }

    /// Says once for each URL, on standard error, that a password stands in it.
    func warnOfPassword() {
        guard url["password"] != nil, password == nil else { return }
        PasswordWarning.say(for: description)
    }
}
#endif
