// SPDX-License-Identifier: Apache-2.0
// A server of a test's own that takes TLS alone, and can be frozen and killed (Scripts/own-server).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

/// A server at 127.0.0.1, stopped and removed when the object goes.
public final class OwnServer: Sendable {
    /// What a test does to it.
    public enum Action: String, Sendable {
        /// Another certificate of the server, whose time is over.
        case expire
        /// All its processes stop.
        case freeze
        /// They go on.
        case thaw
        /// Its first process is killed.
        case kill
        /// It starts after that.
        case restart
        /// A second server follows it, and takes no writes.
        case standby
    }

    /// What Scripts/own-server could not do; its output says why.
    private struct Failure: Error {
        let action: String
        let status: Int32
    }

    private let folder: TemporaryFolder
    private let port: String
    /// Of the server that follows it.
    private var standbyPort: String {
        get throws { try Self.port(folder.file("standby-port")) }
    }

    /// Whether there are a server and openssl.
    public static let isPossible = (try? run("look", "-")) != 77
    /// What to do where there are none.
    public static let advice = "no server of its own: PostgreSQL's server programs or openssl are missing"

    /// Starts it.
    ///
    /// - Throws: the error of a server that does not start.
    public init() throws {
        folder = try TemporaryFolder()
        let status = try Self.run("start", folder.url.path)
        guard status == 0 else { throw Failure(action: "start", status: status) }
        port = try Self.port(folder.file("port"))
    }

    private static func port(_ file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { _ = try? Self.run("stop", folder.url.path) }

    /// Does something to it, and waits until it is done.
    ///
    /// - Throws: the error of a server that does not start again.
    public func perform(_ action: Action) throws {
        let status = try Self.run(action.rawValue, folder.url.path)
        guard status == 0 else { throw Failure(action: action.rawValue, status: status) }
    }

    private static func run(_ action: String, _ folder: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["Scripts/own-server", action, folder]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// How the user postgres connects, by a certificate.
    ///
    /// - Parameters:
    ///   - level: `sslmode`; nil for what a host beyond this machine gets.
    ///   - host: the name that the server's certificate must have.
    ///   - certificate: the client's; nil for none.
    ///   - authority: who has signed the server's.
    /// - Returns: the configuration.
    /// - Throws: nothing that a right name does not cause.
    package func configuration(
        _ level: String? = "verify-full", host: String = "localhost", certificate: String? = "client",
        authority: String = "ca"
    ) throws -> ClientConfiguration {
        // A file that is not there, so that nobody's own certificate is found.
        let file = certificate ?? "nobody"
        var words = [
            "hostaddr=127.0.0.1", "sslrootcert=\(folder.file("\(authority).crt").path)",
            "sslcert=\(folder.file("\(file).crt").path)", "sslkey=\(folder.file("\(file).key").path)",
        ]
        if let level { words.append("sslmode=\(level)") }
        return try ClientConfiguration(
            PostgreSQLURL("postgresql://postgres@\(host):\(port)/postgres?\(words.joined(separator: "&"))"))
    }

    /// How the user postgres connects to the server that follows, or to whichever of both takes what it asks.
    ///
    /// - Parameter isAlone: Whether the other server, which takes writes, is left out; else it is named last.
    /// - Returns: the configuration.
    /// - Throws: the error of a file that is not there: `standby` makes it.
    package func standbyConfiguration(isAlone: Bool) throws -> ClientConfiguration {
        let ports = try [standbyPort] + (isAlone ? [] : [port])
        let hosts = ports.map { "localhost:\($0)" }.joined(separator: ",")
        let words = [
            "hostaddr=\(ports.map { _ in "127.0.0.1" }.joined(separator: ","))", "sslmode=verify-full",
            "sslrootcert=\(folder.file("ca.crt").path)", "sslcert=\(folder.file("client.crt").path)",
            "sslkey=\(folder.file("client.key").path)",
        ]
        return try ClientConfiguration(
            PostgreSQLURL("postgresql://postgres@\(hosts)/postgres?\(words.joined(separator: "&"))"))
    }

    /// The path of the socket of the server, or of the one that follows it; no TLS there, and no password.
    ///
    /// - Parameter isStandby: Whether it is the one that follows.
    /// - Returns: The path.
    /// - Throws: the error of a file that is not there: `standby` makes it.
    package func socket(ofStandby isStandby: Bool) throws -> URL {
        folder.file("server/.s.PGSQL.\(isStandby ? try standbyPort : port)")
    }

    /// A path in the server's folder that nobody else uses.
    package func file(_ name: String) -> URL { folder.file(name) }

    /// How the user keeper connects, by a password that is asked for at each connection.
    package func configuration(password: @escaping @Sendable () -> String) throws -> ClientConfiguration {
        let words = [
            "hostaddr=127.0.0.1", "sslmode=verify-full", "sslrootcert=\(folder.file("ca.crt").path)",
        ]
        var configuration = try ClientConfiguration(
            PostgreSQLURL("postgresql://keeper@localhost:\(port)/postgres?\(words.joined(separator: "&"))"))
        configuration.password = password
        return configuration
    }
}
#endif
