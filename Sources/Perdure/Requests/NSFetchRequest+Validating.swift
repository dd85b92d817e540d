// SPDX-License-Identifier: Apache-2.0
// Whether a request can run, asked before there is a store. The checks are in Coordinator/RequestCheck.swift.

import Foundation
import PerdurePredicates

extension NSFetchRequest {
    /// Looks for everything that a fetch of an SQLite store would refuse, without a store.
    ///
    /// These are unknown, transient and to-many keys in predicates, sort descriptors, columns and prefetched paths,
    /// functions and blocks that have no form in SQL, regular expressions that are none, variables that nothing binds, and
    /// settings that must not stand together. Costs no store access; the model is not put to use by it.
    ///
    /// ## Compatibility
    /// Perdure's addition. A store in memory may run more than that.
    ///
    /// - Parameter model: The model that has the request's entity.
    /// - Throws: `CoreDataException`, the same as the fetch.
    public final func validate(for model: NSManagedObjectModel) throws {
        let values = fetch ?? AnyFetchRequest()
        let compiled = try model.compiled()
        // Entities do not keep their model.
        defer { withExtendedLifetime(compiled) {} }
        let entity = try values.resolvedEntity(in: compiled)
        let check = RequestCheck(
            ObjectFetch(
                request: values, entity: entity, predicate: values.predicate, wantsRows: true,
                fetchLimit: values.fetchLimit, fetchOffset: values.fetchOffset))
        try check.check()
    }
}
