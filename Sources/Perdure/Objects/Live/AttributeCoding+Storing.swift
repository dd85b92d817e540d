// SPDX-License-Identifier: Apache-2.0
// Values that go straight into rows, without an object: batches write them.

import PerdureStore

extension AttributeCoding {
    /// The form that rows keep of a value that a program gives.
    ///
    /// - Parameters:
    ///   - value: the value; nil for null.
    ///   - entity: the entity's name, for errors.
    ///   - property: the attribute's name, for errors.
    /// - Returns: the value, as rows keep it.
    /// - Throws: `CoreDataException` for a value of a wrong class, or one that cannot be archived; 1550 for a number that the
    ///   attribute cannot hold.
    package func stored(_ value: Any?, of entity: String, _ property: String) throws -> StoredValue {
        let stored = try slotValue(value).storedForm(entity, property)
        try checkFit(stored, entity, property)
        return stored
    }
}

extension SlotProperty {
    /// The form that rows keep of the initial value.
    ///
    /// - Throws: `CoreDataException` for a default value that cannot be archived; 1550 for a number that the attribute cannot
    ///   hold.
    package func storedInitialValue(in entity: String) throws -> StoredValue {
        let stored = try initialValue.storedForm(entity, name)
        try coding?.checkFit(stored, entity, name)
        return stored
    }
}
