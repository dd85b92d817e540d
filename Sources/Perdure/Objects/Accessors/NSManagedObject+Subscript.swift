// SPDX-License-Identifier: Apache-2.0
// Values of properties by name, as a subscript. NSManagedObject.swift has value(forKey:).

extension NSManagedObject {
    /// The value of a property by its name, read and written as by `value(forKey:)` and `setValue(_:forKey:)`.
    public nonisolated final subscript(key: String) -> Any? {
        get { value(forKey: key) }
        set { setValue(newValue, forKey: key) }
    }
}
