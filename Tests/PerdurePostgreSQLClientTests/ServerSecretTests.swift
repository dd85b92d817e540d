// SPDX-License-Identifier: Apache-2.0
// A canary password goes through the failures of the client, and no text has it.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import PerdureStore
import PerdureTestSupport
import Testing

@Suite struct ServerSecretTests {
    private static let canary = "c4n/ary p@ss"
    private static let encoded = "c4n%2Fary%20p%40ss"

    /// Fails if any text that can be made of an error has the canary.
    private func expectSilence(
        _ error: any Error, _ comment: String, _ location: SourceLocation = #_sourceLocation
    ) {
        var texts = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
        dump(error, to: &texts)
        if let error = error as? PostgreSQLError {
            let other = error.storeError("testing")
            texts += "\(other) \(String(reflecting: other))"
            dump(other, to: &texts)
        }
        for text in [Self.canary, Self.encoded, "c4n"] {
            #expect(!texts.contains(text), "\(comment)", sourceLocation: location)
        }
    }

    /// Connects by a URL with the canary, and runs a body; whatever fails is searched.
    private func fail(
        _ comment: String, _ url: String, _ change: (inout ClientConfiguration) -> Void = { _ in },
        running body: (ServerConnection) throws -> Void = { _ in Issue.record("it was to fail") }
    ) {
        do {
            var configuration = try ClientConfiguration(PostgreSQLURL(url))
            change(&configuration)
            let connection = try ConnectionMaker(configuration).connect(until: Deadline(after: 3))
            expectSilence(connection.lost("a reason with \(Self.canary)"), comment)
            try body(try ConnectionMaker(configuration).connect(until: Deadline(after: 3)))
        } catch { expectSilence(error, comment) }
    }

    @Test("PG-7 no failure to connect repeats the password")
    func connecting() throws {
        let user = "u:\(Self.encoded)@"
        fail("refused", "postgresql://\(user)127.0.0.1:1/d")
        fail("no socket", "postgresql://\(user)/d?host=/nowhere")
        fail("unknown host", "postgresql://\(user)nowhere.invalid/d?tls=disable")
        fail("no certificate", "postgresql://\(user)db.example/d") { $0.environment = ["HOME": "/nowhere"] }
        fail("missing certificate", "postgresql://\(user)127.0.0.1:1/d?tls=verify-full&sslrootcert=/nowhere")
        fail(
            "key's password",
            "postgresql://u@127.0.0.1:1/d?sslpassword=\(Self.encoded)&sslkey=/nowhere&sslcert=/nowhere")
        fail("a number", "postgresql://\(user)127.0.0.1:1/d?keepalives_idle=\(Self.encoded)")
        fail("unknown service", "postgresql://\(user)/d?service=none") {
            $0.environment["PGSERVICEFILE"] = "/nowhere"
        }
        fail("hosts", "postgresql://\(user)a,b,c/d?port=1,2")
        fail("the closure's", "postgresql://u@127.0.0.1:1/d") { $0.password = { Self.canary } }
        fail("U+0000", "postgresql://u@127.0.0.1:1/d") { $0.password = { Self.canary + "\0" } }
        fail("parameter", "postgresql://\(user)127.0.0.1/d?nonsense=\(Self.encoded)")
        let proxy = try FaultProxy(target: "")
        defer { proxy.end() }
        fail("silence", "postgresql://\(user)127.0.0.1:\(proxy.port)/d") { $0.connectTimeout = 0.1 }
    }

    @Test(
        "PG-7 no failure of a statement repeats the password, nor does a description",
        .enabled(if: TestServer.isThere, "\(TestServer.advice)"))
    func statements() throws {
        let url = try PostgreSQLURL(#require(TestServer.url)).completeText + "&password=\(Self.encoded)"
        let statements = [
            "SELEC", "SELECT 1/0", "SELECT 'a'::uuid",
            "DO $$ BEGIN RAISE EXCEPTION 'x c4n/ary p@ss y'; END $$",
            "DO $$ BEGIN RAISE EXCEPTION 'x' USING HINT = 'c4n/ary p@ss', DETAIL = 'c4n/ary p@ss'; END $$",
            "SELECT pg_terminate_backend(pg_backend_pid())", "COPY (SELECT 1) TO STDOUT",
        ]
        for text in statements {
            fail(
                text, url,
                running: {
                    try $0.run(ServerRequest(text, isPrepared: false), until: Deadline(after: 3))
                    Issue.record("it was to fail: \(text)")
                })
        }
        fail(
            "deadline", url,
            running: { try $0.run(ServerRequest("SELECT pg_sleep(9)"), until: Deadline(after: 0.1)) })
        fail(
            "value", url,
            running: { try $0.run(ServerRequest("SELECT $1", [.text("\0")]), until: Deadline(after: 0.1)) })
        fail("role", url) { $0.role = "nobody" }
        let configuration = try ClientConfiguration(PostgreSQLURL(url))
        let pool = ServerConnectionPool(configuration)
        let connection = try ConnectionMaker(configuration).connect(until: TestServer.soon)
        var texts =
            "\(configuration) \(configuration.url) \(connection.place) \(connection.mask) \(pool.figures)"
        dump(connection, to: &texts)
        dump(pool, to: &texts)
        #expect(!texts.contains("c4n"))
    }

    @Test("PG-7 what a server says is searched for every secret, the longest first")
    func mask() {
        let mask = SecretMask(["ab", "", "abc"])
        #expect(mask.apply(to: "xabcx ab a") == "x***x *** a")
        #expect(mask.adding("x").apply(to: "xabcx") == "*********")
        #expect("\(mask) \(String(reflecting: mask))".contains("ab") == false)
    }

    @Test("PG-7 the words of a failed connection lose details and places in sources")
    func words() {
        let words = ConnectionWords(
            "connection to server at \"h\" failed: FATAL:  28P01: no\nDETAIL:  canary\nLOCATION:  auth_failed, auth.c:1\n"
        )
        #expect(words.text == "connection to server at \"h\" failed: FATAL: no")
        #expect(words.state == "28P01")
        #expect(ConnectionWords("nothing listens\n\tthere").state == nil)
    }
}
#endif
