// SPDX-License-Identifier: Apache-2.0
// What libpq says of a failed connection: its words without the parts for developers, and the server's code in them.

#if PostgreSQL
/// The message of a failed connection, taken apart.
struct ConnectionWords: Equatable {
    /// One line, without codes, places in sources and details.
    let text: String
    /// The server's code of five characters, if the server itself refused.
    let state: String?

    /// Reads a message of libpq with the verbosity "verbose".
    init(_ message: String) {
        var state: String?
        let lines = message.split(separator: "\n").compactMap { line -> String? in
            guard !["LOCATION:", "DETAIL:", "CONTEXT:"].contains(where: line.hasPrefix) else {
                return nil
            }
            // "FATAL:  28P01: password authentication failed"; the word before is translated, the spaces are not.
            guard let match = line.firstMatch(of: #/:  ([0-9A-Z]{5}): /#) else { return String(line) }
            state = String(match.1)
            return line[..<match.range.lowerBound] + ": " + line[match.range.upperBound...]
        }
        text = lines.joined(separator: "; ")
        self.state = state
    }
}
#endif
