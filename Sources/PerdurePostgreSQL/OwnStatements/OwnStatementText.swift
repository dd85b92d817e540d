// SPDX-License-Identifier: Apache-2.0
// What a program's statement may not be: an end of the transaction, which is the save's, or a setting of the session, which others
// get from the pool afterwards. The server itself takes one statement per text.

#if PostgreSQL
import PerdureBase

/// The text of a program's statement.
struct OwnStatementText {
    private let text: String

    init(_ text: String) { self.text = text }

    private static let ofTransactions: Set<String> = [
        "ABORT", "BEGIN", "COMMIT", "END", "PREPARE", "RELEASE", "ROLLBACK", "SAVEPOINT", "START",
    ]
    private static let ofSessions: Set<String> = [
        "DEALLOCATE", "DISCARD", "EXECUTE", "LISTEN", "LOAD", "RESET", "UNLISTEN",
    ]

    /// - Throws: An invalid argument that says what to do instead.
    func check() throws {
        let words = words(2)
        guard let first = words.first else {
            throw CoreDataException.invalidArgument("The statement is empty.")
        }
        if Self.ofTransactions.contains(first) {
            throw CoreDataException.invalidArgument(
                "\(first) is the save's own matter: throw an error to roll back, and return to commit.")
        }
        if Self.ofSessions.contains(first)
            || first == "SET" && !["LOCAL", "CONSTRAINTS"].contains(words.last)
        {
            throw CoreDataException.invalidArgument(
                "\(first) would change a connection that others use next; use SET LOCAL, or set_config(name, value, true)."
            )
        }
        if first == "COPY" {
            throw CoreDataException.invalidArgument("COPY has no form here; use INSERT with unnest.")
        }
    }

    /// The first words in capitals, without what stands in comments.
    private func words(_ count: Int) -> [String] {
        var rest = Substring(text)
        var found: [String] = []
        while found.count < count {
            rest = Self.withoutComment(rest)
            let word = rest.prefix { $0.isLetter || $0 == "_" }
            guard !word.isEmpty else { break }
            found.append(word.uppercased())
            rest = rest.dropFirst(word.count)
        }
        return found
    }

    /// What stands behind spaces and comments; comments between `/*` and `*/` may be nested.
    private static func withoutComment(_ text: Substring) -> Substring {
        var rest = text.drop { $0.isWhitespace }
        while true {
            if rest.hasPrefix("--") {
                // The server knows no other ends of lines.
                rest = rest.drop { !["\n", "\r", "\r\n"].contains($0) }
            } else if rest.hasPrefix("/*") {
                var depth = 0
                repeat {
                    let step = rest.hasPrefix("/*") ? 1 : rest.hasPrefix("*/") ? -1 : 0
                    depth += step
                    rest = rest.dropFirst(step == 0 ? 1 : 2)
                } while depth > 0 && !rest.isEmpty
            } else {
                return rest
            }
            rest = rest.drop { $0.isWhitespace }
        }
    }
}
#endif
