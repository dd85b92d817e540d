// SPDX-License-Identifier: Apache-2.0
// Changes of attributes that merge in batch updates: `propertiesToMerge`, and values that such attributes are given.

import PerdureStore

extension NSBatchUpdateRequest {
    /// All keys with their values, or with the changes of them.
    var assignments: [(key: Any, value: Any?)] {
        (propertiesToUpdate ?? [:]).map { ($0.base, AttributeCoding.unwrapped($1)) }
            + (propertiesToMerge ?? [:]).map { ($0, $1) }
    }
}

extension BatchAssignmentBuilder {
    /// What the store applies where a change is given and no value.
    ///
    /// - Throws: `CoreDataException` for a change that the attribute does not take.
    func appliedChange(_ target: Target) throws -> BatchAssignment.Value? {
        guard let delta = target.value as? MergeableDelta else { return nil }
        guard let rule = target.property.merge, target.leaf == nil else {
            throw invalid(target.key, "the attribute does not merge: give it a value in propertiesToUpdate")
        }
        do { return .delta(try delta.bound(to: rule)) } catch let error as MergeError {
            throw invalid(target.key, "the change \(delta) does not fit the attribute (\(error.reason))")
        }
    }
}

extension SlotProperty {
    /// What stores keep of a value that an attribute which merges is given; nil for all others.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class.
    func mergedForm(of value: Any?, _ entity: String) throws -> StoredValue? {
        try merge?.stored(value, self, entity)
    }
}
