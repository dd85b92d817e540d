// SPDX-License-Identifier: Apache-2.0
// The store's part in writing a change set row by row.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The state of one write transaction.
final class ServerWriteSupport: WriteSupport {
    // Data of any size lies in its column (PG-84).
    func storeExternal(_ value: Data, entity: String, property: String) -> Data { value }
    func releaseExternal(_ stored: Data) {}
    func didApply(_ update: RowUpdate) {}
    func willDelete(_ keys: [ObjectKey]) {}
    func violatedColumns(_ error: any Error) -> [String]? { nil }
    func finishComputedValues(_ mapping: StoreMapping) {}
    func computedRows() -> [(fileNumber: Int64, number: Int64)] { [] }
}
#endif
