// SPDX-License-Identifier: Apache-2.0
// The sizes of a store's parts, where its place can tell them.

import PerdureStore

extension InspectedStore {
    /// Measures the store; reads all rows.
    ///
    /// - Throws: `InspectionError` for a store on a server, and the errors of reads.
    package func statistics(_ model: Model) throws -> StoreStatistics {
        guard let file = place as? FilePlace else {
            throw InspectionError(
                "\(path): sizes are told for stores in files only: ask the server, for example with pg_total_relation_size",
                .usage)
        }
        do { return try file.look.statistics(model.schema) } catch { throw place.naming(error) }
    }
}
