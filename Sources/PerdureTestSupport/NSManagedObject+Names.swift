// SPDX-License-Identifier: Apache-2.0
// Short access to properties for tests. The library itself has no such subscript, so that programs can declare one.

import Perdure

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// The value of a property by its name; a class's own subscript has precedence.
    public subscript(key: String) -> Any? {
        get { value(forKey: key) }
        set { setValue(newValue, forKey: key) }
    }
}
