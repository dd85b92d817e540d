// SPDX-License-Identifier: Apache-2.0
// Messages that others send on channels (PG-127). Nobody waits here: a caller watches the socket, and takes what has come.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// A message on a channel.
package struct ServerNotification: Sendable, Equatable {
    package let channel: String
    package let payload: String
}

extension ServerConnection {
    /// The number of the socket; it changes with nothing but the end of the connection.
    ///
    /// - Throws: `PostgreSQLError.lost` once the connection is closed.
    package func socketNumber() throws -> Int32 { PQsocket(try pointer()) }

    /// Takes the messages that have come, without waiting.
    ///
    /// - Throws: `PostgreSQLError.lost` when the connection has ended.
    package func notifications() throws -> [ServerNotification] {
        let pointer = try pointer()
        let isAlive = PQconsumeInput(pointer) == 1 && PQstatus(pointer) == CONNECTION_OK
        var messages: [ServerNotification] = []
        while let message = PQnotifies(pointer) {
            defer { PQfreemem(message) }
            messages.append(
                ServerNotification(
                    channel: String(cString: message.pointee.relname),
                    payload: message.pointee.extra.map { String(cString: $0) } ?? ""))
        }
        guard isAlive else { throw lost() }
        return messages
    }
}
#endif
