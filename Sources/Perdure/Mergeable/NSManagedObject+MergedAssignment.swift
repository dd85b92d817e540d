// SPDX-License-Identifier: Apache-2.0
// What a slot takes for a value that a program gives: of an attribute that merges a change, of any other one the value.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The slot's form of a value; nil after a report for one of a wrong class.
    final func converted(_ value: Any?, _ property: SlotProperty) -> SlotValue? {
        do {
            guard let rule = property.merge else { return try property.coding?.slotValue(value) }
            return hasValues(for: property.slot) ? try merged(value, property, rule) : nil
        } catch {
            ExceptionTrap.raise(MergeErrors.refused(error, property, of: self))
            return nil
        }
    }
}

extension SlotProperty {
    /// What is kept of a value, for validation: of sets and dictionaries that merge, which are shown as such, their bytes.
    func keptForm(of value: Any, _ entity: String?) -> SlotValue? {
        guard let rule = merge, rule.kind == .set || rule.kind == .dictionary else {
            return try? coding?.slotValue(value)
        }
        let assignment = MergeAssignment(self, rule, entity: entity)
        return (try? rule.stored(assignment.content(of: value))).map { .stored($0) }
    }
}
