// SPDX-License-Identifier: Apache-2.0
// A namespace of its own for a test's store on the server of Scripts/with-postgres.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

/// The server that tests use.
public enum SharedServer {
    /// The server's URL; nil where there is none.
    public static let url = ProcessInfo.processInfo.environment["PERDURE_POSTGRES_URL"]
    /// What to do where there is none.
    public static let advice = "no server: run under Scripts/with-postgres, or set PERDURE_POSTGRES_URL"

    /// Runs statements on the server.
    ///
    /// - Parameter statements: each in a transaction of its own.
    /// - Returns: the first column of the last one's rows, as far as it is text.
    /// - Throws: the client's error.
    @discardableResult
    public static func run(_ statements: String...) throws -> [String] {
        let client = try ClientConfiguration(PostgreSQLURL(url ?? "postgresql:///none"))
        let connection = try ConnectionMaker(client).connect(until: Deadline(after: 20))
        defer { connection.close() }
        var texts: [String] = []
        for statement in statements {
            let result = try connection.run(
                ServerRequest(statement, isPrepared: false), until: Deadline(after: 20))
            texts = try (0..<result.rowCount).map { row in
                if case .text(let text)? = try result.value(row, 0) { return text }
                return "\(String(describing: try result.value(row, 0)))"
            }
        }
        return texts
    }
}

/// A namespace that is dropped when the object goes.
public final class ServerNamespace: Sendable {
    /// The name; no store is there at first.
    public let name: String
    /// The URL of the store in it.
    public let url: URL

    /// Makes a name; the store makes the namespace.
    ///
    /// - Throws: `CocoaError` where there is no server.
    public init() throws {
        name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        let base = SharedServer.url ?? ""
        let mark = base.contains("?") ? "&" : "?"
        guard let url = URL(string: base + mark + "schema=" + name), SharedServer.url != nil else {
            throw CocoaError(.fileNoSuchFile)
        }
        self.url = url
    }

    deinit {
        // What stays behind is the server's, which goes with the run.
        _ = try? SharedServer.run("DROP SCHEMA IF EXISTS \(name) CASCADE")
    }
}
#endif
