// SPDX-License-Identifier: Apache-2.0
// Encryption: which level a connection has, and that a server without TLS never gets a plain word beyond this machine.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import PerdureTestSupport
import Testing

@Suite struct ServerTLSTests {
    private func level(_ text: String, _ environment: [String: String] = [:]) throws -> TLSLevel {
        var configuration = try ClientConfiguration(PostgreSQLURL(text))
        configuration.environment = environment
        return configuration.tlsLevel
    }

    @Test("PG-8 other hosts are verified by default, local ones may be plain")
    func defaults() throws {
        for host in ["db.example", "127.0.0.2", "10.0.0.1", "localhost,db.example", "[::2]"] {
            #expect(try level("postgresql://\(host)/d") == .verifyFull, "\(host)")
        }
        for host in ["", "localhost", "127.0.0.1", "[::1]", "LOCALHOST", "%2Ftmp"] {
            #expect(try level("postgresql://\(host)/d") == .prefer, "\(host)")
        }
        #expect(try level("postgresql://localhost/d?hostaddr=10.0.0.1") == .verifyFull)
        #expect(try level("postgresql:///d?service=s") == .verifyFull)
        #expect(try level("postgresql:///d", ["PGSERVICE": "s"]) == .verifyFull)
        #expect(try level("postgresql:///d", ["PGHOST": "db.example"]) == .verifyFull)
    }

    @Test("PG-8 only words weaken it; the environment can only strengthen it")
    func words() throws {
        #expect(try level("postgresql://h/d?tls=require") == .require)
        #expect(try level("postgresql://h/d?tls=disable") == .disable)
        #expect(try level("postgresql://h/d?sslmode=verify-ca") == .verifyCA)
        #expect(try level("postgresql://h/d?sslmode=prefer") == .require)
        #expect(try level("postgresql://h/d?sslmode=disable") == .disable)
        #expect(try level("postgresql://localhost/d?sslmode=prefer") == .prefer)
        #expect(try level("postgresql://h/d", ["PGSSLMODE": "disable"]) == .verifyFull)
        #expect(try level("postgresql://localhost/d", ["PGSSLMODE": "require"]) == .require)
    }

    @Test(
        "PG-8 without a root certificate an old libpq is refused with advice, a new one takes the system's"
    )
    func rootCertificates() throws {
        var configuration = try ClientConfiguration(PostgreSQLURL("postgresql://h/d"))
        configuration.environment = ["HOME": "/nowhere"]
        #expect(try configuration.rootCertificate(libpq: 160_000) == "system")
        #expect(throws: PostgreSQLError.self) { try configuration.rootCertificate(libpq: 150_018) }
        do { _ = try configuration.rootCertificate(libpq: 150_018) } catch {
            #expect("\(error)".contains("sslrootcert"))
        }
        configuration.url = try PostgreSQLURL("postgresql://h/d?sslrootcert=system")
        #expect(throws: PostgreSQLError.self) { try configuration.rootCertificate(libpq: 150_018) }
        configuration.url = try PostgreSQLURL("postgresql://h/d?sslrootcert=/some/file")
        #expect(try configuration.rootCertificate(libpq: 150_018) == nil)
        configuration.tls = .require
        configuration.url = try PostgreSQLURL("postgresql://h/d")
        #expect(try configuration.rootCertificate(libpq: 150_018) == nil)
    }

    @Test(
        "PG-8 a server that refuses TLS gets no plain word",
        .enabled(if: TestServer.socketPath != nil, "\(TestServer.advice)"))
    func refusedTLS() throws {
        let proxy = try FaultProxy(target: TestServer.socketPath ?? "")
        defer { proxy.end() }
        var configuration = try TestServer.configuration(through: proxy)
        _ = try ConnectionMaker(configuration).connect(until: TestServer.soon)
        configuration.tls = .require
        #expect(throws: PostgreSQLError.self) {
            try ConnectionMaker(configuration).connect(until: TestServer.soon)
        }
    }
}
#endif
