// SPDX-License-Identifier: Apache-2.0
// The table of PG-150, as far as no entity and no key is needed: what an error of the client is to those above a store.

#if PostgreSQL
import Foundation
import PerdureStore

extension PostgreSQLError {
    /// The error of a store that says the same.
    ///
    /// - Parameters:
    ///   - operation: what the store was doing, in words.
    ///   - kind: the same for programs.
    /// - Returns: an error without keys and properties, which only the store knows.
    package func storeError(_ operation: String, _ kind: ServerRefusal.Operation = .writing) -> StoreError {
        switch self {
        case .configuration(let reason): .cannotOpen(path: "", code: 0, reason: reason)
        case .connecting(let place, _, _): .cannotOpen(path: place, code: 0, reason: description)
        case .server(let report, let place, _): Self.storeError(report, place, operation, kind)
        case .invalidValue: .server(state: "22000", message: description, place: "")
        case .timedOut(let what, let waited, let place):
            .busy(path: place, operation: what, waited: waited)
        case .cancelled: .cancelled
        case .lost(let place, let reason): .lost(place: place, reason: reason)
        case .closed: .closed
        }
    }

    private static func storeError(
        _ report: ServerReport, _ place: String, _ operation: String, _ kind: ServerRefusal.Operation
    ) -> StoreError {
        switch report.state {
        case "42501" where kind == .writing, "25006": .notPermitted(place: place, operation: operation)
        case "55P03", "57014", "40001", "40P01": .busy(path: place, operation: operation, waited: 0)
        case _ where report.endsConnection: .lost(place: place, reason: report.message)
        default: .refused(ServerRefusal(report, place, kind))
        }
    }
}

extension ServerRefusal {
    /// What a report says; its detail repeats values of rows, and stays out.
    package init(_ report: ServerReport, _ place: String, _ operation: Operation) {
        self.init(state: report.state, message: report.message, place: place, operation: operation)
        hint = report.hint
        table = report.table
        column = report.column
        constraint = report.constraint
    }
}
#endif
