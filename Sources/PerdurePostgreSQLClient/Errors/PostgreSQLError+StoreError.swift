// SPDX-License-Identifier: Apache-2.0
// The table of PG-150, as far as no entity and no key is needed: what an error of the client is to those above a store.

#if PostgreSQL
import Foundation
import PerdureStore

extension PostgreSQLError {
    /// The error of a store that says the same.
    ///
    /// - Parameter operation: what the store was doing.
    /// - Returns: an error without keys and properties, which only the store knows.
    package func storeError(_ operation: String) -> StoreError {
        switch self {
        case .configuration(let reason): .cannotOpen(path: "", code: 0, reason: reason)
        case .connecting(let place, _, _): .cannotOpen(path: place, code: 0, reason: description)
        case .server(let report, let place, _): Self.storeError(report, place, operation)
        case .invalidValue: .server(state: "22000", message: description, place: "")
        case .timedOut(let what, let waited, let place):
            .busy(path: place, operation: what, waited: waited)
        case .cancelled: .cancelled
        case .lost(let place, let reason): .lost(place: place, reason: reason)
        case .closed: .closed
        }
    }

    private static func storeError(_ report: ServerReport, _ place: String, _ operation: String)
        -> StoreError
    {
        switch report.state {
        case "42501", "25006": .notPermitted(place: place, operation: operation)
        case "55P03", "57014", "40001", "40P01": .busy(path: place, operation: operation, waited: 0)
        case _ where report.endsConnection: .lost(place: place, reason: report.message)
        default: .server(state: report.state, message: report.message, place: place)
        }
    }
}
#endif
