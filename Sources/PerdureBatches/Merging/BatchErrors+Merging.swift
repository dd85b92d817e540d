// SPDX-License-Identifier: Apache-2.0
// The errors of stores about mergeable attributes in a batch, with the names that programs know.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureStore

extension BatchErrors {
    /// Names the object and the attribute whose value would not fit.
    static func namingAttribute<T>(in store: EngineStore, _ body: () throws -> T) throws -> T {
        do { return try body() } catch StoreError.merge(let failure) { throw unstorable(failure, store) }
    }

    /// The error 1610, 1620, 1570 or 1550 for the value that a mergeable attribute would get.
    static func unstorable(_ failure: MergeFailure, _ store: EngineStore) -> NSError {
        let id = store.namespace.id(failure.key)
        let property = EntityBinding.of(id.entity).slotProperties[failure.slot]
        let value = failure.value.flatMap { property.coding?.value($0) }
        var facts: [String: Any] = [
            ErrorKeys.entity: id.entity.name ?? "", NSValidationKeyErrorKey: property.name,
            ErrorKeys.objectID: id,
        ]
        facts[NSValidationValueErrorKey] = value
        let result = value.map { "\($0)" } ?? "nil"
        return error(
            MergeErrors.unstorable(failure, nil).code,
            "A batch cannot write \"\(id.entity.name ?? "").\(property.name)\" of \(id.uriRepresentation()): the result "
                + "would be \(result), which the attribute does not allow (\(failure.reason)). Nothing was written; use "
                + "another change or a narrower predicate.", facts)
    }
}
