// SPDX-License-Identifier: Apache-2.0
// Translates assignments to attributes that merge; BatchUpdateWork+Merging.swift applies them. Part of
// BatchUpdateTranslator.swift.

import PerdurePredicates
import PerdureStore

extension BatchUpdateTranslator {
    /// Adds an assignment to an attribute that merges.
    ///
    /// Returns false for any other attribute.
    func merge(_ assignment: BatchAssignment, in work: inout BatchUpdateWork) throws -> Bool {
        guard let rule = property(assignment).merge else { return false }
        work.merges.append(try merge(assignment, rule))
        return true
    }

    private func merge(_ assignment: BatchAssignment, _ rule: MergeRule) throws -> BatchUpdateWork.Merge {
        switch (assignment.value, entity.slots[assignment.slot]) {
        case (.delta(let delta), _): .init(slot: assignment.slot, rule: rule, .delta(delta.delta))
        case (.constant(let value), _): .init(slot: assignment.slot, rule: rule, .constant(value))
        case (.expression(let expression), .attribute(let column))
        where !column.form.mayLieInFile:
            .init(
                slot: assignment.slot, rule: rule,
                .expression(
                    try expressions.value(expression, for: column, named: name(assignment)), column.type))
        default: throw unsupported(assignment, "takes no expression: give it a value or a change")
        }
    }
}
