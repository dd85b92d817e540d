// SPDX-License-Identifier: Apache-2.0
// Settings of one transaction (PG-147), so that policies can name the tenant; reads that have them.

#if PostgreSQL
import PerdurePostgreSQLClient

extension SessionSettings {
    /// The statement that sets them until the transaction ends; nil for none.
    static func local(_ settings: [String: String]) -> ServerRequest? {
        guard !settings.isEmpty else { return nil }
        let sorted = settings.sorted { $0.key < $1.key }
        let calls = sorted.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), true)" }
        return ServerRequest(
            "SELECT " + calls.joined(separator: ", "), sorted.flatMap { [.text($0.key), .text($0.value)] })
    }
}

extension ServerSession {
    /// Lets a body read with settings, in a transaction of its own.
    ///
    /// Without settings, and where a transaction is open that has them already, the body runs as it is.
    func reading<T>(with settings: [String: String], _ body: () throws -> T) throws -> T {
        guard !isEnclosed, !connection.isInTransaction, let request = SessionSettings.local(settings) else {
            return try body()
        }
        // Settings end with their transaction, so that poolers mix nothing up.
        try beginReading()
        queue(request)
        isEnclosed = true
        defer {
            isEnclosed = false
            rollback()
        }
        return try body()
    }
}
#endif
