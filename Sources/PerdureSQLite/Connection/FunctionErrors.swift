// SPDX-License-Identifier: Apache-2.0
// What went wrong in a registered function. The functions note it, SQLiteConnection.swift throws it.

import PerdureBase
import PerdureStore

/// The error of a function: SQLite only carries its text.
final class FunctionErrors {
    private var last: StoreError?

    /// Takes note of what a function cannot do.
    ///
    /// - Parameter error: the error of the function.
    /// - Returns: the text for SQLite.
    func note(_ error: any Error) -> String {
        let reason = (error as? CoreDataException)?.reason ?? "\(error)"
        last = .unsupported(UnsupportedRequest(reason))
        return reason
    }

    /// Takes note of a store that cannot be read, which is thrown as it is.
    ///
    /// - Parameter error: the error of the function.
    /// - Returns: the text for SQLite.
    func noteRead(_ error: any Error) -> String {
        let reason = note(error)
        if let error = error as? StoreError { last = error }
        return reason
    }

    /// The error of the function that failed last; nil once it was asked for.
    func take() -> StoreError? {
        defer { last = nil }
        return last
    }
}
