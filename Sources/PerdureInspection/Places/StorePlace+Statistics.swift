// SPDX-License-Identifier: Apache-2.0
// The sizes of a store's parts, where its place can tell them.

import PerdureStore

extension InspectedStore {
    /// Measures the store; reads all rows.
    ///
    /// A server is asked for sizes of its own.
    ///
    /// - Throws: `InspectionError` for a store on a server, and the errors of reads.
    package func statistics(_ model: Model) throws -> StoreStatistics {
        guard let file = place as? FilePlace else {
            throw InspectionError(
                "\(path): values are measured in files only", .usage)
        }
        do { return try file.look.statistics(model.schema) } catch { throw place.naming(error) }
    }
}
