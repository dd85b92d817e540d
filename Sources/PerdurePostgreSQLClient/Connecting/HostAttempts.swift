// SPDX-License-Identifier: Apache-2.0
// One set of parameters for each host: libpq has no clock for a single host when it does not block. ConnectionAttempt.swift tries one.

#if PostgreSQL
/// The hosts of a URL, in the order in which they are tried.
enum HostAttempts {
    /// The sets of parameters.
    ///
    /// - Parameter parameters: as libpq would take them, with lists of hosts, addresses and ports.
    /// - Returns: one set for each host; two when standbys are preferred.
    /// - Throws: `PostgreSQLError.configuration` for lists of different lengths.
    static func split(_ parameters: [String: String]) throws -> [[String: String]] {
        let lists = ["host", "hostaddr", "port"].compactMap { name in
            parameters[name].map { (name: name, values: ClientConfiguration.list($0)) }
        }
        let count = lists.filter { $0.name != "port" }.map(\.values.count).max() ?? 1
        guard
            lists.allSatisfy({ $0.values.count == count || ($0.name == "port" && $0.values.count == 1) })
        else {
            throw PostgreSQLError.configuration(
                "the URL names different numbers of hosts, addresses and ports; one port may stand for all hosts"
            )
        }
        guard count > 1 else { return [parameters] }
        var sets = (0..<count).map { index in
            var own = parameters
            for list in lists {
                own[list.name] = list.values.count == 1 ? list.values[0] : list.values[index]
            }
            return own
        }
        if parameters["load_balance_hosts"] == "random" { sets.shuffle() }
        return parameters["target_session_attrs"] == "prefer-standby" ? standbysFirst(sets) : sets
    }

    /// With one host at a time libpq cannot prefer: first each host as a standby, then as whatever it is.
    private static func standbysFirst(_ sets: [[String: String]]) -> [[String: String]] {
        ["standby", "any"].flatMap { wanted in
            sets.map { $0.merging(["target_session_attrs": wanted]) { $1 } }
        }
    }
}
#endif
