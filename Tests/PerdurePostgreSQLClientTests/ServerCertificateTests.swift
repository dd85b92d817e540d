// SPDX-License-Identifier: Apache-2.0
// Certificates of servers and clients: who is let in, who is not, and what is said then.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import PerdureTestSupport
import Testing

@Suite(
    "PostgreSQL: certificates", .enabled(if: TestServer.isThere, "\(TestServer.advice)"),
    .enabled(if: OwnServer.isPossible, "\(OwnServer.advice)"))
struct ServerCertificateTests {
    private func message(_ configuration: ClientConfiguration) -> String {
        do {
            let connection = try ConnectionMaker(configuration).connect(until: TestServer.soon)
            connection.close()
            return "connected"
        } catch { return "\(error)" }
    }

    @Test(
        "PG-8 PG-6 a verified connection needs the right authority, name, time and client certificate, and says what is wrong"
    )
    func certificates() throws {
        let server = try OwnServer()
        let connection = try ConnectionMaker(server.configuration("verify-full")).connect(
            until: TestServer.soon)
        let result = try connection.run(
            ServerRequest("SELECT ssl, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()"),
            until: TestServer.soon)
        #expect(try result.value(0, 0) == .bool(true) && result.value(0, 1) == .text("/CN=postgres"))
        connection.close()

        let otherName = "127.0.0.1"
        #expect(
            message(try server.configuration("verify-full", host: otherName)).contains(
                "does not match host name"))
        #expect(message(try server.configuration("verify-ca", host: otherName)) == "connected")
        // A host that is none of this machine is verified without a word.
        #expect(
            message(try server.configuration(nil, host: "db.example")).contains("does not match host name"))
        #expect(
            message(try server.configuration("verify-full", authority: "other-ca")).contains(
                "certificate verify failed"))
        #expect(
            message(try server.configuration("require", authority: "other-ca")).contains(
                "certificate verify failed"))
        #expect(
            message(try server.configuration("verify-full", certificate: nil)).contains(
                "valid client certificate"))
        #expect(message(try server.configuration("verify-full", certificate: "stranger")).contains("28000"))
        #expect(message(try server.configuration("verify-full", certificate: "expired")).contains("expired"))
        let plain = message(try server.configuration("disable"))
        #expect(plain != "connected" && plain.contains("encryption"), "\(plain)")

        try server.perform(.expire)
        #expect(message(try server.configuration("verify-full")).contains("certificate verify failed"))
        #expect(message(try server.configuration("verify-ca")).contains("certificate verify failed"))
    }
}
#endif
