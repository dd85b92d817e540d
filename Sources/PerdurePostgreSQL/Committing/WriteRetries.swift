// SPDX-License-Identifier: Apache-2.0
// Which failures of a preparation are tried again (PG-86). Nothing was committed, so nothing can be applied twice.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// Refused rows without a conflict that could be found: somebody else has changed them meanwhile.
struct VanishedConflict: Error {}

/// The retries of one preparation.
struct WriteRetries {
    let deadline: Deadline
    let place: String
    private var backoff = Backoff()

    init(until deadline: Deadline, place: String) {
        self.deadline = deadline
        self.place = place
    }

    /// Waits before the next try.
    ///
    /// - Throws: The error, when another try would not help or there is no time for one.
    mutating func wait(after error: any Error) throws {
        guard Self.mayHelp(error) else { throw error }
        guard !backoff.isExhausted, !deadline.isPast else { throw exhausted(error) }
        backoff.wait(deadline)
    }

    /// Whether another try may help.
    static func mayHelp(_ error: any Error) -> Bool {
        switch error {
        case is VanishedConflict, is CopyRefused: true
        case PostgreSQLError.lost, PostgreSQLError.connecting: true
        case let error as PostgreSQLError where error.isOfStandby: true
        case PostgreSQLError.server(let report, _, _):
            ["40001", "40P01", "55P03"].contains(report.state) || report.endsConnection
                || report.asksToPrepareAgain
        default: false
        }
    }

    private func exhausted(_ error: any Error) -> any Error {
        error is VanishedConflict
            ? StoreError.busy(path: place, operation: "saving: others keep changing the same rows", waited: 0)
            : error
    }
}
#endif
