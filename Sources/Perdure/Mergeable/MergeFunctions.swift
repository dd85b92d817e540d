// SPDX-License-Identifier: Apache-2.0
// Resolves conflicts of values that two writers have replaced, if the model has a merge function for them (MRG-53). The
// merge policy does not see a conflict that is resolved here.

import Foundation
import PerdureStore

extension StoreConflicts {
    /// Lets merge functions resolve the conflicts that they can.
    ///
    /// - Parameter compensation: records the values that they replace.
    /// - Returns: the conflicts that remain for the merge policy.
    func applyingMergeFunctions(_ compensation: CompensationLog) -> StoreConflicts {
        var updates: [ObjectKey: Int] = [:]
        for (index, update) in set.changes.updates.enumerated() where !update.deltas.isEmpty {
            updates[update.key] = index
        }
        if updates.isEmpty { return self }
        return with(
            list.filter { conflict in
                guard case .version(let key, let current?) = conflict, let index = updates[key],
                    index < set.updatedObjects.count
                else { return true }
                let resolved = Self.resolve(
                    set.updatedObjects[index], set.changes.updates[index], current, compensation)
                return !resolved
            })
    }

    /// Resolves one object's conflict; tells whether nothing of it is left.
    private static func resolve(
        _ object: NSManagedObject, _ update: RowUpdate, _ current: Row, _ compensation: CompensationLog
    ) -> Bool {
        var isResolved = !update.movesVersion || update.expectedVersion == current.version
        for delta in update.deltas {
            guard let expected = delta.expected, current[delta.slot] != expected else { continue }
            switch object.binding.slotProperties[delta.slot].merge?.conflict {
            case .merge:
                isResolved = compensation.merge(object, delta.slot, expected, current) && isResolved
            case .error: isResolved = false
            default: break
            }
        }
        return isResolved
    }
}

extension CompensationLog {
    /// Calls the attribute's function; tells whether there is one and its result can be stored.
    fileprivate func merge(_ object: NSManagedObject, _ slot: Int, _ base: StoredValue, _ current: Row)
        -> Bool
    {
        let theirs = current[slot]
        let property = object.binding.slotProperties[slot]
        guard let merge = (property.description as? NSAttributeDescription)?.attributeFacts.merge,
            let coding = property.coding, let rule = property.merge
        else { return false }
        let result = merge(
            coding.value(.stored(base)), object.value(of: property), coding.value(.stored(theirs)))
        guard let value = try? coding.slotValue(result), !coding.isUnfit(value) else { return false }
        // If the result is the stored value, nothing is written, but the object must still show it.
        rebase(object, on: object.snapshot?.taking([slot], from: current))
        let merged = try? MergedValue(.stored(theirs), rule).assigning(value, isFirst: true)
        overwrite(merged?.slotValue ?? .stored(theirs), at: slot, of: object)
        return true
    }
}
