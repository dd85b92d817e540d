// SPDX-License-Identifier: Apache-2.0
// Converts a program's value for its slot: to a change of a merging attribute, to the value of any other one.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObject {
    /// The slot's form of a value; nil, after a report, for a value of a wrong class.
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
    /// The stored form of a merging attribute's value; nil for other attributes.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class.
    package func mergedForm(of value: Any?, _ entity: String) throws -> StoredValue? {
        try merge?.stored(value, self, entity)
    }

    /// The stored form of a value, for validation; a set or dictionary that merges gives its bytes.
    func keptForm(of value: Any, _ entity: String?) -> SlotValue? {
        guard let rule = merge, rule.kind == .set || rule.kind == .dictionary else {
            return try? coding?.slotValue(value)
        }
        let assignment = MergeAssignment(self, rule, entity: entity)
        return (try? rule.stored(assignment.content(of: value))).map { .stored($0) }
    }
}
