// SPDX-License-Identifier: Apache-2.0
// Short access to properties for tests; the library itself leaves the subscript to programs.

import Perdure

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// A property by its name; a class's own subscript comes first.
    public subscript(key: String) -> Any? {
        get { value(forKey: key) }
        set { setValue(newValue, forKey: key) }
    }
}
