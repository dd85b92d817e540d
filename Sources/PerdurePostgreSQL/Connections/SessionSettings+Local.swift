// SPDX-License-Identifier: Apache-2.0
// Settings of one transaction (PG-147), so that policies can name the tenant.

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
#endif
