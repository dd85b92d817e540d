// SPDX-License-Identifier: Apache-2.0
// What a server says of an error, taken apart. PostgreSQLError.swift has the errors of the client itself.

#if PostgreSQL
@preconcurrency import CPostgreSQL

/// An error of the server by its parts.
package struct ServerReport: Sendable, Equatable {
    /// SQLSTATE: five characters.
    package var state: String
    /// The server's words, in its language.
    package var message: String
    /// What the server advises.
    package var hint: String?
    /// Repeats values of rows: only for debuggers, never part of a message.
    package var detail: String?
    package var schema: String?
    package var table: String?
    package var column: String?
    package var constraint: String?
    /// Which function of the server reported it: texts are translated, names of functions are not.
    package var function: String?
    /// Whether the server has ended the connection with it.
    package var isFatal: Bool

    /// Reads the parts of a result, or gives nil when the server did not say a state: then libpq itself reports a lost connection.
    init?(_ result: OpaquePointer, mask: SecretMask) {
        func part(_ code: Character) -> String? {
            guard let ascii = code.asciiValue, let text = PQresultErrorField(result, Int32(ascii)) else {
                return nil
            }
            return mask.apply(to: String(cString: text))
        }
        guard let state = part("C") else { return nil }
        self.state = state
        message = part("M") ?? "the server gave no message"
        hint = part("H")
        detail = part("D")
        schema = part("s")
        table = part("t")
        column = part("c")
        constraint = part("n")
        function = part("R")
        isFatal = ["FATAL", "PANIC"].contains(part("V"))
    }

    /// Whether the connection must not be used again after this error.
    package var endsConnection: Bool {
        isFatal || state.hasPrefix("08") || ["57P01", "57P02", "57P03", "25P03", "25P04"].contains(state)
    }

    /// Whether a prepared statement is not there, or does not fit its tables any more: preparing it anew helps.
    package var asksToPrepareAgain: Bool {
        state == "26000" || (state == "0A000" && function == "RevalidateCachedQuery")
    }
}
#endif
