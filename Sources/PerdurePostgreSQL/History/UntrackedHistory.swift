// SPDX-License-Identifier: Apache-2.0
// A store without a history may get one while it is open: another process opens it with the option and commits. This engine's later
// commits would be missing in that history. HistoryOpening.swift handles stores that had a history before.

#if PostgreSQL
import PerdureStore

/// Writes are refused where another process has begun a history, and the store was opened without history tracking.
///
/// They ask together with the number of the definitions (EndOfWrites.swift), so they have no further round trip.
enum UntrackedHistory {
    /// Whether a history has transactions, as a column of `perdure_store`.
    static let isKept = "history > history_deleted"

    /// The error of a write that the history would lack.
    static func refusal(_ place: String) -> StoreError {
        .readOnly(
            path: place,
            reason: "since it was opened, others have begun to keep a history in it, and "
                + "NSPersistentHistoryTrackingKey is not set here; nothing was saved. Add the store to the "
                + "coordinator again with that option")
    }
}
#endif
