// SPDX-License-Identifier: Apache-2.0
// The connection on which an engine watches its store. CommitWatch.swift uses it on one queue.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

/// A connection that listens, as long as it lives.
struct WatchSession: @unchecked Sendable {
    // Sendable because it is made by one thread and handed to the queue, which alone uses it then.
    private let connection: ServerConnection
    private let channel: StoreChannel
    private let process: Int32
    /// Whether messages come: not from a standby, and not through a pooler that gives another server process to each transaction.
    private(set) var listens: Bool

    /// Seconds for a statement: they take no lock that others hold for long.
    private static let patience: TimeInterval = 2

    /// Connects, and begins to listen.
    ///
    /// - Throws: `PostgreSQLError`.
    init(_ maker: ConnectionMaker, _ channel: StoreChannel, listens: Bool, until deadline: Deadline) throws {
        connection = try maker.connect(until: deadline)
        self.channel = channel
        process = try connection.processID()
        self.listens = listens
        for (index, request) in channel.beginning.enumerated() where index == 0 || listens {
            do { try connection.run(request, until: deadline) } catch PostgreSQLError.server {
                // A standby has no messages.
                self.listens = false
            }
        }
    }

    func close() { connection.close() }

    /// A copy of the socket's number, which stays valid when the connection closes its own; the caller closes it.
    func watchedSocket() throws -> Int32 {
        let copy = dup(try connection.socketNumber())
        guard copy >= 0 else {
            throw PostgreSQLError.configuration("the socket cannot be watched: error \(errno)")
        }
        return copy
    }

    /// The messages that have come, without a round trip.
    func messages() throws -> [StoreChannel.Message] {
        try connection.notifications().filter { $0.channel == channel.name }
            .compactMap { channel.message($0.payload) }
    }

    func send(_ message: StoreChannel.Message) throws { try run(channel.sending(message)) }

    /// The newest number of the store's activity, by a round trip.
    mutating func newest() throws -> Int64 {
        let result = try run(channel.look)
        if try result.value(0, 1)?.integer != Int64(process) { listens = false }
        return try result.value(0, 0)?.integer ?? 0
    }

    /// The running transactions of other programs, by a round trip.
    func writers() throws -> Set<String> {
        Set(
            try run(channel.writers).column(0).compactMap { value in
                if case .text(let name)? = value { name } else { nil }
            })
    }

    @discardableResult
    private func run(_ request: ServerRequest) throws -> ServerResult {
        try connection.run(request, until: Deadline(after: Self.patience))
    }
}
#endif
