// SPDX-License-Identifier: Apache-2.0
// Connects on a helper thread while the caller waits until its deadline (PG-27). SessionSettings.swift prepares what comes back.

#if PostgreSQL
import Foundation
import PerdureStore

/// Makes connections.
package struct ConnectionMaker: Sendable {
    /// How all of its connections are made.
    package let configuration: ClientConfiguration

    /// Makes no connection yet.
    package init(_ configuration: ClientConfiguration) { self.configuration = configuration }

    /// Connects, and prepares the session.
    ///
    /// A server that starts or is full (57P03, 53300) is asked again until the deadline.
    ///
    /// - Parameters:
    ///   - deadline: When the call ends at the latest.
    ///   - cancellation: Lets another thread end it.
    ///   - isAgain: Whether the server was there before: then one that refuses connections or has no answer is asked again too,
    ///     because another one may take its place (PG-99).
    /// - Returns: The connection.
    /// - Throws: `PostgreSQLError`.
    package func connect(
        until deadline: Deadline, _ cancellation: Cancellation? = nil, isAgain: Bool = false
    ) throws -> ServerConnection {
        configuration.warnOfPassword()
        var pause = 0.05
        while true {
            do {
                return try connectOnce(deadline, cancellation)
            } catch let error as PostgreSQLError {
                guard error.mayPass(isAgain: isAgain), deadline.remaining > pause,
                    cancellation?.isCancelled != true
                else {
                    throw error
                }
                Thread.sleep(forTimeInterval: pause * Double.random(in: 0.5...1))
                pause = min(pause * 2, 1)
            }
        }
    }

    private func connectOnce(_ deadline: Deadline, _ cancellation: Cancellation?) throws
        -> ServerConnection
    {
        let meeting = Meeting()
        let start = Deadline.now
        Thread.detachNewThread { meeting.bring(Result { try tryHosts(until: deadline) }) }
        guard let result = meeting.wait(until: deadline, cancellation) else {
            if cancellation?.isCancelled == true { throw PostgreSQLError.cancelled }
            let waited = TimeInterval(Deadline.now - start) / 1e9
            throw PostgreSQLError.timedOut(operation: "connecting", waited: waited, place: place)
        }
        let connection = ServerConnection(try result.get(), configuration)
        try connection.prepareSession(until: deadline, cancellation)
        return connection
    }

    /// Where the connections go to, for errors.
    private var place: String { configuration.description }

    private func tryHosts(until deadline: Deadline) throws -> ConnectionHandle {
        let secrets = try configuration.secrets()
        let mask = configuration.mask.adding(secrets["password"])
        var failures: [PostgreSQLError] = []
        for parameters in try HostAttempts.split(configuration.parameters()) {
            let attempt = ConnectionAttempt(
                parameters: parameters, secrets: secrets, mask: mask, place: place)
            do {
                return try attempt.run(until: deadline.orAfter(configuration.secondsPerHost))
            } catch let error as PostgreSQLError {
                failures.append(error)
            }
            if deadline.isPast { break }
        }
        throw Self.summary(failures, place)
    }

    private static func summary(_ failures: [PostgreSQLError], _ place: String) -> PostgreSQLError {
        guard failures.count != 1 else { return failures[0] }
        let reasons = failures.map { failure in
            if case .connecting(_, let reason, _) = failure { return reason }
            return "no answer in time"
        }
        let state = failures.compactMap(\.state).last
        return .connecting(place: place, reason: reasons.joined(separator: "; "), state: state)
    }
}

extension PostgreSQLError {
    /// Whether another try to connect may do better.
    fileprivate func mayPass(isAgain: Bool) -> Bool {
        if let state { return ["57P03", "53300"].contains(state) }
        switch self {
        // Without a code no server has spoken, or none takes writes.
        case .connecting, .timedOut: return isAgain
        default: return false
        }
    }
}

/// Where the thread that connects and its caller meet; whoever comes too late finds nobody.
private final class Meeting: @unchecked Sendable {
    // Sendable because everything is touched under `condition` only.
    private let condition = NSCondition()
    private var result: Result<ConnectionHandle, any Error>?
    private var isOver = false

    /// Brings a result; a connection that nobody waits for is closed.
    func bring(_ result: Result<ConnectionHandle, any Error>) {
        condition.lock()
        defer { condition.unlock() }
        if isOver {
            if case .success(let handle) = result { handle.close() }
        } else {
            self.result = result
            condition.signal()
        }
    }

    /// Waits for the result; nil at the deadline, and when the caller cancels.
    func wait(until deadline: Deadline, _ cancellation: Cancellation?) -> Result<
        ConnectionHandle, any Error
    >? {
        condition.lock()
        defer {
            isOver = true
            condition.unlock()
        }
        while result == nil, !deadline.isPast, cancellation?.isCancelled != true {
            let step = cancellation == nil ? deadline.remaining : min(deadline.remaining, 0.05)
            _ = condition.wait(until: Date(timeIntervalSinceNow: step))
        }
        return result
    }
}
#endif
