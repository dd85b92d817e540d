// SPDX-License-Identifier: Apache-2.0
// Checks whether a request can run, before there is a store. Fetching/RequestCheck.swift has the checks.

import Foundation

extension NSFetchRequest {
    /// Checks, without a store, everything that a fetch in an SQLite store would refuse.
    ///
    /// The check refuses unknown, transient and to-many keys in predicates, sort descriptors, columns and prefetched paths. It
    /// refuses functions and blocks that have no form in SQL, invalid regular expressions, variables without a value, and
    /// settings that contradict each other. It does not access a store and does not put the model to use.
    ///
    /// ## Compatibility
    /// Perdure's addition. An in-memory store may accept more requests.
    ///
    /// - Parameter model: The model that has the request's entity.
    /// - Throws: `CoreDataException`, the same error as the fetch.
    public final func validate(for model: NSManagedObjectModel) throws {
        let values = fetchValues
        let compiled = try model.compiled()
        // Entities do not retain their model.
        defer { withExtendedLifetime(compiled) {} }
        let entity = try values.resolvedEntity(in: compiled)
        let check = RequestCheck(
            ObjectFetch(
                request: values, entity: entity, predicate: values.predicate, wantsRows: true,
                fetchLimit: values.fetchLimit, fetchOffset: values.fetchOffset))
        try check.check()
    }
}
