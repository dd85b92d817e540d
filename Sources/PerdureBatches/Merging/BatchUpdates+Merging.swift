// SPDX-License-Identifier: Apache-2.0
// Merging attributes in batch updates: `propertiesToMerge`, and values that a program assigns to such attributes.

import Perdure
import PerdureFoundationGaps
import PerdureStore

extension NSBatchUpdateRequest {
    /// All keys with their values or changes.
    var assignments: [(key: Any, value: Any?)] {
        (propertiesToUpdate ?? [:]).map { ($0.base, AnyValue.unwrapped($1)) }
            + (propertiesToMerge ?? [:]).map { ($0, $1) }
    }
}

extension BatchAssignmentBuilder {
    /// The change that the store applies; nil when the program gives a value.
    ///
    /// - Throws: `CoreDataException` for a change that the attribute does not take.
    func appliedChange(_ target: Target) throws -> BatchAssignment.Value? {
        guard let delta = target.value as? MergeableDelta else { return nil }
        guard let rule = target.property.merge, target.leaf == nil else {
            throw invalid(target.key, "the attribute does not merge: give it a value in propertiesToUpdate")
        }
        do { return .delta(SlotDelta(slot: target.slot, delta: try delta.bound(to: rule))) } catch let error
            as MergeError
        {
            throw invalid(target.key, "the change \(delta) does not fit the attribute (\(error.reason))")
        }
    }
}
