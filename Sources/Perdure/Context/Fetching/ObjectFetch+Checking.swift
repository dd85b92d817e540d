// SPDX-License-Identifier: Apache-2.0
// The settings of a request that exclude each other. RequestCheck.swift finds all other mistakes.

import PerdureBase

extension ObjectFetch {
    /// Checks for settings that exclude each other.
    ///
    /// - Throws: `CoreDataException`.
    func checkCombination() throws {
        if request.resultType != .dictionaryResultType { try refuseGroups() }
    }

    private func refuseGroups() throws {
        guard request.propertiesToGroupBy?.isEmpty ?? true, request.havingPredicate == nil else {
            throw CoreDataException.invalidArgument(
                "propertiesToGroupBy and havingPredicate are for dictionary results: set the resultType of the request "
                    + "for \"\(entity.name ?? "")\" to dictionaryResultType.")
        }
    }
}
